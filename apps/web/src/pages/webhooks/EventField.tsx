import { ActionIcon, Group, Select } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { webhookEventNames } from "@trunkline/contract/webhooks/webhookEvents.ts";
import { useState } from "react";
import { Tooltip } from "../../ui/tip/Tooltip.tsx";
import { EventTypes } from "./EventTypes.tsx";
import type { WebhookPartProps } from "./webhookPart.ts";

/** The event that a webhook is called for. Saved once, it cannot be changed (spec 2 §4.6). */
export function EventField({ isFixed, draft, set, disabled, hint, leave }: WebhookPartProps & { isFixed: boolean }) {
  const [isInfoOpen, setInfoOpen] = useState(false);
  return (
    <>
      <Group gap={8} align="flex-start" wrap="nowrap">
        <Select
          style={{ flex: 1 }}
          label="Event Type"
          searchable
          disabled={disabled || isFixed}
          description={
            isFixed
              ? "Event type cannot be changed during editing"
              : "You can save without an event type, but the webhook is never called."
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
      <EventTypes opened={isInfoOpen} close={() => setInfoOpen(false)} />
    </>
  );
}
