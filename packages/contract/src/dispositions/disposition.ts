import { z } from "zod";
import { id, page, route, wholeList } from "../route.ts";

/** Tags of dispositions with what each says; `dnc` does something as well. */
export const dispositionTags = {
  contacted: "Somebody was reached",
  "not-contacted": "Nobody was reached",
  positive: "A good result",
  negative: "A refusal",
  sale: "A sale",
  callback: "To be called again",
  transfer: "Handed on to somebody else",
  voicemail: "A machine answered",
  "wrong-number": "The number is not the contact's",
  dnc: "Puts the contact's number on the do-not-contact list",
} as const;
export type DispositionTag = keyof typeof dispositionTags;
export const dispositionTagNames = Object.keys(dispositionTags) as [DispositionTag, ...DispositionTag[]];

const dispositionDirections = ["inbound", "outbound", "both"] as const;
export type DispositionDirection = (typeof dispositionDirections)[number];

/** What came of a contact or a call, in the account's own words (spec 2 §3.8). */
const disposition = z.object({
  /** Its name, unique whatever its case. */
  key: z.string(),
  description: z.string(),
  /** Agents may choose it. */
  selectable: z.boolean(),
  tags: z.array(z.string()),
  /** The workflow that the contact enters. */
  triggeredCampaignId: id.nullable(),
  /** Its name; null when it was deleted. */
  triggeredCampaignName: z.string().nullable(),
  direction: z.enum(dispositionDirections),
  /** False for the default ones. */
  deletable: z.boolean(),
  /** Names of the work groups whose members choose it; none: everybody does. */
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

/** A disposition that was given to a contact; it stays when the disposition is deleted. */
const givenDisposition = z.object({
  givenId: id,
  contactId: id,
  key: z.string(),
  /** Where it was given: on the contact's page, on a call, or in an agent queue. */
  source: z.enum(givenSources),
  callId: id.nullable(),
  note: z.string().nullable(),
  by: z.string(),
  at: z.string(),
  /** The workflow that it was to start, with the reason why the contact did not enter it. */
  campaignId: id.nullable(),
  campaignName: z.string().nullable(),
  reason: z.string().nullable(),
  reasonText: z.string().nullable(),
});
export type GivenDisposition = z.infer<typeof givenDisposition>;

const contactParam = z.object({ contactId: id });

/** A disposition as it is written. */
export const dispositionBody = z.strictObject({ ...body, ...owned });

/** Dispositions (spec 2 §7.5), and giving them to contacts. */
export const dispositionRoutes = {
  list: route({
    method: "GET",
    path: "/v4/disposition",
    summary: "Dispositions by name",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: disposition,
    pagedBy: "key",
  }),
  tags: route({
    method: "GET",
    path: "/v4/disposition/tags",
    summary: "The tags that a disposition can have",
    caller: "account",
    privilege: null,
    item: z.string(),
  }),
  create: route({
    method: "POST",
    path: "/v4/disposition/",
    summary: "Make a disposition",
    caller: "account",
    privilege: "disposition-admin",
    body: dispositionBody,
    item: disposition,
  }),
  update: route({
    method: "PUT",
    path: "/v4/disposition",
    summary:
      "Change the disposition of this key; of a default one its workflow, work groups and whether it can be chosen",
    caller: "account",
    privilege: "disposition-admin",
    body: dispositionBody,
    item: disposition,
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/disposition",
    summary:
      "Delete the disposition of this key, in any case of letters; what was given stays in the contacts' history",
    caller: "account",
    privilege: "disposition-admin",
    body: z.strictObject({ key }),
    item: z.object({ key: z.string() }),
  }),
  give: route({
    method: "POST",
    path: "/v4/contact/:contactId/disposition/",
    summary: "Give a disposition to a contact, of itself or of a call or a place in a queue; it may start a workflow",
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
    summary: "The dispositions that a contact was given, newest first",
    caller: "account",
    privilege: null,
    params: contactParam,
    query: z.strictObject({ ...page, callId: id.optional() }),
    item: givenDisposition,
  }),
};

/** Of what something is: a call in or out, or the contact itself. */
export type GivenOn = "inbound" | "outbound" | null;

/** Why a disposition cannot be chosen there by somebody of these work groups; undefined when it can (spec 2 §3.8). */
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
  if (!selectable) return `"${name}" cannot be chosen: it is switched off for agents`;
  if (on !== null && direction !== "both" && direction !== on) return `"${name}" is for ${direction} calls only`;
  if (ofGroups !== "all" && workGroups.length > 0 && !workGroups.some((group) => ofGroups.includes(group)))
    return `"${name}" is for the work groups ${workGroups.join(", ")} only`;
  return undefined;
}
