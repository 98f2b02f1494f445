import { inboundDraftRoutes, outboundDraftRoutes, type WorkflowDraft } from "@trunkline/contract/workflows/draft.ts";
import { type Api, handle } from "../../http/handle.ts";
import { notFound } from "../../http/problem.ts";
import type { Query } from "../../store/database.ts";
import { findRouteTag } from "../../store/routing/inboundRoute.ts";
import { type DraftRow, findDraft, removeDrafts, saveDraft } from "../../store/workflows/draft.ts";
import { needCampaign } from "./campaign.ts";

/** Unsaved changes of users to workflows (decision 0081). */
export function registerDraft(api: Api): void {
  registerOutbound(api);
  registerInbound(api);
}

function registerOutbound(api: Api): void {
  const drafted = (campaignId: string) => ({ kind: "outbound" as const, workflow: campaignId });
  handle(api, outboundDraftRoutes.find, ({ db, account, actor, params }) =>
    db.tx([account], async (q) => {
      await needCampaign(q, account, params.campaignId);
      return show(await findDraft(q, account, actor.id, drafted(params.campaignId)));
    }),
  );
  handle(api, outboundDraftRoutes.save, ({ db, account, actor, params, body }) =>
    db.tx([account], async (q) => {
      await needCampaign(q, account, params.campaignId);
      return show(await saveDraft(q, account, actor.id, drafted(params.campaignId), body));
    }),
  );
  handle(api, outboundDraftRoutes.remove, ({ db, account, actor, params }) =>
    db.tx([account], async (q) => {
      await needCampaign(q, account, params.campaignId);
      await removeDrafts(q, account, drafted(params.campaignId), actor.id);
      return [{ id: params.campaignId }];
    }),
  );
}

function registerInbound(api: Api): void {
  const drafted = (routeTag: string) => ({ kind: "inbound" as const, workflow: routeTag });
  handle(api, inboundDraftRoutes.find, ({ db, account, actor, params }) =>
    db.tx([account], async (q) => {
      await needTag(q, account, params.routeTag);
      return show(await findDraft(q, account, actor.id, drafted(params.routeTag)));
    }),
  );
  handle(api, inboundDraftRoutes.save, ({ db, account, actor, params, body }) =>
    db.tx([account], async (q) => {
      await needTag(q, account, params.routeTag);
      return show(await saveDraft(q, account, actor.id, drafted(params.routeTag), body));
    }),
  );
  handle(api, inboundDraftRoutes.remove, ({ db, account, actor, params }) =>
    db.tx([account], async (q) => {
      await needTag(q, account, params.routeTag);
      await removeDrafts(q, account, drafted(params.routeTag), actor.id);
      return [{ id: params.routeTag }];
    }),
  );
}

async function needTag(q: Query, account: string, routeTag: string): Promise<void> {
  if (!(await findRouteTag(q, account, routeTag))) throw notFound("route tag");
}

const show = (row: DraftRow | null): WorkflowDraft[] =>
  row === null ? [] : [{ ...row, saved: row.saved.toISOString() }];
