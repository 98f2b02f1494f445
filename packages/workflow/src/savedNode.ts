export type NodeId = number;

/** A node as saved in the workflow text (spec 2 §3.2): the shared keys; the kind's own keys lie beside them, unknown keys are carried along. */
export interface SavedNode {
  id: NodeId;
  type: string;
  x: number;
  y: number;
  /** Every edge, path selectors included, in the order that `exits` gives. */
  children: NodeId[];
  /** Our field: the section that the node lives in when it is not main (wire reading 6). */
  inSection?: string;
}
