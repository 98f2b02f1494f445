import { Modal, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { DialogActions } from "./DialogActions.tsx";

interface Props {
  title: string;
  /** The label of the field. */
  label: string;
  /** The name of the original. Null while the dialog is closed. */
  original: string | null;
  maxLength?: number;
  /** Why a name is invalid. */
  problemOf: (name: string) => string | undefined;
  /** Clones under the name. Resolves to whether it succeeded. */
  clone: (name: string) => Promise<boolean>;
  close: () => void;
}

/** Asks for the name of a clone: one field, the original's name with _clone (spec 1 §2.2, spec 2 §5.4). */
export function CloneDialog({ title, original, close, ...rest }: Props) {
  return (
    <Modal opened={original !== null} onClose={close} title={title}>
      {original !== null && <CloneForm key={original} original={original} close={close} {...rest} />}
    </Modal>
  );
}

function CloneForm({
  original,
  label,
  maxLength,
  problemOf,
  clone,
  close,
}: Omit<Props, "title" | "original"> & { original: string }) {
  const [name, setName] = useState(`${original}_clone`);
  const [isSaving, setSaving] = useState(false);
  const problem = problemOf(name.trim());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (problem !== undefined) return;
    setSaving(true);
    const isDone = await clone(name.trim());
    setSaving(false);
    if (isDone) close();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <TextInput
          label={label}
          withAsterisk
          data-autofocus
          maxLength={maxLength}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problem}
        />
        <DialogActions close={close} words="Clone" isBusy={isSaving} />
      </Stack>
    </form>
  );
}
