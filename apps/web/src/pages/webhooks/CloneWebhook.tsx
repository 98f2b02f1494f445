import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { type Webhook, webhookRoutes } from "@trunkline/contract/callback.ts";
import { type FormEvent, useState } from "react";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { toastError, toastSuccess } from "../../ui/toast.tsx";
import type { Section } from "./useSection.ts";

/** Clone of a webhook: one field, the original's name with _clone (spec 2 §5.4). */
export function CloneWebhook({
  section,
  source,
  close,
}: {
  section: Section;
  source: Webhook | null;
  close: () => void;
}) {
  return (
    <Modal opened={source !== null} onClose={close} title={`Clone ${section.word}`}>
      {source && <CloneForm key={source.id} source={source} close={close} />}
    </Modal>
  );
}

function CloneForm({ source, close }: { source: Webhook; close: () => void }) {
  const [name, setName] = useState(`${source.name}_clone`);
  const [isSaving, setSaving] = useState(false);
  const refresh = useRefresh();
  const problem =
    name.trim() === ""
      ? "Name is required"
      : name.trim() === source.name
        ? "Name of cloned Webhook cannot be the same."
        : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (problem !== undefined) return;
    setSaving(true);
    try {
      const { connectionName: _, created: __, usedBy: ___, id: ____, callbackServerConfigId, ...rest } = source;
      const body = { ...rest, name: name.trim(), callbackServerConfigId: callbackServerConfigId ?? "" };
      await callOne(webhookRoutes.create, { body: body as never });
      toastSuccess("Successfully cloned webhook", name.trim());
      close();
    } catch (failure) {
      toastError("Error cloning webhook.", failure);
    }
    setSaving(false);
    await refresh(webhookRoutes.list.path);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <TextInput
          label="Name"
          withAsterisk
          data-autofocus
          maxLength={72}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problem}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            Clone
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
