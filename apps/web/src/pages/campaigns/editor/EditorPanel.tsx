import { Button, Stack } from "@mantine/core";
import { IconUserSearch } from "@tabler/icons-react";
import { SidePanel } from "../../../canvas/SidePanel.tsx";
import { useLoadedLists } from "../inbound/useLoadedLists.ts";
import { NodeInsight } from "../journey/MessagePreview.tsx";

/** The side panel of the outbound editor, with the option lists of its forms. */
export function EditorPanel({ findContact }: { findContact: (node: number) => void }) {
  const lists = useLoadedLists();
  return (
    <SidePanel
      lists={lists}
      below={(node) => (
        <Stack gap={24}>
          <NodeInsight node={node} />
          {node.id > 0 && node.kind !== "start" && (
            <Button
              variant="default"
              size="xs"
              flex="none"
              style={{ alignSelf: "flex-start" }}
              leftSection={<IconUserSearch size={14} />}
              onClick={() => findContact(node.id)}
            >
              Find a contact that gets here
            </Button>
          )}
        </Stack>
      )}
    />
  );
}
