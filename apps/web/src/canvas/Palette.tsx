import { Text } from "@mantine/core";
import type { PaletteEntry } from "@trunkline/workflow/outbound/graph.ts";
import { palette } from "@trunkline/workflow/outbound/sections.ts";
import { Fragment, type ReactNode } from "react";
import { addWanted } from "./addWanted.ts";
import { graphOf, useCanvas, useCanvasStore } from "./canvasStore.ts";
import { iconOf } from "./kindIcons.ts";
import classes from "./Palette.module.css";
import { useMiddle } from "./useMiddle.ts";

/** The node types, to drag onto the canvas or add with a click (spec 2 §2.1). */
export function Palette({ children }: { children?: ReactNode }) {
  const graph = useCanvas(graphOf);
  const section = useCanvas((state) => state.section);
  const entries = palette(graph, section);
  const groups = Map.groupBy(entries, ({ group = "" }) => group);
  return (
    <div className={classes["palette"]}>
      <Text size="xs" c="dimmed" px={8} mb={4}>
        Drag nodes onto the canvas, or click to add one after the selected node.
      </Text>
      {children}
      {[...groups].map(([group, members]) => (
        <Fragment key={group}>
          {group !== "" && (
            <Text size="xs" c="dimmed" px={8} mt={12} mb={4}>
              {group}
            </Text>
          )}
          {members.map((entry) => (
            <Entry key={`${entry.kind} ${entry.label}`} entry={entry} />
          ))}
        </Fragment>
      ))}
    </div>
  );
}

function Entry({ entry }: { entry: PaletteEntry }) {
  const store = useCanvasStore();
  const middle = useMiddle();
  const { hue, why } = entry;
  const Icon = iconOf(entry.icon);
  return (
    <button
      type="button"
      className={classes["entry"]}
      data-hue={hue}
      draggable={why === undefined}
      disabled={why !== undefined}
      title={why}
      onDragStart={(event) => {
        // some browsers ignore a drag without data
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
