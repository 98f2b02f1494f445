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

/** Destinations with a call of their own (spec 1 §3.3, §4.4). */
const terminalTypes: readonly DestType[] = ["call-relay", "sms", "groupcall", "inbox", "workflow", "workgroup"];

/** Whether a destination is created and updated by the terminal call. */
export const isTerminal = (destType: DestType): boolean => terminalTypes.includes(destType);

/** One rule of a path as it is saved (spec 1 §3.5; wire reading 20): no `DN_`, a list joined by commas. */
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

/** The rules of a path: all of `and`, and at least one of `or`, if any (wire reading 19). */
const ruleList = z.object({
  name: z.string().max(200).default(""),
  and: z.array(ruleEntry).max(100).default([]),
  or: z.array(ruleEntry).max(100).default([]),
});

/** What a destination is told beside where it lies (spec 1 §3.3). */
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

/** One path of a route in wire form (spec 1 §3.3): the body of the calls that create and update it. */
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
