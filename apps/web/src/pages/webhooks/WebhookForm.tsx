import { ActionIcon, Fieldset, Group, Select, Stack, Switch, TextInput, Tooltip } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { connectionRoutes, contentTypes, httpMethods } from "@trunkline/contract/webhooks/callback.ts";
import { webhookEventNames } from "@trunkline/contract/webhooks/webhookEvents.ts";
import { useState } from "react";
import { notAllowed } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { FormProblems } from "../../ui/form/FormProblems.tsx";
import { BodyTemplate } from "./BodyTemplate.tsx";
import { EventTypes } from "./EventTypes.tsx";
import { FailureStrategy } from "./FailureStrategy.tsx";
import { PairRows } from "./PairRows.tsx";
import { TestSend } from "./TestSend.tsx";
import { useDraftForm } from "./useDraftForm.ts";
import type { Section } from "./useSection.ts";
import { faultsOf, hintsOf, type WebhookDraft } from "./webhookDraft.ts";

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
  const [isInfoOpen, setInfoOpen] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const leave = (field: keyof WebhookDraft) => setLeft((fields) => new Set(fields).add(field));
  const hint = (field: keyof WebhookDraft) => (isTried || left.has(field) ? hintsOf(draft)[field] : undefined);
  const connections = useQuery(listOf(connectionRoutes.list));
  return (
    <form onSubmit={submit} noValidate style={{ maxWidth: 720 }}>
      <Stack gap={16}>
        <FormProblems problems={Object.values(shown)} />
        <TextInput
          label="Name"
          required
          maxLength={72}
          disabled={!mayEdit}
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={shown.name}
        />
        <Switch
          label="Enabled"
          description="A disabled webhook is not called. Contacts follow the failure path."
          disabled={!mayEdit}
          checked={draft.enabled}
          onChange={(event) => set({ enabled: event.currentTarget.checked })}
        />
        <Select
          label="Connection"
          required
          searchable
          disabled={!mayEdit}
          nothingFoundMessage="Create a connection first"
          data={(connections.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
          value={draft.callbackServerConfigId || null}
          onChange={(value) => set({ callbackServerConfigId: value ?? "" })}
          error={shown.callbackServerConfigId}
        />
        <Group gap={8} align="flex-start" wrap="nowrap">
          <Select
            style={{ flex: 1 }}
            label="Event Type"
            searchable
            disabled={!mayEdit || (id !== null && initial.eventType !== "")}
            description={
              id === null || initial.eventType === ""
                ? "You can save without an event type, but the webhook is never called."
                : "Event type cannot be changed during editing"
            }
            data={[...webhookEventNames]}
            value={draft.eventType || null}
            onChange={(value) => set({ eventType: value ?? "" })}
            onBlur={() => leave("eventType")}
            error={hint("eventType")}
          />
          <Tooltip label="About event types">
            <ActionIcon
              variant="default"
              size={36}
              mt={24}
              aria-label="About event types"
              onClick={() => setInfoOpen(true)}
            >
              <IconInfoCircle size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
        <Group gap={8} align="flex-start" wrap="nowrap">
          <Select
            w={130}
            label="HTTP Method"
            allowDeselect={false}
            disabled={!mayEdit}
            data={[...httpMethods]}
            value={draft.httpMethod}
            onChange={(value) => set({ httpMethod: (value ?? "POST") as WebhookDraft["httpMethod"] })}
          />
          <TextInput
            style={{ flex: 1 }}
            label="Request URL"
            description="You can save without a URL, but requests will fail."
            inputMode="url"
            placeholder="https://hooks.example.com/orders"
            disabled={!mayEdit}
            value={draft.url}
            onChange={(event) => set({ url: event.currentTarget.value })}
            onBlur={() => leave("url")}
            error={hint("url")}
          />
        </Group>
        <PairRows
          legend="Headers"
          row="header"
          rows={draft.headers}
          error={shown.headers}
          onChange={(headers) => set({ headers })}
          disabled={!mayEdit}
        />
        <Select
          label="Content Type"
          allowDeselect={false}
          disabled={!mayEdit}
          data={[...contentTypes]}
          value={draft.contentType}
          onChange={(value) => set({ contentType: (value ?? "JSON") as WebhookDraft["contentType"] })}
        />
        <BodyTemplate draft={draft} set={set} disabled={!mayEdit} />
        <Fieldset legend="Success" disabled={!mayEdit}>
          <Group gap={8} align="flex-start" grow>
            <TextInput
              label="Success Path"
              required
              description="HTTP_OK, or a JSONPath into the response such as $.status"
              value={draft.successPath}
              onChange={(event) => set({ successPath: event.currentTarget.value })}
              error={shown.successPath}
            />
            <TextInput
              label="Success Value"
              description="The value the path must find. Leave empty to accept any value."
              value={draft.successValue}
              onChange={(event) => set({ successValue: event.currentTarget.value })}
            />
          </Group>
        </Fieldset>
        <PairRows
          legend="Response Mapping"
          help="Variables set from a successful response, each by a JSONPath such as $.order.id."
          nameLabel="Name"
          valueLabel="Path"
          row="response variable"
          rows={draft.responseMapping}
          error={shown.responseMapping}
          onChange={(responseMapping) => set({ responseMapping })}
          disabled={!mayEdit}
        />
        <PairRows
          legend="Error Response Mapping"
          help="Variables set from a failed response."
          nameLabel="Name"
          valueLabel="Path"
          row="error variable"
          rows={draft.errorResponseMapping}
          error={shown.errorResponseMapping}
          onChange={(errorResponseMapping) => set({ errorResponseMapping })}
          disabled={!mayEdit}
        />
        <FailureStrategy draft={draft} set={set} disabled={!mayEdit} error={shown.retryDelaySeconds} />
        {mayEdit ? <TestSend id={id} draft={draft} /> : null}
        <FormActions saving={isSaving} reason={mayEdit ? undefined : notAllowed} cancelTo={section.list} />
      </Stack>
      <EventTypes opened={isInfoOpen} close={() => setInfoOpen(false)} />
    </form>
  );
}
