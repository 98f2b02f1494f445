import { Kbd, Modal, Stack, Switch, Table } from "@mantine/core";
import { useKeysOn } from "../../ui/page/useKeysOn.ts";
import { inboxKeys } from "./singleKeys.ts";

/** The keys of the inbox, and the switch that turns them off. */
export function KeysHelp({ close }: { close: () => void }) {
  const [isOn, setOn] = useKeysOn();
  return (
    <Modal opened onClose={close} title="Keys of the inbox">
      <Stack gap={16}>
        <Table aria-label="Keys of the inbox">
          <Table.Tbody>
            {[
              ...Object.entries(inboxKeys),
              ["/", "Search saved replies, in an empty reply box"],
              ["Ctrl Enter", "Send"],
            ].map(([key = "", action]) => (
              <Table.Tr key={key}>
                <Table.Th scope="row" w={120}>
                  <Kbd>{key.length === 1 ? key.toUpperCase() : key}</Kbd>
                </Table.Th>
                <Table.Td>{action}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Switch
          label="Single keys"
          description="J, K, E, R and ? act while you are not typing. Applies to this browser."
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  );
}
