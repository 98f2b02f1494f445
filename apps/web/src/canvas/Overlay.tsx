import { Kbd, Modal, Table } from "@mantine/core";
import { kindAndNumber, kindOfNode } from "@trunkline/workflow/outbound/graph.ts";
import { palette } from "@trunkline/workflow/outbound/sections.ts";
import { useMemo, useState } from "react";
import { addPicked } from "./addWanted.ts";
import { type CanvasState, goTo, graphOf, useCanvas, useCanvasStore } from "./canvasStore.ts";
import { cardOf, nameOf } from "./cards.ts";
import { canvasKeys } from "./keys/canvasKeys.ts";
import { iconOf } from "./kindIcons.ts";
import { PickOverlay } from "./PickOverlay.tsx";
import { useMiddle } from "./useMiddle.ts";

/** The overlay of the canvas: quick add, search or keyboard shortcuts. */
export function Overlay({ overlay }: { overlay: NonNullable<CanvasState["overlay"]> }) {
  if (overlay === "quickAdd") return <QuickAdd />;
  if (overlay === "search") return <SearchNodes />;
  return <Keys />;
}

const useClose = () => {
  const store = useCanvasStore();
  return () => store.setState({ overlay: null, addTo: null });
};

const useTakeTyped = () => {
  const store = useCanvasStore();
  return () => store.getState().typedAhead.take();
};

/** Quick add (`/`): adds a node of the typed kind after the selected node (look, Canvas). */
function QuickAdd() {
  const store = useCanvasStore();
  const graph = useCanvas(graphOf);
  const section = useCanvas((state) => state.section);
  const middle = useMiddle();
  // closing forgets it before the node is added
  const [addTo] = useState(() => store.getState().addTo);
  const entries = palette(graph, section).filter(({ why }) => why === undefined);
  const picks = entries.map((entry, index) => ({
    key: String(index),
    label: entry.label,
    icon: iconOf(entry.icon),
    words: `${entry.words ?? ""} ${entry.kind}`,
    ...(entry.kind === "section" && { note: "Section" }),
  }));
  return (
    <PickOverlay
      label="Add node"
      placeholder="Search node types"
      picks={picks}
      close={useClose()}
      takeTyped={useTakeTyped()}
      onPick={(key) => {
        const entry = entries[Number(key)];
        if (entry !== undefined) addPicked(store, entry, middle(), addTo);
      }}
    />
  );
}

/** Search (Ctrl+F): finds a node in any section by its name or content. */
function SearchNodes() {
  const store = useCanvasStore();
  const graph = useCanvas(graphOf);
  const names = useCanvas((state) => state.names);
  const picks = useMemo(
    () =>
      [...graph.nodes.values()].map((node) => {
        const card = cardOf(node, names);
        return {
          key: String(node.id),
          label: nameOf(node),
          note: [
            node.section === "main" ? "" : node.section,
            node.name === undefined ? "" : kindAndNumber(node),
            card.lines[0] ?? "",
          ]
            .filter(Boolean)
            .join(" · "),
          icon: iconOf(kindOfNode(node).icon),
          words: `${kindAndNumber(node)} ${card.lines.join(" ")} ${JSON.stringify(node.draft)}`,
        };
      }),
    [graph, names],
  );
  return (
    <PickOverlay
      label="Search nodes"
      placeholder="Search nodes"
      picks={picks}
      close={useClose()}
      takeTyped={useTakeTyped()}
      onPick={(key) => goTo(store, Number(key))}
    />
  );
}

/** Keyboard shortcuts (`?`). */
function Keys() {
  return (
    <Modal opened onClose={useClose()} title="Keyboard shortcuts" size={460}>
      <Table withRowBorders={false} verticalSpacing={4}>
        <Table.Tbody>
          {canvasKeys.map(({ keys, what }) => (
            <Table.Tr key={what}>
              <Table.Td w={190}>
                {keys.map((key, index) => (
                  <span key={key}>
                    {index > 0 && " "}
                    <Kbd size="xs">{key}</Kbd>
                  </span>
                ))}
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
