import { Group, Kbd, Modal, Stack, Switch, Table, Text } from "@mantine/core";
import { useKeysOn } from "../ui/page/useKeysOn.ts";

const command = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

const keys: readonly { keys: readonly string[]; what: string }[] = [
  { keys: [command, "K"], what: "Search pages, workflows, contacts, settings and actions" },
  { keys: ["Tab"], what: "Go to the next control. On a new page, the first one skips the navigation" },
  { keys: ["Enter"], what: "Press the button or open the link that has the focus" },
  { keys: ["↑", "↓"], what: "Choose in a list or a menu" },
  { keys: ["←", "→"], what: "Read a chart point by point" },
  { keys: ["1", "…", "9"], what: "Save an outcome while a call is in wrap-up" },
  { keys: ["Esc"], what: "Close a dialog, a menu or a panel" },
  { keys: ["?"], what: "Show these keys" },
];

/** The keys that act on every page, and the switch that turns single keys off. */
export function KeysHelp({ close }: { close: () => void }) {
  const [isOn, setOn] = useKeysOn();
  return (
    <Modal opened onClose={close} title="Keyboard shortcuts" returnFocus>
      <Stack gap={16}>
        <Table aria-label="Keyboard shortcuts">
          <Table.Tbody>
            {keys.map((one) => (
              <Table.Tr key={one.what}>
                <Table.Th scope="row" w={120}>
                  <Group gap={4} wrap="nowrap">
                    {one.keys.map((key) => (key === "…" ? <span key={key}>…</span> : <Kbd key={key}>{key}</Kbd>))}
                  </Group>
                </Table.Th>
                <Table.Td>{one.what}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="sm" c="dimmed">
          The inbox and the editors of workflows have more keys. Press ? there to see them.
        </Text>
        <Switch
          label="Single keys"
          description="Keys without Ctrl act while you are not typing. Applies to this browser."
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  );
}
