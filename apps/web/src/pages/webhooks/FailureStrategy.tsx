import { Fieldset, Group, Select, Stack, Switch } from "@mantine/core";
import { WholeNumberInput } from "../../ui/form/WholeNumberInput.tsx";
import type { WebhookDraft } from "./webhookDraft.ts";

const strategies = [
  { value: "linear", label: "Linear (same delay)" },
  { value: "incremental", label: "Incremental (one second longer each time)" },
  { value: "exponential", label: "Exponential (double the delay each time)" },
];

/** Failure strategy, on or off (spec 2 §4.6, §9). */
export function FailureStrategy({
  draft,
  set,
  disabled,
  error,
}: {
  draft: WebhookDraft;
  set: (change: Partial<WebhookDraft>) => void;
  disabled: boolean;
  error: string | undefined;
}) {
  return (
    <Fieldset legend="Failure strategy" disabled={disabled}>
      <Stack gap={12}>
        <Switch
          label="Retry after a failure"
          checked={draft.retries}
          onChange={(event) => set({ retries: event.currentTarget.checked })}
        />
        {draft.retries ? (
          <Group gap={8} align="flex-start" grow>
            <Select
              label="Retry Type"
              allowDeselect={false}
              data={strategies}
              value={draft.retryStrategy}
              onChange={(value) => set({ retryStrategy: (value ?? "linear") as WebhookDraft["retryStrategy"] })}
            />
            <Select
              label="Retry Count"
              allowDeselect={false}
              data={["1", "2", "3"]}
              value={String(draft.retryCount)}
              onChange={(value) => set({ retryCount: Number(value ?? 1) })}
            />
            <WholeNumberInput
              label="Delay in seconds"
              required
              value={draft.retryDelaySeconds}
              onChange={(value) => set({ retryDelaySeconds: value === "" ? "" : Number(value) })}
              error={error}
            />
          </Group>
        ) : null}
      </Stack>
    </Fieldset>
  );
}
