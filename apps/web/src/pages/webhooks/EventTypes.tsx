import { Modal, Table, Text } from "@mantine/core";
import { variablesOfEvent, webhookEventNames, webhookEvents } from "@trunkline/contract/webhookEvents.ts";

/** Each event type with its description and its variables (spec 2 §2.3, §3.6). */
export function EventTypes({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title="Event types" size="lg">
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Event type</Table.Th>
            <Table.Th>When it is sent</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {webhookEventNames.map((name) => {
            const event: { words: string; coming?: string } = webhookEvents[name];
            return (
              <Table.Tr key={name}>
                <Table.Td>
                  <code>{name}</code>
                </Table.Td>
                <Table.Td>
                  {event.words}
                  {event.coming ? (
                    <Text size="xs" c="dimmed">
                      {`Sent once ${event.coming} are part of the product`}
                    </Text>
                  ) : null}
                  {variablesOfEvent(name).length > 0 ? (
                    <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                      {`Variables: ${variablesOfEvent(name).join(", ")}`}
                    </Text>
                  ) : null}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
