import { Button, Group } from "@mantine/core";
import { IconPlus, IconSelector, IconTrash } from "@tabler/icons-react";
import { deletableSections } from "@trunkline/workflow/outbound/sections.ts";
import { type KeyboardEvent, lazy, Suspense, useState } from "react";
import { usePreload } from "../ui/page/usePreload.ts";
import { graphOf, useCanvas, useCanvasStore } from "./canvasStore.ts";
import classes from "./panels.module.css";
import { SectionLabel, sectionLabelId } from "./SectionLabel.tsx";
import type { SectionTool } from "./SectionTools.tsx";

// dropdown code is as large as the drawing, so it is loaded afterwards
const loadTools = () => import("./SectionTools.tsx");
const SectionTools = lazy(async () => ({ default: (await loadTools()).SectionTools }));
const soon = [loadTools];

/** Add Section, Delete Section and Current Section (spec 2 §2.1, §4.3). */
export function SectionsPanel() {
  const [wanted, setWanted] = useState<SectionTool | null>(null);
  usePreload(soon);
  const store = useCanvasStore();
  const placeholders = <Placeholders open={setWanted} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the selector next to it offers the same by keyboard
    <div
      className={classes["sections"]}
      data-obstacle
      onContextMenu={(event) => {
        event.preventDefault();
        event.stopPropagation();
        store.setState({ menu: { x: event.clientX, y: event.clientY, about: { kind: "sections" } } });
      }}
    >
      {wanted === null ? (
        placeholders
      ) : (
        <Suspense fallback={placeholders}>
          <SectionTools startOpen={wanted} />
        </Suspense>
      )}
    </div>
  );
}

const opens = ["ArrowDown", "ArrowUp", "Enter", " "];

/** The controls before their code is loaded. A click loads and opens them. */
function Placeholders({ open }: { open: (tool: SectionTool) => void }) {
  const store = useCanvasStore();
  const section = useCanvas((state) => state.section);
  const readOnly = useCanvas((state) => state.readOnly);
  useCanvas((state) => graphOf(state).sections);
  const isAlone = deletableSections(graphOf(store.getState())).length === 0;
  const openList = (event: KeyboardEvent) => {
    if (!opens.includes(event.key)) return;
    event.preventDefault();
    open("choose");
  };
  const button = { size: "xs", variant: "subtle", color: "gray" } as const;
  return (
    <>
      <SectionLabel />
      <span className={classes["sectionFace"]}>
        <input
          readOnly
          role="combobox"
          aria-labelledby={sectionLabelId}
          aria-haspopup="listbox"
          aria-expanded={false}
          value={section}
          onClick={() => open("choose")}
          onKeyDown={openList}
        />
        <IconSelector size={14} aria-hidden />
      </span>
      {!readOnly && (
        <Group gap={4} wrap="nowrap">
          <Button {...button} leftSection={<IconPlus size={14} />} onClick={() => open("add")}>
            Add Section
          </Button>
          <Button
            {...button}
            leftSection={<IconTrash size={14} />}
            disabled={isAlone}
            title={isAlone ? "There are no sections besides main" : undefined}
            onClick={() => open("delete")}
          >
            Delete Section
          </Button>
        </Group>
      )}
    </>
  );
}
