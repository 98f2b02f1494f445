import { inboundDraftRoutes, outboundDraftRoutes, type WorkflowDraft } from "@trunkline/contract/workflows/draft.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { notFound } from "../../http/problem.ts";
import type { Query } from "../../store/database.ts";
import { findRouteTag } from "../../store/routing/inboundRoute.ts";
import {
  type DraftedWorkflow,
  type DraftRow,
  findDraft,
  removeDrafts,
  saveDraft,
} from "../../store/workflows/draft.ts";
import { needCampaign } from "./campaign.ts";

/** Unsaved changes of users to workflows (decision 0081). */
export function registerDraft(api: Api): void {
  const outbound = ({ campaignId }: { campaignId: string }) => ({ kind: "outbound" as const, workflow: campaignId });
  const inbound = ({ routeTag }: { routeTag: string }) => ({ kind: "inbound" as const, workflow: routeTag });
  handle(api, outboundDraftRoutes.find, (call) => find(call, outbound(call.params)));
  handle(api, outboundDraftRoutes.save, (call) => save(call, outbound(call.params)));
  handle(api, outboundDraftRoutes.remove, (call) => remove(call, outbound(call.params)));
  handle(api, inboundDraftRoutes.find, (call) => find(call, inbound(call.params)));
  handle(api, inboundDraftRoutes.save, (call) => save(call, inbound(call.params)));
  handle(api, inboundDraftRoutes.remove, (call) => remove(call, inbound(call.params)));
}

const find = ({ db, account, actor }: Call, of: DraftedWorkflow) =>
  db.tx([account], async (q) => {
    await needWorkflow(q, account, of);
    return show(await findDraft(q, account, actor.id, of));
  });

const save = ({ db, account, actor, body }: Call & { body: Omit<DraftRow, "saved"> }, of: DraftedWorkflow) =>
  db.tx([account], async (q) => {
    await needWorkflow(q, account, of);
    return show(await saveDraft(q, account, actor.id, of, body));
  });

const remove = ({ db, account, actor }: Call, of: DraftedWorkflow) =>
  db.tx([account], async (q) => {
    await needWorkflow(q, account, of);
    await removeDrafts(q, account, of, actor.id);
    return [{ id: of.workflow }];
  });

/** The workflow exists, or the answer is 404. */
async function needWorkflow(q: Query, account: string, { kind, workflow }: DraftedWorkflow): Promise<void> {
  if (kind === "outbound") await needCampaign(q, account, workflow);
  else if (!(await findRouteTag(q, account, workflow))) throw notFound("route tag");
}

const show = (row: DraftRow | null): WorkflowDraft[] =>
  row === null ? [] : [{ ...row, saved: row.saved.toISOString() }];
