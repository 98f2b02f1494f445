export type NodeId = number;

/** A saved node (spec 2 §3.2): the shared keys. The kind's own keys are next to them, and unknown keys are preserved. */
export interface SavedNode {
  id: NodeId;
  type: string;
  x: number;
  y: number;
  /** All edges, including those of path selectors, in the order of `exits`. */
  children: NodeId[];
  /** Our field: what the user calls the node (decision 0075). Not checked where a workflow is read. */
  name?: unknown;
  /** Our field: the section of the node if it is not main (wire reading 6). */
  inSection?: string;
}
