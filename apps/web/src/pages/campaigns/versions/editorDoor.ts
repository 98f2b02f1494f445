import { inboundEditorRoutes, outboundEditorRoutes } from "@trunkline/contract/workflows/editors.ts";
import { call, callOne } from "../../../api/call.ts";
import type { EditorDoor } from "./useOtherEditors.ts";

export function outboundDoor(campaignId: string): EditorDoor {
  const params = { campaignId };
  return {
    key: ["outbound", campaignId],
    enter: (unsaved) => callOne(outboundEditorRoutes.enter, { params, body: { unsaved }, unasked: true }),
    leave: () => call(outboundEditorRoutes.leave, { params, unasked: true }),
  };
}

export function inboundDoor(routeTag: string): EditorDoor {
  const params = { routeTag };
  return {
    key: ["inbound", routeTag],
    enter: (unsaved) => callOne(inboundEditorRoutes.enter, { params, body: { unsaved }, unasked: true }),
    leave: () => call(inboundEditorRoutes.leave, { params, unasked: true }),
  };
}
