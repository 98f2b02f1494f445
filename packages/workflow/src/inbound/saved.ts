import { z } from "zod";

/** Channels of calls and messages, the `srcType` of a route destination (spec 1 §3.3). */
export const srcTypes = ["call", "sms", "rcs"] as const;
export type SrcType = (typeof srcTypes)[number];

/** The node types of the canvas (spec 1 §3.4; wire reading 15). */
export const nodeTypes = [
  "start",
  "inboundCall",
  "inboundSms",
  "inboundRcs",
  "rule",
  "smsRule",
  "callDestination",
  "smsDestination",
  "multipleDestination",
] as const;
export type NodeType = (typeof nodeTypes)[number];

/** A saved node. Unknown keys are preserved (spec 1 §3.4). */
export const savedInboundNode = z.looseObject({
  id: z.string().min(1).max(200),
  type: z.string().min(1),
  position: z.looseObject({ x: z.number().default(0), y: z.number().default(0) }).default({ x: 0, y: 0 }),
  data: z
    .looseObject({
      label: z.string().optional(),
      type: z.string().optional(),
      destType: z.string().optional(),
      category: z.string().optional(),
      formData: z.record(z.string(), z.unknown()).optional(),
      routeDest: z.string().optional(),
    })
    .default({}),
});
export type SavedInboundNode = z.infer<typeof savedInboundNode>;

/** A saved edge. Between two rules its condition is AND (wire reading 19). */
export const savedInboundEdge = z.looseObject({
  id: z.string().min(1),
  source: z.string().min(1),
  target: z.string().min(1),
  condition: z.string().optional(),
});

/** A saved inbound workflow, JSON text on the wire (spec 1 §3.2). */
export const savedInbound = z.looseObject({
  nodes: z.array(savedInboundNode).default([]),
  edges: z.array(savedInboundEdge).default([]),
});
export type SavedInbound = z.infer<typeof savedInbound>;

/** What the editor makes on load; accepted and left out when saved (wire reading 17). */
export const madeOnLoad: readonly string[] = [
  "formFields",
  "formFieldDefaultValues",
  "actionsToExecute",
  "displayFields",
];
