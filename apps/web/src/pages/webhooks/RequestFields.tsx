import { Group, Select, TextInput } from "@mantine/core";
import { contentTypes, httpMethods } from "@trunkline/contract/webhooks/callback.ts";
import { BodyTemplate } from "./BodyTemplate.tsx";
import { PairRows } from "./PairRows.tsx";
import type { WebhookDraft } from "./webhookDraft.ts";
import type { WebhookPartProps } from "./webhookPart.ts";

/** The request that a webhook sends: method, URL, headers and body (spec 2 §3.6). */
export const RequestFields = ({ draft, set, disabled, shown, hint, leave }: WebhookPartProps) => (
  <>
    <Group gap={8} align="flex-start" wrap="nowrap">
      <Select
        w={130}
        label="HTTP Method"
        allowDeselect={false}
        disabled={disabled}
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
        disabled={disabled}
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
      disabled={disabled}
    />
    <Select
      label="Content Type"
      allowDeselect={false}
      disabled={disabled}
      data={[...contentTypes]}
      value={draft.contentType}
      onChange={(value) => set({ contentType: (value ?? "JSON") as WebhookDraft["contentType"] })}
    />
    <BodyTemplate draft={draft} set={set} disabled={disabled} />
  </>
);
