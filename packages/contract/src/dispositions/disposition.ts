import { z } from "zod";
import { id, page, route, wholeList } from "../route.ts";

/** Disposition tags and their meanings. `dnc` also blocks the number. */
export const dispositionTags = {
  contacted: "The contact was reached",
  "not-contacted": "The contact was not reached",
  positive: "A good result",
  negative: "A refusal",
  sale: "A sale",
  callback: "Call again",
  transfer: "Transferred to another person",
  voicemail: "A machine answered",
  "wrong-number": "The number does not belong to the contact",
  dnc: "Adds the contact's number to the do-not-contact list",
} as const;
export type DispositionTag = keyof typeof dispositionTags;
export const dispositionTagNames = Object.keys(dispositionTags) as [DispositionTag, ...DispositionTag[]];

const dispositionDirections = ["inbound", "outbound", "both"] as const;
export type DispositionDirection = (typeof dispositionDirections)[number];

/** The outcome of a call or conversation, as the account names it (spec 2 §3.8). */
const disposition = z.object({
  /** Unique, ignoring case. */
  key: z.string(),
  description: z.string(),
  /** Whether agents can choose it. */
  selectable: z.boolean(),
  tags: z.array(z.string()),
  /** The workflow that it enrolls the contact in. */
  triggeredCampaignId: id.nullable(),
  /** The workflow's name. Null once it is deleted. */
  triggeredCampaignName: z.string().nullable(),
  direction: z.enum(dispositionDirections),
  /** False for system dispositions. */
  deletable: z.boolean(),
  /** Work groups whose members can choose it. Empty means everyone. */
  workGroups: z.array(z.string()),
  created: z.string(),
});
export type Disposition = z.infer<typeof disposition>;

const key = z
  .string({ error: "Name is required" })
  .trim()
  .min(1, "Name is required")
  .max(72, "Name must have at most 72 characters");
const body = {
  key,
  description: z
    .string({ error: "Description is required" })
    .trim()
    .min(1, "Description is required")
    .max(500, "Description must have at most 500 characters"),
  selectable: z.boolean().default(true),
  tags: z.array(z.enum(dispositionTagNames, { error: `Tags are ${dispositionTagNames.join(", ")}` })).default([]),
  triggeredCampaignId: z
    .union([id, z.literal("").transform(() => null)])
    .nullable()
    .default(null),
  direction: z.enum(dispositionDirections).default("both"),
  workGroups: z.array(z.string().trim().min(1).max(72)).max(500).default([]),
};
const owned = {
  deletable: z.unknown().optional(),
  triggeredCampaignName: z.unknown().optional(),
  created: z.unknown().optional(),
};

const givenSources = ["page", "call", "queue"] as const;

/** A disposition applied to a contact. It stays when the disposition is deleted. */
const givenDisposition = z.object({
  givenId: id,
  contactId: id,
  key: z.string(),
  /** Where it was applied: on the contact's page, on a call, or in an agent queue. */
  source: z.enum(givenSources),
  callId: id.nullable(),
  note: z.string().nullable(),
  by: z.string(),
  at: z.string(),
  /** The workflow it should have started, and why the contact was not enrolled. */
  campaignId: id.nullable(),
  campaignName: z.string().nullable(),
  reason: z.string().nullable(),
  reasonText: z.string().nullable(),
});
export type GivenDisposition = z.infer<typeof givenDisposition>;

const contactParam = z.object({ contactId: id });

/** Fields of a disposition that can be written. */
export const dispositionBody = z.strictObject({ ...body, ...owned });

/** Dispositions (spec 2 §7.5), and applying them to contacts. */
export const dispositionRoutes = {
  list: route({
    method: "GET",
    path: "/v4/disposition",
    summary: "List dispositions",
    description: "Sorted by name.",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: disposition,
    pagedBy: "key",
  }),
  tags: route({
    method: "GET",
    path: "/v4/disposition/tags",
    summary: "List disposition tags",
    caller: "account",
    privilege: null,
    item: z.string(),
  }),
  create: route({
    method: "POST",
    path: "/v4/disposition/",
    summary: "Create a disposition",
    caller: "account",
    privilege: "disposition-admin",
    body: dispositionBody,
    item: disposition,
  }),
  update: route({
    method: "PUT",
    path: "/v4/disposition",
    summary: "Update a disposition",
    description: "Of a system disposition only the workflow, the work groups and whether agents can choose it.",
    caller: "account",
    privilege: "disposition-admin",
    body: dispositionBody,
    item: disposition,
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/disposition",
    summary: "Delete a disposition",
    description: "The key is matched ignoring case. Contacts keep dispositions that were applied.",
    caller: "account",
    privilege: "disposition-admin",
    body: z.strictObject({ key }),
    item: z.object({ key: z.string() }),
  }),
  give: route({
    method: "POST",
    path: "/v4/contact/:contactId/disposition/",
    summary: "Apply a disposition to a contact",
    description: "Optionally for a call or a queue entry. It can start a workflow.",
    caller: "account",
    privilege: "inbox-use",
    params: contactParam,
    body: z.strictObject({
      key,
      callId: id.optional(),
      holdId: id.optional(),
      note: z.string().trim().max(2000, "Note must have at most 2000 characters").optional(),
    }),
    item: givenDisposition,
  }),
  given: route({
    method: "GET",
    path: "/v4/contact/:contactId/disposition/",
    summary: "List the dispositions of a contact",
    description: "Newest first.",
    caller: "account",
    privilege: null,
    params: contactParam,
    query: z.strictObject({ ...page, callId: id.optional() }),
    item: givenDisposition,
  }),
};

/** What it is applied to: an inbound or outbound call, or the contact itself. */
export type GivenOn = "inbound" | "outbound" | null;

/** Why members of these work groups cannot choose the disposition; undefined when they can (spec 2 §3.8). */
export function whyNotChosen(
  {
    key: name,
    selectable,
    direction,
    workGroups,
  }: Pick<Disposition, "key" | "selectable" | "direction" | "workGroups">,
  on: GivenOn,
  ofGroups: readonly string[] | "all",
): string | undefined {
  if (!selectable) return `"${name}" cannot be chosen because it is turned off for agents`;
  if (on !== null && direction !== "both" && direction !== on) return `"${name}" is only for ${direction} calls`;
  if (ofGroups !== "all" && workGroups.length > 0 && !workGroups.some((group) => ofGroups.includes(group)))
    return `"${name}" is only for the work groups ${workGroups.join(", ")}`;
  return undefined;
}
