import { type Graph, type GraphNode, kindOfNode } from "@trunkline/workflow/outbound/graph.ts";
import { helpOf } from "@trunkline/workflow/outbound/kinds/helps.ts";
import { kindNamed } from "@trunkline/workflow/outbound/kindTable.ts";
import { hasPaths, pathPlaces } from "@trunkline/workflow/outbound/pathPlaces.ts";
import { palette } from "@trunkline/workflow/outbound/sections.ts";
import type { PathSteps, StepKind } from "../../fields/formContext.ts";
import { type CanvasStore, edit, goTo, graphOf } from "../canvasStore.ts";
import { iconOf } from "../kindIcons.ts";
import { addOnPath, type Wanted } from "../placing.ts";

/** Kinds that paths usually continue with. */
const usual: readonly string[] = ["smsSend", "control"];

/** What the path selectors of a node's form can do on the canvas. Undefined for a kind without paths. */
export function pathSteps(store: CanvasStore, graph: Graph, node: GraphNode): PathSteps | undefined {
  if (graph.language !== undefined || !hasPaths(kindOfNode(node))) return undefined;
  const { kinds, wanted } = stepKinds(graph, node.section);
  return {
    kinds,
    add: (place, key) => {
      const step = wanted.get(key);
      if (step !== undefined) addStep(store, node.id, place, step);
    },
    open: (id) => goTo(store, id),
  };
}

/** The kinds of the palette as next steps, and what each adds. */
function stepKinds(graph: Graph, section: string): { kinds: readonly StepKind[]; wanted: ReadonlyMap<string, Wanted> } {
  const entries = palette(graph, section).filter(({ why }) => why === undefined);
  const kinds = entries.map(({ kind, label, icon, hue, draft }): StepKind => {
    const { exits, defaults } = kindNamed(kind);
    return {
      key: keyOf(kind, draft),
      label: draft === undefined ? label : `Section ${label}`,
      icon: iconOf(icon),
      hue,
      words: helpOf(kind),
      usual: usual.indexOf(kind) + 1,
      hasExit: exits({ ...defaults, ...draft }).length > 0,
    };
  });
  return {
    kinds,
    wanted: new Map(entries.map(({ kind, draft }) => [keyOf(kind, draft), { kind, ...(draft && { draft }) }])),
  };
}

const keyOf = (kind: string, draft: object | undefined): string =>
  draft === undefined ? kind : `${kind} ${JSON.stringify(draft)}`;

/** Adds a step behind a path of a node. The form stays open, and the view shows the new card. */
function addStep(store: CanvasStore, id: number, place: string, step: Wanted): void {
  const graph = graphOf(store.getState());
  const node = graph.nodes.get(id);
  const path = node && pathPlaces(node).find((one) => one.place === place);
  const added = path && addOnPath(graph, id, path.index, step);
  if (added === undefined) return;
  edit(store, () => added.graph, { glide: true });
  store.setState(({ aim }) => ({ aim: { at: added.id, nonce: aim.nonce + 1 } }));
}
