import { Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type User, userRoutes } from "@trunkline/contract/user.ts";
import { type FormEvent, useState } from "react";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { DialogActions } from "../../ui/DialogActions.tsx";
import { toastError, toastSuccess } from "../../ui/toast.tsx";
import { handedOver } from "./handedOver.ts";
import { daysProblem, InvitationLink, LinkDays } from "./InvitationLink.tsx";

/** Makes a new link for somebody who is invited; the one before ends. */
export function RenewInvitation({ user: { userId, email }, close }: { user: User; close: () => void }) {
  const refresh = useRefresh();
  const [days, setDays] = useState<number | string>(7);
  const renew = useMutation({
    mutationFn: () => callOne(userRoutes.renew, { params: { userId }, body: { days: Number(days) } }),
    onSuccess: async (made) => {
      await refresh("/v4/user/");
      const handed = handedOver(made);
      if ("link" in handed) return;
      toastSuccess(handed.sent);
      close();
    },
    onError: (problem) => toastError("Error making a new link", problem),
  });
  const handed = renew.data && handedOver(renew.data);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (daysProblem(days) === undefined) renew.mutate();
  };
  return (
    <Modal opened onClose={close} title="New invitation link" size="md" closeOnClickOutside={renew.data === undefined}>
      {handed && "link" in handed ? (
        <InvitationLink email={email} {...handed} close={close} />
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap={16}>
            <Text size="sm">{`The link that ${email} was given stops working.`}</Text>
            <LinkDays value={days} onChange={setDays} />
            <DialogActions close={close} words="Make link" isBusy={renew.isPending} />
          </Stack>
        </form>
      )}
    </Modal>
  );
}
