import { SegmentedControl } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Palette } from "../../../canvas/Palette.tsx";
import { PanelEdge } from "../../../canvas/panels/PanelEdge.tsx";
import classes from "./Editor.module.css";

const Outline = lazy(async () => ({ default: (await import("../../../canvas/Outline.tsx")).Outline }));

/** The left panel with the palette and the outline. Read-only drawings show only the outline. */
export function LeftPanel({ readOnly, tools }: { readOnly: boolean; tools?: ReactNode }) {
  const [tab, setTab] = useState<"add" | "outline">("add");
  const shown = readOnly ? "outline" : tab;
  return (
    <div className={classes["left"]}>
      <PanelEdge panel="left" />
      {!readOnly && (
        <div className={classes["tabs"]}>
          <SegmentedControl
            aria-label="Left panel"
            size="xs"
            fullWidth
            value={tab}
            onChange={(value) => setTab(value as typeof tab)}
            data={[
              { value: "add", label: "Add nodes" },
              { value: "outline", label: "Outline" },
            ]}
          />
        </div>
      )}
      <div className={classes["tab"]}>
        <Suspense>{shown === "add" ? <Palette /> : <Outline />}</Suspense>
      </div>
      {!readOnly && tools}
    </div>
  );
}
