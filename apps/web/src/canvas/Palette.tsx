import { Text } from "@mantine/core";
import { kinds } from "@trunkline/workflow/outbound/kinds/index.ts";
import { type PaletteEntry, palette } from "@trunkline/workflow/outbound/sections.ts";
import { addWanted } from "./addWanted.ts";
import { graphOf, useCanvas, useCanvasStore } from "./canvasStore.ts";
import { iconOf } from "./kindIcons.ts";
import { useMiddle } from "./Overlays.tsx";
import classes from "./Palette.module.css";

/** What can be put on the canvas: by dragging, or by a click after the selected node (spec 2 §2.1). */
export function Palette() {
  const graph = useCanvas(graphOf);
  const section = useCanvas((state) => state.section);
  const entries = palette(graph, section);
  const sections = entries.filter(({ kind }) => kind === "section");
  return (
    <div className={classes["palette"]}>
      <Text size="xs" c="dimmed" px={8} mb={4}>
        Drag onto the canvas, or click to add after the selected node, or at the only open end.
      </Text>
      {entries
        .filter(({ kind }) => kind !== "section")
        .map((entry) => (
          <Entry key={entry.kind} entry={entry} />
        ))}
      {sections.length > 0 && (
        <>
          <Text size="xs" c="dimmed" px={8} mt={12} mb={4}>
            Sections that nothing leads to yet
          </Text>
          {sections.map((entry) => (
            <Entry key={entry.label} entry={entry} />
          ))}
        </>
      )}
    </div>
  );
}

function Entry({ entry }: { entry: PaletteEntry }) {
  const store = useCanvasStore();
  const middle = useMiddle();
  const { icon, hue } = kinds[entry.kind];
  const Icon = iconOf(icon);
  return (
    <button
      type="button"
      className={classes["entry"]}
      data-hue={hue}
      draggable
      onDragStart={(event) => {
        // a drag without data is none in some browsers
        event.dataTransfer.setData("text/plain", entry.label);
        event.dataTransfer.effectAllowed = "copy";
        store.setState({ dragged: entry });
      }}
      onDragEnd={() => store.setState({ dragged: null, dropEdge: null })}
      onClick={() => addWanted(store, entry, middle())}
    >
      <span className={classes["icon"]}>
        <Icon size={15} stroke={1.8} aria-hidden />
      </span>
      {entry.label}
    </button>
  );
}
