import { z } from "zod";
import { done, id, page, route } from "../route.ts";
import { knownTag } from "../routing/inboundRoute.ts";
import { campaignBody } from "./campaign.ts";

/** The code of a refused save where publishing needs approval and the caller may not approve. */
export const approvalRequired = "approval_required";

const approvalStates = ["waiting", "approved", "declined", "withdrawn"] as const;

/** A request to publish a workflow (decision 0085). */
const approval = z.object({
  approvalId: id,
  kind: z.enum(["outbound", "inbound"]),
  /** The id of an outbound workflow, the route tag of an inbound one. */
  workflow: z.string(),
  title: z.string(),
  authorId: id,
  author: z.string(),
  /** The published version that it is based on, 0 if there was none. */
  version: z.number().int(),
  /** The version that is published now. */
  newest: z.number().int(),
  note: z.string(),
  state: z.enum(approvalStates),
  created: z.string(),
  decided: z.string().nullable(),
  decidedBy: z.string().nullable(),
  /** Why it was declined, or why it ended by itself. */
  reason: z.string().nullable(),
  /** The version that the approval published. */
  published: z.number().int().nullable(),
});
export type Approval = z.infer<typeof approval>;

const wholeApproval = approval.extend({
  /** The frozen workflow as JSON text. */
  drawing: z.string(),
  /** The settings of an outbound workflow, null for those of now. Of an inbound one, the numbers that it had. */
  settings: z.record(z.string(), z.unknown()).nullable(),
});
export type WholeApproval = z.infer<typeof wholeApproval>;

const workflow = z
  .string({ error: "workflow must be the workflow as JSON text" })
  .max(5_000_000, "workflow must have at most 5 MB");
/** Longest note and reason. */
export const mostNote = 2_000;
const note = z.string().trim().max(mostNote, `The note must have at most ${mostNote} characters`).default("");
/** The published version that the drawing is based on. Refused if there is a newer one. */
const basedOn = z.number({ error: "basedOn must be the version that the workflow is based on" }).int().min(0);

const params = z.strictObject({ approvalId: id });
const asks = {
  method: "POST",
  caller: "account",
  privilege: "workflow-edit",
  maxBodyBytes: 6 * 1024 * 1024,
  item: approval,
} as const;

/** Approval before publishing (decision 0085). */
export const approvalRoutes = {
  list: route({
    method: "GET",
    path: "/v4/approval/",
    summary: "List requests for approval",
    description: "Newest first, optionally of one state or one workflow: its campaignId or route tag.",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      ...page,
      state: z.enum(approvalStates).optional(),
      workflow: z.string().max(200).optional(),
    }),
    item: approval,
  }),
  find: route({
    method: "GET",
    path: "/v4/approval/:approvalId/",
    summary: "Get a request for approval",
    description: "With the workflow that it would publish.",
    caller: "account",
    privilege: null,
    params,
    item: wholeApproval,
  }),
  askOutbound: route({
    ...asks,
    path: "/v4/campaign/:campaignId/approval/",
    summary: "Ask for approval of an outbound workflow",
    description: "Checked like a save. Nothing is published. Replaces your waiting request for this workflow.",
    params: z.object({ campaignId: id }),
    body: z.strictObject({ workflow, basedOn, note, settings: campaignBody.optional() }),
  }),
  askInbound: route({
    ...asks,
    path: "/v4/route/tag/:routeTag/approval/",
    summary: "Ask for approval of an inbound workflow",
    description:
      "Checked like a save, with the numbers of its start node. Nothing is published. Replaces your waiting request for this workflow.",
    params: z.object({ routeTag: knownTag }),
    body: z.strictObject({ workflow, basedOn, note }),
  }),
  withdraw: route({
    method: "POST",
    path: "/v4/approval/:approvalId/withdraw",
    summary: "Withdraw your request for approval",
    caller: "account",
    privilege: "workflow-edit",
    params,
    item: done,
  }),
  approve: route({
    method: "POST",
    path: "/v4/approval/:approvalId/approve",
    summary: "Approve a request and publish its workflow",
    description:
      "Checked like a save. Refused for your own request, and if another version was published since it was made.",
    caller: "account",
    privilege: "workflow-approve",
    params,
    item: approval,
  }),
  decline: route({
    method: "POST",
    path: "/v4/approval/:approvalId/decline",
    summary: "Decline a request for approval",
    description: "Its author sees the reason.",
    caller: "account",
    privilege: "workflow-approve",
    params,
    body: z.strictObject({
      reason: z
        .string({ error: "Reason is required" })
        .trim()
        .min(1, "Reason is required")
        .max(mostNote, `The reason must have at most ${mostNote} characters`),
    }),
    item: approval,
  }),
};
