import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { roles } from "@trunkline/contract/roles.ts";
import { userRoutes } from "@trunkline/contract/user.ts";
import { type FormEvent, useState } from "react";
import { callOne } from "../../api/call.ts";
import { useMe } from "../../api/me.ts";
import { useRefresh } from "../../api/queries.ts";
import { type Rights, RightsFields } from "../../fields/RightsFields.tsx";
import { keepFocus } from "../../ui/keepFocus.ts";
import { toastError, toastSuccess } from "../../ui/toast.tsx";
import { handedOver } from "./handedOver.ts";
import { daysProblem, InvitationLink, LinkDays } from "./InvitationLink.tsx";

/** Invites somebody by mail; where none is set up, or it fails, the one-time link is shown, once. */
export function InviteUser({ close }: { close: () => void }) {
  const me = useMe();
  const refresh = useRefresh();
  const [email, setEmail] = useState("");
  const [left, setLeft] = useState(false);
  const [rights, setRights] = useState<Rights>({
    role: "member",
    privileges: ["workflow-edit", "workflow-run", "contact-admin", "inbox-use"],
  });
  const [days, setDays] = useState<number | string>(7);
  const body = { email: email.trim(), ...rights, days: Number(days) };
  const problem = userRoutes.invite.body
    ?.safeParse(body)
    .error?.issues.find(({ path }) => path[0] === "email")?.message;
  const invite = useMutation({
    mutationFn: () => callOne(userRoutes.invite, { body }),
    onSuccess: async (made) => {
      await refresh("/v4/user/");
      const handed = handedOver(made);
      if ("link" in handed) return;
      toastSuccess(handed.sent);
      close();
    },
    onError: (failure) => toastError("Error inviting user", failure),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLeft(true);
    if (problem === undefined && daysProblem(days) === undefined) invite.mutate();
  };
  const handed = invite.data && handedOver(invite.data);
  return (
    <Modal opened onClose={close} title="Invite user" size="md" closeOnClickOutside={handed === undefined}>
      {handed && "link" in handed ? (
        <InvitationLink email={body.email} {...handed} close={close} />
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap={16}>
            <TextInput
              label="Email"
              type="email"
              data-autofocus
              required
              value={email}
              error={left ? problem : undefined}
              onBlur={() => setLeft(email !== "")}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <RightsFields
              value={rights}
              onChange={setRights}
              offered={me.role === "owner" ? roles : roles.filter((role) => role !== "owner")}
            />
            <LinkDays value={days} onChange={setDays} />
            <Group gap={8} justify="flex-end">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" onMouseDown={keepFocus} loading={invite.isPending}>
                Invite
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
