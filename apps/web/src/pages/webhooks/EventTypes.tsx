import { Box, Modal, Stack, Text } from "@mantine/core";
import { variablesOfEvent, webhookEventNames, webhookEvents } from "@trunkline/contract/webhooks/webhookEvents.ts";

/** Each event type with its description and its variables (spec 2 §2.3, §3.6). */
export function EventTypes({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title="Event types" size="lg">
      <Stack component="dl" gap={16} m={0}>
        {webhookEventNames.map((name) => {
          const variables = variablesOfEvent(name);
          return (
            <div key={name}>
              <Text component="dt" size="sm" fw={600} ff="monospace" style={{ overflowWrap: "anywhere" }}>
                {name}
              </Text>
              <Box component="dd" m={0}>
                <Text size="sm">{webhookEvents[name]}</Text>
                {variables.length > 0 ? (
                  <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                    {`Variables: ${variables.join(", ")}`}
                  </Text>
                ) : null}
              </Box>
            </div>
          );
        })}
      </Stack>
    </Modal>
  );
}
