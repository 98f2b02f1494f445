import { z } from "zod";
import type { SavedNode } from "../savedNode.ts";

/** Keys of every saved node (spec 2 §3.2; wire readings 1 and 6). Other keys belong to its kind or are unknown. */
export const savedNode = z.looseObject({
  id: z.int().positive(),
  type: z.string().min(1),
  x: z.number().default(0),
  y: z.number().default(0),
  children: z.array(z.int()).default([]),
  inSection: z.string().optional(),
});

/** A saved workflow, JSON text on the wire (spec 2 §3.2). */
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
  /** Section name to the id of its first node. Missing in a newly created workflow. */
  sections?: Record<string, number>;
}

/** An empty workflow (spec 1 §3.1). */
export const emptyWorkflow: SavedWorkflow = { schemaVersion: 1, startNode: -1, nodes: [] };

/** Keys of a saved node that do not belong to its kind. */
export const sharedKeys: readonly string[] = Object.keys(savedNode.shape);
