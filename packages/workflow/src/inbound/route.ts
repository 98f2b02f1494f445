import { z } from "zod";
import { readOperation } from "../parts/operations.ts";
import { srcTypes } from "./saved.ts";

/** The kinds of destination on the wire (spec 1 §3.3). */
const destTypes = [
  "ivr",
  "call-relay",
  "call",
  "workgroup",
  "groupcall",
  "voicemail",
  "live-list",
  "inbox",
  "sms",
  "workflow",
] as const;
export type DestType = (typeof destTypes)[number];

/** Destination types with their own endpoint (spec 1 §3.3, §4.4). */
const terminalTypes: readonly DestType[] = ["call-relay", "sms", "groupcall", "inbox", "workflow", "workgroup"];

/** Whether a destination uses the terminal endpoint. */
export const isTerminal = (destType: DestType): boolean => terminalTypes.includes(destType);

/** A saved rule of a path (spec 1 §3.5; wire reading 20): no `DN_`, a list joined by commas. */
const ruleEntry = z.object({
  variable: z.string().min(1).max(200),
  type: z.enum(["time", "session", "matchcontact"]).default("session"),
  operation: z
    .string()
    .refine((operation) => readOperation(operation) !== undefined, "must be an operation such as EQUALS or CONTAINS"),
  value: z.string().max(20_000).default(""),
  negated: z.boolean().default(false),
});
export type RuleEntry = z.infer<typeof ruleEntry>;

/** The rules of a path: all of `and`, and at least one of `or` if there are any (wire reading 19). */
const ruleList = z.object({
  name: z.string().max(200).default(""),
  and: z.array(ruleEntry).max(100).default([]),
  or: z.array(ruleEntry).max(100).default([]),
});

/** Options of a destination (spec 1 §3.3). */
const routeOptions = z.object({
  timezone: z.int().default(-28),
  priority: z.int().default(1),
  playUrl: z.string().max(2_000).optional(),
  recordMaxLengthSec: z.int().optional(),
  recordTimeoutSec: z.int().optional(),
  recordPlayBeep: z.boolean().optional(),
  delayNextCall: z.int().optional(),
  tryCallTimeout: z.int().optional(),
  ivr: z.string().max(200).optional(),
  callXml: z.string().max(65_536).optional(),
  sayText: z.string().max(4_096).optional(),
  maxDials: z.int().optional(),
  mohUrl: z.string().max(2_000).optional(),
});
export type RouteOptions = z.infer<typeof routeOptions>;

/** A path of a route on the wire (spec 1 §3.3): the body of create and update requests. */
export const routeDestination = z.object({
  name: z.string().min(1).max(200),
  routeTag: z.string().min(1).max(200),
  srcType: z.enum(srcTypes),
  dest: z.string().max(20_000),
  destType: z.enum(destTypes),
  description: z.string().max(1_000).default(""),
  distributionType: z.int().default(1),
  callbackUrl: z.string().max(2_000).default(""),
  options: routeOptions,
  priority: z.int().default(1),
  applyTags: z.array(z.string()).default([]),
  status: z.int().default(1),
  ruleDTO: ruleList,
});
export type RouteDestination = z.infer<typeof routeDestination>;
