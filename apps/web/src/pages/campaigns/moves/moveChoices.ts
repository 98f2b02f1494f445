import type { MoveChoice, OnTheirWay } from "@trunkline/contract/runs/journeyMove.ts";

export type WaitingNode = OnTheirWay["nodes"][number];

/** What the user has chosen for one node of one version. */
export interface Chosen {
  action: "keep" | "move" | "leave";
  /** Null: not chosen yet. */
  to: number | null;
  reason: string;
}

/** Nothing is moved unless the user says so; the node that matches is chosen in advance. */
export const keep = ({ match }: WaitingNode): Chosen => ({ action: "keep", to: match, reason: "" });

export const placeOf = ({ version, node }: { version: number; node: number }): string => `${version} ${node}`;

/** Nodes that went first, then those that changed; newer versions first. */
export const sortedNodes = (nodes: readonly WaitingNode[]): WaitingNode[] =>
  [...nodes].sort((a, b) => order[a.change] - order[b.change] || b.version - a.version || a.node - b.node);

const order = { gone: 0, changed: 1, same: 2 } as const;

/** The name of a node with its number: "Welcome text (SMS Send 2)". */
export function nameOfNode({ node, label, name }: Pick<WaitingNode, "node" | "label" | "name">): string {
  if (node === 0) return label;
  return name === undefined ? `${label} ${node}` : `${name} (${label} ${node})`;
}

/** What is missing in a choice, or undefined. */
export function issueOf({ action, to, reason }: Chosen): string | undefined {
  if (action === "move" && to === null) return "Choose a node";
  return action === "leave" && reason.trim() === "" ? "Enter a reason" : undefined;
}

/** The choices as the API takes them. Contacts who are kept are left out. */
export const writeChoices = (nodes: readonly WaitingNode[], chosen: ReadonlyMap<string, Chosen>): MoveChoice[] =>
  nodes.flatMap((at): MoveChoice[] => {
    const { action, to, reason } = chosen.get(placeOf(at)) ?? keep(at);
    const { version, node } = at;
    if (action === "move" && to !== null) return [{ version, node, action, to }];
    return action === "leave" ? [{ version, node, action, reason: reason.trim() }] : [];
  });
