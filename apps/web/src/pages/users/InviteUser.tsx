import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { roles } from "@trunkline/contract/identity/roles.ts";
import { inviteBody, userRoutes } from "@trunkline/contract/identity/user.ts";
import { type FormEvent, useState } from "react";
import { callOne } from "../../api/call.ts";
import { useMe } from "../../api/me.ts";
import { RightsFields } from "../../fields/RightsFields.tsx";
import type { Rights } from "../../fields/rightsText.ts";
import { keepFocus } from "../../ui/page/keepFocus.ts";
import { daysProblem, InvitationLink, LinkDays } from "./InvitationLink.tsx";
import { useHandOver } from "./useHandOver.ts";

/** Invites a user by mail. If mail is not set up or fails, the one-time link is shown once. */
export function InviteUser({ close }: { close: () => void }) {
  const me = useMe();
  const [email, setEmail] = useState("");
  const [left, setLeft] = useState(false);
  const [rights, setRights] = useState<Rights>({
    role: "member",
    privileges: ["workflow-edit", "workflow-run", "contact-admin", "inbox-use"],
  });
  const [days, setDays] = useState<number | string>(7);
  const body = { email: email.trim(), ...rights, days: Number(days) };
  const problem = inviteBody.safeParse(body).error?.issues.find(({ path }) => path[0] === "email")?.message;
  const { link, make, isBusy } = useHandOver({
    call: () => callOne(userRoutes.invite, { body }),
    failed: "Error inviting user",
    close,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLeft(true);
    if (problem === undefined && daysProblem(days) === undefined) make();
  };
  return (
    <Modal opened onClose={close} title="Invite user" size="md" closeOnClickOutside={link === undefined}>
      {link ? (
        <InvitationLink email={body.email} {...link} close={close} />
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
              <Button type="submit" onMouseDown={keepFocus} loading={isBusy}>
                Invite
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
