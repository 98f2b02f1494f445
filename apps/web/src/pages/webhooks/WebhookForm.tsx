import { Select, Stack, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { connectionRoutes } from "@trunkline/contract/webhooks/callback.ts";
import { useState } from "react";
import { notAllowed } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { FormProblems } from "../../ui/form/FormProblems.tsx";
import { EventField } from "./EventField.tsx";
import { FailureStrategy } from "./FailureStrategy.tsx";
import { RequestFields } from "./RequestFields.tsx";
import { ResponseFields } from "./ResponseFields.tsx";
import { TestSend } from "./TestSend.tsx";
import { useDraftForm } from "./useDraftForm.ts";
import type { Section } from "./useSection.ts";
import { faultsOf, hintsOf, type WebhookDraft } from "./webhookDraft.ts";
import type { WebhookPartProps } from "./webhookPart.ts";

interface Props {
  /** Null for a new webhook. */
  id: string | null;
  initial: WebhookDraft;
  section: Section;
  /** Saves; resolves to whether it was saved. */
  save: (draft: WebhookDraft) => Promise<boolean>;
}

/** The form of a webhook (spec 2 §3.6, §4.6, §5.4). */
export function WebhookForm({ id, initial, section, save }: Props) {
  const { draft, set, shown, submit, mayEdit, isTried, isSaving } = useDraftForm(initial, faultsOf, save);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const part: WebhookPartProps = {
    draft,
    set,
    disabled: !mayEdit,
    shown,
    hint: (field) => (isTried || left.has(field) ? hintsOf(draft)[field] : undefined),
    leave: (field) => setLeft((fields) => new Set(fields).add(field)),
  };
  return (
    <form onSubmit={submit} noValidate style={{ maxWidth: 720 }}>
      <Stack gap={16}>
        <FormProblems problems={Object.values(shown)} />
        <GeneralFields {...part} />
        <EventField {...part} isFixed={id !== null && initial.eventType !== ""} />
        <RequestFields {...part} />
        <ResponseFields {...part} />
        <FailureStrategy draft={draft} set={set} disabled={!mayEdit} error={shown.retryDelaySeconds} />
        {mayEdit ? <TestSend id={id} draft={draft} /> : null}
        <FormActions saving={isSaving} reason={mayEdit ? undefined : notAllowed} cancelTo={section.list} />
      </Stack>
    </form>
  );
}

function GeneralFields({ draft, set, disabled, shown }: WebhookPartProps) {
  const connections = useQuery(listOf(connectionRoutes.list));
  return (
    <>
      <TextInput
        label="Name"
        required
        maxLength={72}
        disabled={disabled}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={shown.name}
      />
      <Switch
        label="Enabled"
        description="A disabled webhook is not called. Contacts follow the failure path."
        disabled={disabled}
        checked={draft.enabled}
        onChange={(event) => set({ enabled: event.currentTarget.checked })}
      />
      <Select
        label="Connection"
        required
        searchable
        disabled={disabled}
        nothingFoundMessage="Create a connection first"
        data={(connections.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
        value={draft.callbackServerConfigId || null}
        onChange={(value) => set({ callbackServerConfigId: value ?? "" })}
        error={shown.callbackServerConfigId}
      />
    </>
  );
}
