import { inboundWorkflowRoutes } from "@trunkline/contract/routing/inboundRoute.ts";
import { call, callOne } from "../../../api/call.ts";
import { paths } from "../../../paths.ts";
import { arrived } from "../../../ui/page/lazyPart.tsx";
import { addressOfVersion, type Versioned, versionLists } from "./versioned.ts";

// the list of versions is there before the node kinds
const loadDrawing = () => import("@trunkline/workflow/inbound/drawing.ts");
const loadRead = () => import("@trunkline/workflow/inbound/readInbound.ts");

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
    graph: async (version) => {
      const [{ drawInbound }, { readInbound }] = await Promise.all([arrived(loadDrawing), arrived(loadRead)]);
      if (version === 0) return drawInbound(readInbound(null));
      return drawInbound(
        readInbound((await callOne(inboundWorkflowRoutes.find, { params, query: { version } })).workflow),
      );
    },
    label: (version, body) => callOne(inboundWorkflowRoutes.label, { params: { ...params, version }, body }),
    href: (version) => addressOfVersion(paths.editInbound(routeTag), version),
    stale: ["/v4/route/", "/v4/workflow/"],
    titles: { failed: "Error saving workflow.", done: "Workflow saved" },
    newestIs: (newest) => `Version ${newest} routes calls and messages.`,
  };
};
