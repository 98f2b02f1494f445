import { compareGraphs } from "@trunkline/workflow/compare/compareGraphs.ts";
import type { Lookups } from "@trunkline/workflow/compare/describeValue.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { type ReactNode, useMemo } from "react";
import { Canvas } from "../Canvas.tsx";
import { CanvasControls } from "../CanvasControls.tsx";
import { CanvasProvider } from "../CanvasProvider.tsx";
import { cardOf, type Names } from "../cards.ts";
import { Overlays } from "../Overlays.tsx";
import { SectionsPanel } from "../SectionsPanel.tsx";
import classes from "./ComparedDrawing.module.css";
import { comparedStore } from "./comparedStore.ts";
import { Differences } from "./Differences.tsx";

interface Props {
  before: Graph;
  after: Graph;
  /** What the two versions are called: "Version 3". */
  titles: { before: string; after: string };
  /** Names by id, and the texts of templates. */
  names: Names;
  /** Content above the list of differences. */
  children?: ReactNode;
}

/**
 * Two versions of a workflow laid over each other on one canvas, with a list of what differs (decision 0086). Both are only
 * looked at.
 */
export function ComparedDrawing({ before, after, titles, names, children }: Props) {
  const comparison = useMemo(() => compareGraphs(before, after, lookupsOf(names)), [before, after, names]);
  const store = useMemo(() => comparedStore(comparison, names), [comparison, names]);
  return (
    <CanvasProvider store={store}>
      <div className={classes["compared"]}>
        <div className={classes["drawing"]}>
          <Canvas label="Both versions">
            <SectionsPanel />
            <CanvasControls />
            <Overlays />
          </Canvas>
        </div>
        <aside className={classes["list"]} aria-label="What differs">
          {children}
          <Differences comparison={comparison} before={titles.before} after={titles.after} />
        </aside>
      </div>
    </CanvasProvider>
  );
}

const lookupsOf = (names: Names): Lookups => ({
  name: (id) => names.get(id),
  message: (node) => cardOf(node, names).message ?? "",
});
