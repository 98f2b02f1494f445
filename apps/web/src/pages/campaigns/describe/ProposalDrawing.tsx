import { useEffect, useState } from "react";
import { Canvas } from "../../../canvas/Canvas.tsx";
import { CanvasControls } from "../../../canvas/CanvasControls.tsx";
import { CanvasProvider } from "../../../canvas/CanvasProvider.tsx";
import {
  type CanvasState,
  type CanvasStore,
  createCanvas,
  goTo,
  type Highlight,
  useCanvasStore,
} from "../../../canvas/canvasStore.ts";
import { Overlays } from "../../../canvas/Overlays.tsx";
import { SectionsPanel } from "../../../canvas/SectionsPanel.tsx";
import classes from "./Describe.module.css";
import type { ShownProposal } from "./useDrafting.ts";

interface Props {
  proposal: ShownProposal;
  /** The node that the user wants to see. The number changes with every request. */
  wanted: { node: number; nonce: number } | null;
}

/** The drawing of a proposal, to look at, with what is new marked. The workflow itself is as before. */
export function ProposalDrawing({ proposal, wanted }: Props) {
  const { names, context } = useCanvasStore().getState();
  const [store] = useState<CanvasStore>(() => {
    const made = createCanvas({ graph: proposal.graph, context, readOnly: true });
    // a branch outside the view would be overlooked
    made.setState({ names, lit: marksOf(proposal), ...firstChange(proposal), aim: { at: "all", nonce: 0 } });
    return made;
  });
  useEffect(() => {
    if (wanted !== null) goTo(store, wanted.node);
  }, [store, wanted]);
  return (
    <CanvasProvider store={store}>
      <section className={classes["proposal"]} aria-label="Proposal">
        <Canvas>
          {proposal.graph.language === undefined && <SectionsPanel />}
          <CanvasControls />
          <Overlays />
        </Canvas>
        <p className={classes["banner"]} role="status">
          A proposal. The workflow is as before until you take it over.
        </p>
      </section>
    </CanvasProvider>
  );
}

/** The section of the first change. The view begins there as in the editor. */
function firstChange({ graph, added, changed }: ShownProposal): Partial<CanvasState> {
  const node = graph.nodes.get([...added, ...changed][0] ?? -1);
  return node === undefined ? {} : { section: node.section };
}

function marksOf({ graph, added, changed }: ShownProposal): Highlight {
  const mark = (as: "added" | "changed", words: string) => (id: number) => [id, { as, words }] as const;
  const rest = [...graph.nodes.keys()].filter((id) => !added.has(id) && !changed.has(id));
  return {
    nodes: new Map<number, { as: "added" | "changed" | "path"; words: string }>([
      ...[...added].map(mark("added", "New")),
      ...[...changed].map(mark("changed", "Changed")),
      // not dimmed: what stays is a part of the proposal
      ...rest.map((id) => [id, { as: "path" as const, words: "" }] as const),
    ]),
    into: added,
  };
}
