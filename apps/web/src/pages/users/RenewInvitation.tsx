import { Modal, Stack, Text } from "@mantine/core";
import { type User, userRoutes } from "@trunkline/contract/identity/user.ts";
import { type FormEvent, useState } from "react";
import { callOne } from "../../api/call.ts";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";
import { daysProblem, InvitationLink, LinkDays } from "./InvitationLink.tsx";
import { useHandOver } from "./useHandOver.ts";

/** Creates a new invitation link. The previous one expires. */
export function RenewInvitation({ user: { userId, email }, close }: { user: User; close: () => void }) {
  const [days, setDays] = useState<number | string>(7);
  const { link, make, isBusy } = useHandOver({
    call: () => callOne(userRoutes.renew, { params: { userId }, body: { days: Number(days) } }),
    failed: "Error creating a new link",
    close,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (daysProblem(days) === undefined) make();
  };
  return (
    <Modal opened onClose={close} title="New invitation link" size="md" closeOnClickOutside={link === undefined}>
      {link ? (
        <InvitationLink email={email} {...link} close={close} />
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap={16}>
            <Text size="sm">{`The previous link for ${email} will stop working.`}</Text>
            <LinkDays value={days} onChange={setDays} />
            <DialogActions close={close} words="Create link" isBusy={isBusy} />
          </Stack>
        </form>
      )}
    </Modal>
  );
}
