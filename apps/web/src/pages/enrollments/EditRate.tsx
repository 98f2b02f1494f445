import { Modal, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { RateField } from "../../fields/run/RateField.tsx";
import { periodOfDraft, rateDraftOf, rateIssue } from "../../fields/run/runRequest.ts";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";

/** Edits a rate (spec 2 §5.6). `save` resolves to whether the rate was saved. */
export function EditRate({
  name,
  periodMs,
  note,
  save,
  close,
}: {
  name: string;
  periodMs: number;
  note: string | undefined;
  save: (periodMs: number) => Promise<boolean>;
  close: () => void;
}) {
  const [draft, setDraft] = useState(() => rateDraftOf(periodMs));
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const issue = rateIssue(draft);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (issue !== undefined) return;
    setSaving(true);
    const isSaved = await save(periodOfDraft(draft));
    setSaving(false);
    if (isSaved) close();
  };
  return (
    <Modal opened onClose={close} title={`Edit rate of ${name}`}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap={16}>
          <RateField
            draft={draft}
            change={(part) => setDraft((before) => ({ ...before, ...part }))}
            error={isTried ? issue : undefined}
          />
          {note && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
          <DialogActions close={close} isBusy={isSaving} />
        </Stack>
      </form>
    </Modal>
  );
}
