import { z } from "zod";
import { done, id, largestInt, route, wholeList } from "../route.ts";
import { versionLabel, versionPage, versionParam, workflowVersion } from "../workflows/version.ts";
import { routeTagOf, whyNoRouteTag } from "./routeTag.ts";

const newTag = z
  .string({ error: "Title is required" })
  .transform(routeTagOf)
  .superRefine((tag, at) => {
    const message = whyNoRouteTag(tag);
    if (message !== undefined) at.addIssue({ code: "custom", message });
  });
/** An existing route tag, in any case. */
export const knownTag = z.string().max(200).transform(routeTagOf);

/** An inbound workflow (spec 1 §3.2). */
const routeTag = z.object({
  routeTag: z.string(),
  description: z.string(),
  created: z.string(),
  /** The attached number sets. */
  numberRouteTags: z.array(z.object({ numberSetId: id, name: z.string() })),
  /** The attached numbers, without those of the sets. */
  numbers: z.array(z.string()),
  /** How often its graph was saved. 0 means never. */
  workflowUIVersion: z.number().int(),
  /** True for the route tag of an IVR menu, which the workflow list leaves out (readings, IVR and live lists). */
  ivr: z.boolean(),
  /** Set with PUT /v4/route/tag/{routeTag}/tags/. */
  tags: z.array(z.string()),
});
export type RouteTag = z.infer<typeof routeTag>;

const srcTypes = ["call", "sms", "rcs"] as const;
const destTypes = [
  ...(["ivr", "call-relay", "call", "workgroup", "groupcall", "voicemail", "live-list", "inbox", "sms"] as const),
  "workflow",
] as const;
export type DestType = (typeof destTypes)[number];
/** Types accepted by the terminal endpoint (spec 1 §3.3). */
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

/** Where calls or messages of a route tag are routed, under which rules (spec 1 §3.3). */
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
  /** The lowest number is tried first. */
  priority: z.number().int(),
  applyTags: z.array(z.string().max(72)).max(100).optional(),
  status: z.literal(1).default(1),
  ruleDTO,
});
export type RouteDestination = z.infer<typeof routeDestination>;

const instantLess = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/;
/** An unsaved route test. */
export const routeTestBody = z.strictObject({
  name: z.string().trim().max(200).default(""),
  srcType: z.enum(srcTypes),
  from: z.string().trim().min(1, "From is required").max(40),
  to: z.string().trim().max(40).default(""),
  /** Date and time of day in the workflow's zone. */
  at: z.string().regex(instantLess, "at must be a date and time such as 2026-11-24T18:40"),
  text: z.string().max(2000).default(""),
  /** Contact fields by name. */
  attributes: z.record(z.string().max(100), z.string().max(500)).default({}),
  /** The expected node. Empty means that nothing answers. */
  expected: z.string().max(200).default(""),
});

/** The description of a test: "A call from … to … at … goes to …". Checked on every save of the graph. */
const routeTest = routeTestBody.extend({ testId: id });
export type RouteTest = z.infer<typeof routeTest>;

/** Error code for deleting a route test that does not exist. The designer ignores it (spec 1 §4.4). */
export const noRouteTest = "15008";

/** Error code when a test fails on the graph to be saved. */
export const failedRouteTest = "route_test_failed";

const ofTag = z.object({ routeTag: knownTag });
const named = z.object({ name: z.string().max(200) });
const edits = { caller: "account", privilege: "workflow-edit", orPrivilege: "ivr-admin" } as const;

/** Route destinations (spec 1 §7; readings, Requests without a path). */
export const routeDestinationRoutes = {
  list: route({
    method: "GET",
    path: "/v4/route/",
    summary: "List route destinations of all route tags",
    description: "Optionally of one type.",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...wholeList, destType: z.enum(destTypes).optional() }),
    item: routeDestination,
    pagedBy: "name",
  }),
  ofTag: route({
    method: "GET",
    path: "/v4/route/:name/",
    summary: "List the destinations of a route tag",
    description: "In the order in which they are tried.",
    caller: "account",
    privilege: null,
    params: named,
    item: routeDestination,
  }),
  create: route({
    ...edits,
    method: "POST",
    path: "/v4/route/",
    summary: "Create a route destination",
    description: "For an inbound workflow with a graph it takes effect when the graph is saved.",
    body: routeDestination,
    item: routeDestination,
  }),
  update: route({
    ...edits,
    method: "PUT",
    path: "/v4/route/:name/",
    summary: "Update a route destination",
    description: "For an inbound workflow with a graph it takes effect when the graph is saved.",
    params: named,
    body: routeDestination,
    item: routeDestination,
  }),
  createTerminal: route({
    ...edits,
    method: "POST",
    path: "/v4/route/terminal/",
    summary: "Create a terminal route destination",
    description: `Types: ${terminalDestTypes.join(", ")}.`,
    body: routeDestination,
    item: routeDestination,
  }),
  updateTerminal: route({
    ...edits,
    method: "PUT",
    path: "/v4/route/terminal/",
    summary: "Update a terminal route destination",
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
    summary: "List the tests of a route tag",
    description: "Oldest first.",
    caller: "account",
    privilege: null,
    params: ofTag,
    item: routeTest,
  }),
  create: route({
    ...edits,
    method: "POST",
    path: "/v4/route/test/:routeTag/",
    summary: "Create a route test",
    description: "It runs on every save of the route tag's graph.",
    params: ofTag,
    body: routeTestBody,
    item: routeTest,
  }),
  remove: route({
    ...edits,
    method: "DELETE",
    path: "/v4/route/test/:routeTag/",
    summary: "Delete a route test",
    description: `Answers error ${noRouteTest} when it does not exist.`,
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
    summary: "List route tags",
    description: "Newest first.",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: routeTag,
    pagedBy: "routeTag",
  }),
  find: route({
    method: "GET",
    path: "/v4/route/tag/:routeTag",
    summary: "Get a route tag",
    caller: "account",
    privilege: null,
    params: ofTag,
    item: routeTag,
  }),
  create: route({
    ...edits,
    method: "POST",
    path: "/v4/route/tag/",
    summary: "Create a route tag",
    description: "The name is saved in lower case.",
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
    summary: "Set the numbers and number sets of a route tag",
    description: "A number can belong to only one route tag.",
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
    summary: "Delete a route tag",
    description: "Set forceDelete to delete one that has numbers or destinations.",
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
  /** The version this graph is based on. Refused when a newer one exists. */
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

/** Graphs of inbound workflows (spec 1 §7). */
export const inboundWorkflowRoutes = {
  find: route({
    method: "GET",
    path: "/v4/workflow/:accountSid/:routeTag",
    summary: "Get the graph of a route tag",
    description: "As JSON text, the newest version by default. Empty when none was saved.",
    caller: "account",
    privilege: null,
    params: drawingOf,
    query: z.strictObject({ version: z.coerce.number().int().min(1).max(largestInt).optional() }),
    item: graph,
  }),
  versions: route({
    method: "GET",
    path: "/v4/workflow/:accountSid/:routeTag/version/",
    summary: "List the versions of a route tag's graph",
    description: "Newest first.",
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
    summary: "Create the graph of a route tag",
    description: "Its destinations take effect at once.",
  }),
  update: route({
    ...saves,
    method: "PUT",
    path: "/v4/workflow",
    summary: "Update the graph of a route tag",
    description: "Its destinations replace the earlier ones.",
  }),
  label: route({
    method: "PUT",
    path: "/v4/workflow/:accountSid/:routeTag/version/:version",
    summary: "Name a version of a route tag's graph",
    description: "Sets its name and note. The graph never changes.",
    caller: "account",
    privilege: "workflow-edit",
    params: drawingOf.extend({ version: versionParam }),
    body: versionLabel,
    item: workflowVersion,
  }),
  restore: route({
    method: "POST",
    path: "/v4/workflow/:accountSid/:routeTag/version/:version/restore",
    summary: "Restore a version of a route tag's graph",
    description: "Saves it, with its destinations, as the newest version. Numbers do not change.",
    caller: "account",
    privilege: "workflow-edit",
    params: drawingOf.extend({ version: versionParam }),
    body: z.strictObject({ basedOn: graphBody.shape.basedOn }),
    item: graph,
  }),
};
