import { Group, Select, Stack, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { variablesOfEvent } from "@trunkline/contract/webhooks/webhookEvents.ts";
import { textProblem } from "@trunkline/workflow/parts/text/compileText.ts";
import { contactFields } from "@trunkline/workflow/parts/variables.ts";
import { useMemo, useRef } from "react";
import { oneOf } from "../../api/queries.ts";
import { useTextCheck } from "../../fields/useTextCheck.ts";
import type { WebhookDraft } from "./webhookDraft.ts";

const helps: Record<WebhookDraft["contentType"], string> = {
  JSON: 'JSON with variables, such as {"phone": "${phone}"}. Leave empty to send the whole event.',
  "FORM-DATA": "A JSON object, or one name=value line per field.",
  "MULTIPART-FORM-DATA": "A JSON object, or one name=value line per part.",
};

/** The body template with variables of the contact, custom fields (lower case) and the event (spec 2 §3.6). */
export function BodyTemplate({
  draft,
  set,
  disabled,
}: {
  draft: WebhookDraft;
  set: (change: Partial<WebhookDraft>) => void;
  disabled: boolean;
}) {
  useTextCheck();
  const area = useRef<HTMLTextAreaElement>(null);
  const configuration = useQuery(oneOf(accountRoutes.configuration));
  const groups = useMemo(() => {
    const custom = readNames(configuration.data?.custom_fields);
    const event = variablesOfEvent(draft.eventType);
    return [
      ...(event.length > 0 ? [{ group: "Event", items: [...event] }] : []),
      { group: "Contact", items: [...contactFields].filter((name) => !event.includes(name)) },
      ...(custom.length > 0 ? [{ group: "Custom fields", items: custom.filter((name) => !event.includes(name)) }] : []),
    ];
  }, [configuration.data, draft.eventType]);
  const insert = (name: string | null) => {
    if (name === null) return;
    const text = draft.bodyTemplate;
    const { selectionStart: from = text.length, selectionEnd: to = text.length } = area.current ?? {};
    set({ bodyTemplate: `${text.slice(0, from)}\${${name}}${text.slice(to)}` });
  };
  return (
    <Stack gap={8}>
      <Textarea
        ref={area}
        label="Body"
        description={helps[draft.contentType]}
        autosize
        minRows={4}
        maxRows={18}
        disabled={disabled || draft.httpMethod === "GET"}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        value={draft.bodyTemplate}
        onChange={(event) => set({ bodyTemplate: event.currentTarget.value })}
        error={draft.bodyTemplate === "" ? undefined : textProblem(draft.bodyTemplate)}
      />
      <Group justify="flex-end">
        <Select
          size="xs"
          w={220}
          aria-label="Insert variable"
          placeholder="Insert variable"
          searchable
          disabled={disabled || draft.httpMethod === "GET"}
          data={groups}
          value={null}
          onChange={insert}
        />
      </Group>
    </Stack>
  );
}

/** Custom field names: a JSON list as text (spec 2 §7.3). */
function readNames(text: string | undefined): string[] {
  const names: unknown = JSON.parse(text ?? "[]");
  return Array.isArray(names) ? names.map((name) => String(name).toLowerCase()) : [];
}
