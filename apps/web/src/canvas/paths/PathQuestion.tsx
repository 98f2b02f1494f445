import { IconArrowRight, IconPlus } from "@tabler/icons-react";
import { callOf } from "@trunkline/workflow/outbound/graph.ts";
import { palette } from "@trunkline/workflow/outbound/sections.ts";
import { edit, graphOf, select, useCanvas, useCanvasStore } from "../canvasStore.ts";
import { iconOf } from "../kindIcons.ts";
import { PickOverlay } from "../PickOverlay.tsx";
import { type Gesture, leadTo, leadToNew, type OfferedPath, offeredPaths } from "./pathGesture.ts";

interface Props {
  gesture: Gesture;
  /** Asks the next question of the drag. */
  ask: (next: Gesture) => void;
  close: () => void;
}

const typedNothing = (): string => "";

/** Asks which path a drag is for, if there are several, and which node is to be made where it ended on free ground. */
export function PathQuestion({ gesture, ask, close }: Props) {
  const graph = useCanvas(graphOf);
  const paths = offeredPaths(graph, gesture.source);
  const path = gesture.path ?? (paths?.length === 1 ? paths[0] : undefined);
  if (paths !== undefined && path === undefined)
    return <WhichPath gesture={gesture} paths={paths} ask={ask} close={close} />;
  return <WhichKind gesture={gesture} path={path} close={close} />;
}

interface WhichPathProps extends Props {
  paths: readonly OfferedPath[];
}

function WhichPath({ gesture, paths, ask, close }: WhichPathProps) {
  const { source, target } = gesture;
  const store = useCanvasStore();
  const node = useCanvas((state) => graphOf(state).nodes.get(target ?? source));
  const name = node === undefined ? "" : callOf(node);
  return (
    <PickOverlay
      key="path"
      label={target === null ? `Choose the path of ${name}` : `Choose the path to ${name}`}
      placeholder="Which path?"
      picks={paths.map(({ place, name: words, now }, index) => ({
        key: String(index),
        label: words,
        icon: place === null ? IconPlus : IconArrowRight,
        ...(now !== undefined && { note: `now ${now}` }),
      }))}
      close={close}
      takeTyped={typedNothing}
      onPick={(key) => {
        const path = paths[Number(key)];
        if (path === undefined) return;
        if (target === null) ask({ ...gesture, path });
        else edit(store, (graph) => leadTo(graph, source, path, target));
      }}
    />
  );
}

function WhichKind({ gesture, path, close }: Omit<Props, "ask"> & { path: OfferedPath | undefined }) {
  const store = useCanvasStore();
  const graph = useCanvas(graphOf);
  const section = useCanvas((state) => state.section);
  const entries = palette(graph, section).filter(
    (entry) => entry.why === undefined && leadToNew(graph, gesture, path, entry) !== undefined,
  );
  return (
    <PickOverlay
      key="kind"
      label="Add step"
      placeholder="Search node types"
      picks={entries.map((entry, index) => ({
        key: String(index),
        label: entry.label,
        icon: iconOf(entry.icon),
        words: entry.kind,
        ...(entry.kind === "section" && { note: "Section" }),
      }))}
      close={close}
      takeTyped={typedNothing}
      onPick={(key) => {
        const entry = entries[Number(key)];
        const made = entry && leadToNew(graphOf(store.getState()), gesture, path, entry);
        if (made === undefined) return;
        edit(store, () => made.graph);
        select(store, [made.id]);
      }}
    />
  );
}
