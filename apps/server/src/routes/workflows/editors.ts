import { inboundEditorRoutes, type OpenWorkflow, outboundEditorRoutes } from "@trunkline/contract/workflows/editors.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import type { Query } from "../../store/database.ts";
import { findRouteTag, listDrawings } from "../../store/routing/inboundRoute.ts";
import { listVersions } from "../../store/workflows/campaign.ts";
import type { DraftedWorkflow } from "../../store/workflows/draft.ts";
import { enterEditor, leaveEditor, listOtherEditors } from "../../store/workflows/workflowEditor.ts";
import { found } from "../routing/lockTag.ts";
import { needCampaign } from "./campaign.ts";

/** Who has a workflow open in the editor (decision 0086). */
export function registerEditors(api: Api): void {
  const outbound = ({ campaignId }: { campaignId: string }) => ({ kind: "outbound" as const, workflow: campaignId });
  const inbound = ({ routeTag }: { routeTag: string }) => ({ kind: "inbound" as const, workflow: routeTag });
  handle(api, outboundEditorRoutes.enter, (call) => enter(call, outbound(call.params)));
  handle(api, outboundEditorRoutes.leave, (call) => leave(call, outbound(call.params)));
  handle(api, inboundEditorRoutes.enter, (call) => enter(call, inbound(call.params)));
  handle(api, inboundEditorRoutes.leave, (call) => leave(call, inbound(call.params)));
}

const enter = ({ db, account, actor, body }: Call & { body: { unsaved: boolean } }, of: DraftedWorkflow) =>
  db.tx([account], async (q): Promise<OpenWorkflow[]> => {
    const [newest] = await newestOf(q, account, of);
    await enterEditor(q, account, actor.id, of, body.unsaved);
    const editors = await listOtherEditors(q, account, actor.id, of);
    return [{ version: newest?.version ?? 0, savedBy: newest?.createdBy ?? null, editors }];
  });

const leave = ({ db, account, actor }: Call, of: DraftedWorkflow) =>
  db.tx([account], async (q) => {
    await newestOf(q, account, of);
    await leaveEditor(q, account, of, actor.id);
    return [{ id: of.workflow }];
  });

/** The newest version, if there is one. The workflow exists, or the answer is 404. */
async function newestOf(q: Query, account: string, { kind, workflow }: DraftedWorkflow) {
  if (kind === "outbound") {
    await needCampaign(q, account, workflow);
    return listVersions(q, account, workflow, { limit: 1 });
  }
  await found(findRouteTag(q, account, workflow), "route tag");
  return listDrawings(q, account, workflow, { limit: 1 });
}
