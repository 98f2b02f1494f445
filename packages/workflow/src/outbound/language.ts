import type { AnyNodeKind, DesignContext, Issue, NodeId } from "../nodeKind.ts";
import type { Graph, GraphNode } from "./graph.ts";

/** What of a node kind the canvas looks at, whichever workflow it belongs to. */
export type DrawnKind = Pick<
  AnyNodeKind,
  | "label"
  | "help"
  | "hue"
  | "icon"
  | "placeable"
  | "selectorsOnly"
  | "source"
  | "target"
  | "defaults"
  | "fields"
  | "card"
  | "exits"
  | "gives"
  | "retarget"
  | "validate"
>;

/** What a node of another language carries: its kind, its id on the wire, and the rest of what it was saved as. */
export interface Foreign {
  readonly kind: DrawnKind;
  readonly wireId: string;
  readonly saved: object;
}

/** An entry of the palette. */
export interface PaletteEntry {
  kind: string;
  label: string;
  icon: string;
  hue: DrawnKind["hue"];
  /** The heading that it stands under. */
  group?: string;
  /** Why it cannot be placed now. */
  why?: string | undefined;
  draft?: object;
}

export type NodeState = "normal" | "updated" | "error" | "orphan";

/** What is told of a kind of workflow so that the canvas draws it as it draws outbound ones: commands and checks ask it. */
export interface Language {
  palette(graph: Graph): PaletteEntry[];
  /** A new node of a kind of the palette. */
  newNode(graph: Graph, kind: string, id: NodeId, at: { x: number; y: number; section: string }): GraphNode;
  /** Why a line cannot be drawn; undefined when it can. */
  whyNotConnect(graph: Graph, source: NodeId, target: NodeId): string | undefined;
  issues(graph: Graph, node: GraphNode, context: DesignContext): Issue[];
  /** How a card is marked against what was saved. */
  stateOf(graph: Graph, saved: Graph, id: NodeId, context: DesignContext): NodeState;
  /** A node from the clipboard under a free id of the wire; undefined where it is none of this language. */
  pasted(graph: Graph, node: GraphNode): GraphNode | undefined;
}
