import { Modal, Stack, Textarea, TextInput } from "@mantine/core";
import { mostVersionName, type WorkflowVersion } from "@trunkline/contract/workflows/version.ts";
import { type FormEvent, useState } from "react";
import { DialogActions } from "../../../ui/dialog/DialogActions.tsx";
import { messageOfFailure } from "../../../ui/page/toast.tsx";
import type { Versioned } from "./versioned.ts";

interface Props {
  of: Versioned;
  version: WorkflowVersion;
  close: () => void;
  done: () => void;
}

/** Gives a version a name and a note, or changes them. */
export function LabelVersion({ of, version, close, done }: Props) {
  const [name, setName] = useState(version.name);
  const [note, setNote] = useState(version.note);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState("");
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    try {
      await of.label(version.version, { name, note });
      done();
      close();
    } catch (failure) {
      setProblem(messageOfFailure(failure));
      setSaving(false);
    }
  };
  return (
    <Modal opened onClose={close} size={440} title={`Name version ${version.version}`}>
      <form onSubmit={(event) => void save(event)}>
        <Stack gap={16}>
          <TextInput
            label="Name"
            data-autofocus
            maxLength={mostVersionName}
            value={name}
            error={problem || undefined}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <Textarea
            label="Note"
            description="What changed, and why."
            autosize
            minRows={2}
            maxRows={8}
            maxLength={2_000}
            value={note}
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
          <DialogActions close={close} isBusy={isSaving} />
        </Stack>
      </form>
    </Modal>
  );
}
