import { Modal, Stack, Text, Textarea } from "@mantine/core";
import { mostNote } from "@trunkline/contract/workflows/approval.ts";
import { type FormEvent, useState } from "react";
import { DialogActions } from "../../../ui/dialog/DialogActions.tsx";

interface Props {
  close: () => void;
  /** Answers whether the request was made. */
  ask: (note: string) => Promise<boolean>;
}

/** Asks for a note to the approver, and then for approval. */
export function AskForApproval({ close, ask }: Props) {
  const [note, setNote] = useState("");
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await ask(note.trim());
    // what is wrong is shown on the canvas
    close();
  };
  return (
    <Modal opened onClose={close} title="Ask for approval">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap={16}>
          <Text size="sm">
            A copy of the workflow as it is now waits until someone who may approve publishes or declines it. You can
            continue to edit your draft.
          </Text>
          <Textarea
            label="Note to the approver"
            placeholder="What changed, and why"
            data-autofocus
            autosize
            minRows={3}
            maxRows={10}
            maxLength={mostNote}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
            }}
          />
          <DialogActions close={close} words="Ask for approval" isBusy={isBusy} />
        </Stack>
      </form>
    </Modal>
  );
}
