import { z } from "zod";
import type { SavedNode } from "../nodeKind.ts";

/** The keys that every saved node has (spec 2 §3.2; wire readings 1 and 6); the others are its kind's, or nobody's. */
export const savedNode = z.looseObject({
  id: z.int().positive(),
  type: z.string().min(1),
  x: z.number().default(0),
  y: z.number().default(0),
  children: z.array(z.int()).default([]),
  inSection: z.string().optional(),
});

/** A workflow as it is saved: JSON text on the wire (spec 2 §3.2). */
export const savedWorkflow = z.looseObject({
  schemaVersion: z.literal(1).default(1),
  startNode: z.int().default(-1),
  nodes: z.array(savedNode).default([]),
  sections: z.record(z.string(), z.int()).optional(),
});

export interface SavedWorkflow {
  schemaVersion: 1;
  startNode: number;
  nodes: SavedNode[];
  /** Section name to the id of its first node. Absent from a newly created workflow. */
  sections?: Record<string, number>;
}

/** What a workflow holds before anything was drawn (spec 1 §3.1). */
export const emptyWorkflow: SavedWorkflow = { schemaVersion: 1, startNode: -1, nodes: [] };

/** The keys of a saved node that belong to no kind. */
export const sharedKeys: readonly string[] = Object.keys(savedNode.shape);
