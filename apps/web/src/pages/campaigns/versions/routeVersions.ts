import { inboundWorkflowRoutes } from "@trunkline/contract/routing/inboundRoute.ts";
import { call, callOne } from "../../../api/call.ts";
import { type Versioned, versionLists } from "./versioned.ts";

/** The versions of an inbound workflow. */
export const routeVersions = (accountSid: string, routeTag: string): Versioned => {
  const params = { accountSid, routeTag };
  return {
    ...versionLists(["/v4/workflow/", routeTag], (query, signal) =>
      call(inboundWorkflowRoutes.versions, { params, query, signal }),
    ),
    restore: async (version, basedOn) =>
      (await callOne(inboundWorkflowRoutes.restore, { params: { ...params, version }, body: { basedOn } }))
        .workflowUIVersion,
    stale: ["/v4/route/", "/v4/workflow/"],
    titles: { failed: "Error saving workflow.", done: "Workflow saved" },
    newestIs: (newest) => `Version ${newest} routes calls and messages.`,
  };
};
