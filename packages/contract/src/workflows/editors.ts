import { z } from "zod";
import { done, id, route } from "../route.ts";
import { knownTag } from "../routing/inboundRoute.ts";

/** Who else has a workflow open, and what was saved last. */
const openWorkflow = z.object({
  /** The newest version; 0 before the first save. */
  version: z.number().int(),
  /** Who saved it; null before the first save. */
  savedBy: z.string().nullable(),
  /** Other users with the workflow in the editor. */
  editors: z.array(z.object({ id: z.string(), name: z.string(), unsaved: z.boolean() })),
});
export type OpenWorkflow = z.infer<typeof openWorkflow>;

const edits = { caller: "account", privilege: "workflow-edit" } as const;
const outbound = { ...edits, path: "/v4/campaign/:campaignId/editor", params: z.object({ campaignId: id }) } as const;
const inbound = { ...edits, path: "/v4/route/tag/:routeTag/editor", params: z.object({ routeTag: knownTag }) } as const;
const enters = {
  method: "PUT",
  description: "Sent by the editor while it is shown. Counts for 45 seconds. The answer lists the other users.",
  body: z.strictObject({ unsaved: z.boolean() }),
  item: openWorkflow,
} as const;
const leaves = { method: "DELETE", item: done } as const;

export const outboundEditorRoutes = {
  enter: route({ ...outbound, ...enters, summary: "Say that you have an outbound workflow open" }),
  leave: route({ ...outbound, ...leaves, summary: "Say that you have closed an outbound workflow" }),
};

export const inboundEditorRoutes = {
  enter: route({ ...inbound, ...enters, summary: "Say that you have an inbound workflow open" }),
  leave: route({ ...inbound, ...leaves, summary: "Say that you have closed an inbound workflow" }),
};
