import { z } from "zod";
import { done, id, route } from "../route.ts";
import { knownTag } from "../routing/inboundRoute.ts";

/** Unsaved changes of one user or API key to a workflow: never checked, never live (decision 0081). */
const workflowDraft = z.object({
  /** The version that the changes are based on. */
  version: z.number().int(),
  draft: z.string(),
  /** When they were stored. */
  saved: z.string(),
});
export type WorkflowDraft = z.infer<typeof workflowDraft>;

const draftBody = z.strictObject({
  version: z.number().int().min(0),
  draft: z.string({ error: "draft must be a text" }).max(5_000_000, "draft must have at most 5 MB"),
});

const edits = { caller: "account", privilege: "workflow-edit" } as const;
const outbound = { ...edits, path: "/v4/campaign/:campaignId/draft", params: z.object({ campaignId: id }) } as const;
const inbound = {
  ...edits,
  path: "/v4/route/tag/:routeTag/draft",
  params: z.object({ routeTag: knownTag }),
} as const;
const maxBodyBytes = 6 * 1024 * 1024;
const reads = {
  method: "GET",
  description: "Your own unsaved changes, as the editor keeps them. Empty when there are none.",
  item: workflowDraft,
} as const;
const writes = {
  method: "PUT",
  description: "Nothing is checked or published. Replaces your earlier draft.",
  body: draftBody,
  maxBodyBytes,
  item: workflowDraft,
} as const;
const removes = { method: "DELETE", item: done } as const;

export const outboundDraftRoutes = {
  find: route({ ...outbound, ...reads, summary: "Get your draft of an outbound workflow" }),
  save: route({ ...outbound, ...writes, summary: "Save your draft of an outbound workflow" }),
  remove: route({ ...outbound, ...removes, summary: "Discard your draft of an outbound workflow" }),
};

export const inboundDraftRoutes = {
  find: route({ ...inbound, ...reads, summary: "Get your draft of an inbound workflow" }),
  save: route({ ...inbound, ...writes, summary: "Save your draft of an inbound workflow" }),
  remove: route({ ...inbound, ...removes, summary: "Discard your draft of an inbound workflow" }),
};
