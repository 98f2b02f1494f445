import { z } from "zod";
import { done, id, largestInt, route, wholeList } from "../route.ts";
import { versionPage, workflowVersion } from "../workflows/version.ts";
import { routeTagOf, whyNoRouteTag } from "./routeTag.ts";

const newTag = z
  .string({ error: "Title is required" })
  .transform(routeTagOf)
  .superRefine((tag, at) => {
    const message = whyNoRouteTag(tag);
    if (message !== undefined) at.addIssue({ code: "custom", message });
  });
/** A route tag that should be there, in whatever case it is written. */
const knownTag = z.string().max(200).transform(routeTagOf);

/** An inbound workflow as spec 1 §3.2 lists it. */
const routeTag = z.object({
  routeTag: z.string(),
  description: z.string(),
  created: z.string(),
  /** The number sets that it answers. */
  numberRouteTags: z.array(z.object({ numberSetId: id, name: z.string() })),
  /** The numbers that it answers beside those of the sets. */
  numbers: z.array(z.string()),
  /** How often its drawing was saved; 0: not yet. */
  workflowUIVersion: z.number().int(),
  /** It belongs to an IVR menu and is not listed among workflows (readings, IVR and live lists). */
  ivr: z.boolean(),
});
export type RouteTag = z.infer<typeof routeTag>;

const srcTypes = ["call", "sms", "rcs"] as const;
const destTypes = [
  ...(["ivr", "call-relay", "call", "workgroup", "groupcall", "voicemail", "live-list", "inbox", "sms"] as const),
  "workflow",
] as const;
export type DestType = (typeof destTypes)[number];
/** Kinds that the terminal call takes (spec 1 §3.3). */
export const terminalDestTypes: readonly DestType[] = [
  "call-relay",
  "sms",
  "groupcall",
  "inbox",
  "workflow",
  "workgroup",
];

const ruleEntry = z.strictObject({
  variable: z.string().min(1, "variable is required").max(200),
  type: z.enum(["time", "session", "matchcontact"]),
  operation: z.string().min(1, "operation is required").max(40),
  value: z.string().max(10_000),
  negated: z.boolean().default(false),
});
const ruleDTO = z.strictObject({
  name: z.string().max(200),
  and: z.array(ruleEntry).max(500).default([]),
  or: z.array(ruleEntry).max(500).default([]),
});
const options = z.strictObject({
  timezone: z.number().int(),
  priority: z.number().int().optional(),
  playUrl: z.string().max(2000).optional(),
  recordMaxLengthSec: z.number().int().optional(),
  recordTimeoutSec: z.number().int().optional(),
  recordPlayBeep: z.boolean().optional(),
  delayNextCall: z.number().int().optional(),
  tryCallTimeout: z.number().int().optional(),
  ivr: z.string().max(200).optional(),
  callXml: z.string().max(100_000).optional(),
  sayText: z.string().max(4000).optional(),
  maxDials: z.number().int().optional(),
  mohUrl: z.string().max(2000).optional(),
});

/** Where calls or messages of a route tag are led, under which rules (spec 1 §3.3). */
export const routeDestination = z.strictObject({
  name: z
    .string({ error: "name is required" })
    .trim()
    .min(1, "name is required")
    .max(200, "name must have at most 200 characters")
    .refine((name) => name !== "tag" && name !== "terminal" && name !== "test", "name is a reserved word"),
  routeTag: knownTag,
  srcType: z.enum(srcTypes, { error: `srcType must be one of ${srcTypes.join(", ")}` }),
  dest: z.string().min(1, "dest is required").max(10_000),
  destType: z.enum(destTypes, { error: `destType must be one of ${destTypes.join(", ")}` }),
  description: z.string().max(500).default(""),
  distributionType: z.literal([1, 2, 3, 4, 7, 9], { error: "distributionType must be 1, 2, 3, 4, 7 or 9" }).default(1),
  callbackUrl: z
    .string()
    .trim()
    .max(2000)
    .refine((url) => url === "" || (/^https?:\/\//i.test(url) && URL.canParse(url)), "callbackUrl must be a valid URL")
    .default(""),
  options,
  /** The lowest is tried first. */
  priority: z.number().int(),
  applyTags: z.array(z.string().max(72)).max(100).optional(),
  status: z.literal(1).default(1),
  ruleDTO,
});
export type RouteDestination = z.infer<typeof routeDestination>;

const instantLess = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/;
/** A route test before it is kept. */
export const routeTestBody = z.strictObject({
  name: z.string().trim().max(200).default(""),
  srcType: z.enum(srcTypes),
  from: z.string().trim().min(1, "From is required").max(40),
  to: z.string().trim().max(40).default(""),
  /** Date and time of day in the workflow's own zone. */
  at: z.string().regex(instantLess, "at must be a date and time such as 2026-11-24T18:40"),
  text: z.string().max(2000).default(""),
  /** The contact's own fields by name. */
  attributes: z.record(z.string().max(100), z.string().max(500)).default({}),
  /** The node of the drawing that it must end at; empty: nothing answers. */
  expected: z.string().max(200).default(""),
});

/** "A call from … to … at … goes to …": what must hold on every save of the drawing. */
const routeTest = routeTestBody.extend({ testId: id });
export type RouteTest = z.infer<typeof routeTest>;

/** The code of deleting a route test that is not there; the designer passes over it (spec 1 §4.4). */
export const noRouteTest = "15008";

/** The code of a test that fails on the drawing that should be saved. */
export const failedRouteTest = "route_test_failed";

const ofTag = z.object({ routeTag: knownTag });
const named = z.object({ name: z.string().max(200) });
const edits = { caller: "account", privilege: "workflow-edit", orPrivilege: "ivr-admin" } as const;

/** Route destinations (spec 1 §7; readings, Requests without a path). */
export const routeDestinationRoutes = {
  list: route({
    method: "GET",
    path: "/v4/route/",
    summary: "Route destinations of all route tags, of one kind if told",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...wholeList, destType: z.enum(destTypes).optional() }),
    item: routeDestination,
    pagedBy: "name",
  }),
  ofTag: route({
    method: "GET",
    path: "/v4/route/:name/",
    summary: "The destinations of the route tag of this name, the first tried first",
    caller: "account",
    privilege: null,
    params: named,
    item: routeDestination,
  }),
  create: route({
    ...edits,
    method: "POST",
    path: "/v4/route/",
    summary: "Make a route destination; of a drawn route it answers once the drawing is saved",
    body: routeDestination,
    item: routeDestination,
  }),
  update: route({
    ...edits,
    method: "PUT",
    path: "/v4/route/:name/",
    summary: "Change a route destination; of a drawn route it answers once the drawing is saved",
    params: named,
    body: routeDestination,
    item: routeDestination,
  }),
  createTerminal: route({
    ...edits,
    method: "POST",
    path: "/v4/route/terminal/",
    summary: `Make a route destination of a terminal kind: ${terminalDestTypes.join(", ")}`,
    body: routeDestination,
    item: routeDestination,
  }),
  updateTerminal: route({
    ...edits,
    method: "PUT",
    path: "/v4/route/terminal/",
    summary: "Change a route destination of a terminal kind",
    body: routeDestination,
    item: routeDestination,
  }),
  remove: route({
    ...edits,
    method: "DELETE",
    path: "/v4/route/:name/",
    summary: "Delete a route destination",
    params: named,
    item: done,
  }),
};

/** Route tests (readings, Requests without a path). */
export const routeTestRoutes = {
  list: route({
    method: "GET",
    path: "/v4/route/test/:routeTag/",
    summary: "The tests of a route tag, oldest first",
    caller: "account",
    privilege: null,
    params: ofTag,
    item: routeTest,
  }),
  create: route({
    ...edits,
    method: "POST",
    path: "/v4/route/test/:routeTag/",
    summary: "Keep a test that runs on every save of the route tag's drawing",
    params: ofTag,
    body: routeTestBody,
    item: routeTest,
  }),
  remove: route({
    ...edits,
    method: "DELETE",
    path: "/v4/route/test/:routeTag/",
    summary: `Delete a test; error ${noRouteTest} when it is not there`,
    params: ofTag,
    body: z.strictObject({ testId: id }),
    item: done,
  }),
};

/** Route tags: inbound workflows, and those of IVR menus (spec 1 §7). */
export const routeTagRoutes = {
  list: route({
    method: "GET",
    path: "/v4/route/tag/",
    summary: "Route tags, newest first",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: routeTag,
    pagedBy: "routeTag",
  }),
  find: route({
    method: "GET",
    path: "/v4/route/tag/:routeTag",
    summary: "One route tag",
    caller: "account",
    privilege: null,
    params: ofTag,
    item: routeTag,
  }),
  create: route({
    ...edits,
    method: "POST",
    path: "/v4/route/tag/",
    summary: "Make a route tag; its name is kept in lower case",
    body: z.strictObject({
      routeTag: newTag,
      description: z.string().trim().max(500, "Description must have at most 500 characters").default(""),
    }),
    item: routeTag,
  }),
  assign: route({
    ...edits,
    method: "POST",
    path: "/v4/route/tag/:routeTag/numbers",
    summary: "The numbers and number sets that a route tag answers from now on; one route answers a number",
    params: ofTag,
    body: z.strictObject({
      numbers: z.array(z.string().max(40)).max(10_000).default([]),
      numberSetIds: z.array(id).max(1000).default([]),
    }),
    item: routeTag,
  }),
  remove: route({
    ...edits,
    method: "DELETE",
    path: "/v4/route/tag/:routeTag",
    summary: "Delete a route tag; with forceDelete also what has numbers or destinations",
    params: ofTag,
    query: z.strictObject({ forceDelete: z.enum(["true", "false"]).optional() }),
    item: done,
  }),
};

const graph = z.object({
  routeTag: z.string(),
  accountSid: id,
  workflow: z.string(),
  workflowUIVersion: z.number().int(),
});
const graphBody = z.strictObject({
  routeTag: knownTag,
  accountSid: id,
  workflow: z
    .string({ error: "workflow must be the workflow as JSON text" })
    .max(5_000_000, "workflow must have at most 5 MB"),
  /** The version that this drawing was made on; another one by now is refused. */
  basedOn: z.number().int().min(0).optional(),
});
const saves = {
  caller: "account",
  privilege: "workflow-edit",
  body: graphBody,
  maxBodyBytes: 6 * 1024 * 1024,
  item: graph,
} as const;

const drawingOf = ofTag.extend({ accountSid: id });

/** Drawings of inbound workflows (spec 1 §7). */
export const inboundWorkflowRoutes = {
  find: route({
    method: "GET",
    path: "/v4/workflow/:accountSid/:routeTag",
    summary: "The saved drawing of a route tag as JSON text, the newest unless told; nothing when none was saved yet",
    caller: "account",
    privilege: null,
    params: drawingOf,
    query: z.strictObject({ version: z.coerce.number().int().min(1).max(largestInt).optional() }),
    item: graph,
  }),
  versions: route({
    method: "GET",
    path: "/v4/workflow/:accountSid/:routeTag/version/",
    summary: "Every saved version of a route tag's drawing, newest first",
    caller: "account",
    privilege: null,
    params: drawingOf,
    query: versionPage,
    item: workflowVersion,
  }),
  create: route({
    ...saves,
    method: "POST",
    path: "/v4/workflow",
    summary: "Save the drawing of a route tag for the first time; its destinations answer from then on",
  }),
  update: route({
    ...saves,
    method: "PUT",
    path: "/v4/workflow",
    summary: "Save the drawing of a route tag; its destinations take the place of those before",
  }),
  restore: route({
    method: "POST",
    path: "/v4/workflow/:accountSid/:routeTag/version/:version/restore",
    summary: "Save an older drawing, with the destinations that it becomes, as the newest one; its numbers stay",
    caller: "account",
    privilege: "workflow-edit",
    params: drawingOf.extend({ version: z.coerce.number().int().min(1).max(largestInt) }),
    body: z.strictObject({ basedOn: graphBody.shape.basedOn }),
    item: graph,
  }),
};
