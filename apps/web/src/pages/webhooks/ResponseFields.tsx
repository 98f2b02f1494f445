import { Fieldset, Group, TextInput } from "@mantine/core";
import { PairRows } from "./PairRows.tsx";
import type { WebhookPartProps } from "./webhookPart.ts";

/** How the response is read: what counts as success, and the variables set from it (spec 2 §3.6). */
export const ResponseFields = ({ draft, set, disabled, shown }: WebhookPartProps) => (
  <>
    <Fieldset legend="Success" disabled={disabled}>
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
      disabled={disabled}
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
      disabled={disabled}
    />
  </>
);
