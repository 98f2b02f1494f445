import { Modal, Stack, Textarea } from "@mantine/core";
import { mostNote } from "@trunkline/contract/workflows/approval.ts";
import { type FormEvent, useState } from "react";
import { DialogActions } from "../../../ui/dialog/DialogActions.tsx";

interface Props {
  author: string;
  /** Where the author reads the reason. */
  place?: string;
  close: () => void;
  decline: (reason: string) => Promise<unknown>;
}

/** Asks for the reason of a refusal, and declines. */
export function DeclineApproval({ author, place = "above the drawing", close, decline }: Props) {
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reason.trim() === "") return;
    setBusy(true);
    await decline(reason.trim());
    close();
  };
  return (
    <Modal opened onClose={close} title="Decline the request">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap={16}>
          <Textarea
            label="Reason"
            description={`${author} reads it ${place}.`}
            withAsterisk
            data-autofocus
            autosize
            minRows={3}
            maxRows={10}
            maxLength={mostNote}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={isTried && reason.trim() === "" ? "Reason is required" : undefined}
          />
          <DialogActions close={close} words="Decline" isBusy={isBusy} />
        </Stack>
      </form>
    </Modal>
  );
}
