import { Text } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { PaletteEntry } from "@trunkline/workflow/outbound/graph.ts";
import { paletteOrder } from "@trunkline/workflow/outbound/paletteGroups.ts";
import { palette } from "@trunkline/workflow/outbound/sections.ts";
import { type KeyboardEvent, useState } from "react";
import { addWanted } from "./addWanted.ts";
import { bestFirst } from "./bestFirst.ts";
import { graphOf, useCanvas, useCanvasStore } from "./canvasStore.ts";
import { iconOf } from "./kindIcons.ts";
import classes from "./Palette.module.css";
import { useMiddle } from "./useMiddle.ts";

/** The node types in groups, to drag onto the canvas or add with a click (spec 2 §2.1). What is typed filters them. */
export function Palette() {
  const store = useCanvasStore();
  const graph = useCanvas(graphOf);
  const section = useCanvas((state) => state.section);
  const middle = useMiddle();
  const [text, setText] = useState("");
  const entries = palette(graph, section);
  const found = bestFirst(entries, text);
  const isFiltered = text.trim() !== "";
  const onKeyDown = (event: KeyboardEvent) => {
    const first = found.find(({ why }) => why === undefined);
    if (event.key === "Escape" && text !== "") setText("");
    else if (event.key === "Enter" && isFiltered && first !== undefined) addWanted(store, first, middle());
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes["palette"]}>
      <label className={classes["search"]}>
        <IconSearch size={14} aria-hidden />
        {/* the browser's own field: another one would make the editor load longer */}
        <input
          type="text"
          aria-label="Search palette"
          placeholder="Search, such as wait or split"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      {isFiltered ? (
        <Found entries={found} />
      ) : (
        <>
          <Text size="xs" c="dimmed" px={8}>
            Drag onto the canvas, or click to add.
          </Text>
          {groupsOf(entries).map(([group, members]) => (
            <section key={group} aria-label={group}>
              <Text size="xs" c="dimmed" fw={600} px={8} mt={10} mb={2} aria-hidden>
                {group}
              </Text>
              {members.map((entry) => (
                <Entry key={`${entry.kind} ${entry.label}`} entry={entry} />
              ))}
            </section>
          ))}
        </>
      )}
    </div>
  );
}

function Found({ entries }: { entries: readonly PaletteEntry[] }) {
  return (
    <div role="status">
      {entries.length === 0 && (
        <Text size="xs" c="dimmed" px={8}>
          No node type has this name
        </Text>
      )}
      {entries.map((entry) => (
        <Entry key={`${entry.kind} ${entry.label}`} entry={entry} />
      ))}
    </div>
  );
}

/** The entries by group. Groups of other languages and of sections keep their order, after the known ones. */
function groupsOf(entries: readonly PaletteEntry[]): [string, PaletteEntry[]][] {
  const place = (group: string) => (paletteOrder.includes(group) ? paletteOrder.indexOf(group) : paletteOrder.length);
  return [...Map.groupBy(entries, ({ group = "" }) => group)].sort(([a], [b]) => place(a) - place(b));
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
