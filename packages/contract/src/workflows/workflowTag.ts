import { z } from "zod";
import { id, route } from "../route.ts";
import { knownTag } from "../routing/inboundRoute.ts";

/** Most tags of a workflow. */
export const mostWorkflowTags = 10;
/** Longest tag, in characters. */
export const mostTagLength = 40;

/** The tags of a workflow in the order in which they were given. Capitals do not make another tag. */
const workflowTags = z.object({ tags: z.array(z.string()) });

const body = z.strictObject({
  tags: z
    .array(
      z
        .string({ error: "A tag must be a text" })
        .trim()
        .min(1, "A tag must have at least 1 character")
        .max(mostTagLength, `A tag must have at most ${mostTagLength} characters`),
    )
    .max(mostWorkflowTags, `A workflow can have at most ${mostWorkflowTags} tags`)
    .refine(
      (tags) => new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length,
      "Each tag can be given only once",
    ),
});

const replaces = {
  method: "PUT",
  description: "Tags group workflows in lists. They change nothing about how a workflow runs and make no version.",
  caller: "account",
  privilege: "workflow-edit",
  body,
  item: workflowTags,
} as const;

export const workflowTagRoutes = {
  outbound: route({
    ...replaces,
    path: "/v4/campaign/:campaignId/tags/",
    summary: "Set the tags of an outbound workflow",
    params: z.object({ campaignId: id }),
  }),
  inbound: route({
    ...replaces,
    path: "/v4/route/tag/:routeTag/tags/",
    summary: "Set the tags of an inbound workflow",
    params: z.object({ routeTag: knownTag }),
  }),
};
