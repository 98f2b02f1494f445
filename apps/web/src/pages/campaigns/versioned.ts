import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { campaignRoutes } from "@trunkline/contract/campaign.ts";
import { inboundWorkflowRoutes } from "@trunkline/contract/inboundRoute.ts";
import type { WorkflowVersion } from "@trunkline/contract/version.ts";
import { call, callOne } from "../../api/call.ts";

type Read = (
  query: { limit: number; cursor?: string | undefined },
  signal: AbortSignal,
) => Promise<{ payload: WorkflowVersion[]; next?: string | null | undefined }>;

/** The versions of one workflow, of whichever kind: how they are read and restored. */
export interface Versioned extends ReturnType<typeof lists> {
  /** Saves an older one as the newest and answers its number. */
  restore: (version: number, basedOn: number) => Promise<number>;
  /** What is stale afterwards. */
  stale: readonly string[];
  /** What the notices of a restore are called. */
  titles: { failed: string; done: string };
  /** What goes by the newest version. */
  newestIs: (newest: number) => string;
}

const lists = (key: readonly string[], read: Read) => ({
  /** All of them by pages, newest first. */
  pages: infiniteQueryOptions({
    queryKey: [...key, "pages"],
    queryFn: ({ signal, pageParam }) => read({ limit: 50, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  }),
  /** The newest one alone. */
  newest: queryOptions({
    queryKey: [...key, "newest"],
    queryFn: async ({ signal }) => (await read({ limit: 1 }, signal)).payload[0] ?? null,
  }),
});

/** Those of an outbound workflow. */
export const campaignVersions = (campaignId: string): Versioned => ({
  ...lists(["/v4/campaign/", campaignId], (query, signal) =>
    call(campaignRoutes.versions, { params: { campaignId }, query, signal }),
  ),
  restore: async (version, basedOn) =>
    (await callOne(campaignRoutes.restore, { params: { campaignId, version }, body: { basedOn } })).version,
  stale: ["/v4/campaign/"],
  titles: { failed: "There was an error saving the workflow", done: "Workflow edited successfully" },
  newestIs: (newest) => `New runs use version ${newest}.`,
});

/** Those of an inbound workflow. */
export const routeVersions = (accountSid: string, routeTag: string): Versioned => {
  const params = { accountSid, routeTag };
  return {
    ...lists(["/v4/workflow/", routeTag], (query, signal) =>
      call(inboundWorkflowRoutes.versions, { params, query, signal }),
    ),
    restore: async (version, basedOn) =>
      (await callOne(inboundWorkflowRoutes.restore, { params: { ...params, version }, body: { basedOn } }))
        .workflowUIVersion,
    stale: ["/v4/route/", "/v4/workflow/"],
    titles: { failed: "Error saving workflow.", done: "Workflow saved" },
    newestIs: (newest) => `Calls and messages are led by version ${newest}.`,
  };
};
