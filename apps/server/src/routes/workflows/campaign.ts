import { journeyStatuses } from "@trunkline/contract/journeys/journey.ts";
import { type Campaign, campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { campaignVersionRoutes } from "@trunkline/contract/workflows/campaignVersion.ts";
import { type DrawingChanges, drawingChanges } from "@trunkline/workflow/outbound/drawingChanges.ts";
import { parseWorkflow } from "@trunkline/workflow/outbound/readGraph.ts";
import { emptyWorkflow } from "@trunkline/workflow/outbound/savedWorkflow.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import type { Actor } from "../../http/caller.ts";
import { type Api, handle } from "../../http/handle.ts";
import { invalid, notFound } from "../../http/problem.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import { findContact } from "../../store/contacts/contact.ts";
import type { Query } from "../../store/database.ts";
import { type JourneyListRow, listJourneys, listStepsOf } from "../../store/journeys/journeyList.ts";
import { findNumberSet } from "../../store/numbers/numberSet.ts";
import { stopCampaignBatches } from "../../store/runs/batch.ts";
import { listNodeCounts } from "../../store/runs/nodeCountList.ts";
import { endSchedules } from "../../store/runs/schedule.ts";
import { removeApprovals } from "../../store/workflows/approval.ts";
import {
  type CampaignRow,
  type CampaignSettings,
  findCampaign,
  findVersion,
  insertCampaign,
  listCampaigns,
  listVersionDefinitions,
  listVersions,
  lockVersion,
  removeCampaign,
  saveVersion,
  updateCampaign,
  type VersionRow,
} from "../../store/workflows/campaign.ts";
import { listCampaignUses } from "../../store/workflows/campaignUse.ts";
import { removeDrafts } from "../../store/workflows/draft.ts";
import { leaveEditor } from "../../store/workflows/workflowEditor.ts";
import { createdOf } from "../createdOf.ts";
import { showSteps, versionsOf } from "../journeys/shownSteps.ts";
import { refuseUnapproved } from "./approvalNeeded.ts";
import { checkedWorkflow } from "./checkedWorkflow.ts";
import { refuseFailingTests } from "./failingTests.ts";
import { labelVersion } from "./labelVersion.ts";
import { refuseLate, versionsPage } from "./newerVersion.ts";

/** Outbound workflows (spec 2 §7.1). */
export function registerCampaign(api: Api): void {
  registerSettings(api);
  registerWorkflow(api);
  registerFigures(api);
}

function registerSettings(api: Api): void {
  for (const list of [campaignRoutes.all, campaignRoutes.list]) {
    handle(api, list, ({ db, account }) =>
      db.tx([account], async (q) => (await listCampaigns(q, account)).map((row) => show(row, account))),
    );
  }
  handle(api, campaignRoutes.find, ({ db, account, params }) =>
    db.tx([account], async (q) => [show(await needCampaign(q, account, params.campaignId), account)]),
  );
  handle(api, campaignRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      const settings = settingsOf(call.body);
      await checkSettings(q, call.account, settings);
      const campaignId = await insertCampaign(q, call.account, settings);
      await audit(q, call, "campaign.create", campaignId, { name: settings.campaignName });
      return [show(await needCampaign(q, call.account, campaignId), call.account)];
    }),
  );
  handle(api, campaignRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      const { campaignId } = call.params;
      const settings = settingsOf(call.body);
      const before = await needCampaign(q, call.account, campaignId);
      await checkBasis(q, call, call.body.basedOn);
      await checkSettings(q, call.account, settings);
      const { workflow } = call.body;
      const drawn = workflow === undefined ? workflow : await checkedWorkflow(q, call.account, campaignId, workflow);
      await refuseFailingTests(q, call.account, before, { campaignId, definition: drawn, settings });
      await refusePublishing(q, call, drawn);
      await updateCampaign(q, call.account, campaignId, settings, call.actor.id, drawn);
      const after = await needCampaign(q, call.account, campaignId);
      await auditChange(q, call, "campaign.update", campaignId, {
        about: { name: settings.campaignName },
        before: await listed(q, call.account, before),
        after: await listed(q, call.account, after),
      });
      return [show(after, call.account)];
    }),
  );
  handle(api, campaignRoutes.uses, ({ db, account, query }) =>
    db.tx([account], (q) => listCampaignUses(q, account, query.campaignIds ?? null)),
  );
  handle(api, campaignRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { campaignId } = call.params;
      if (!(await removeCampaign(q, call.account, campaignId))) throw notFound("workflow");
      await stopCampaignBatches(q, call.account, campaignId);
      await endSchedules(q, call.account, campaignId);
      await removeDrafts(q, call.account, { kind: "outbound", workflow: campaignId });
      await removeApprovals(q, call.account, { kind: "outbound", workflow: campaignId.toLowerCase() });
      await leaveEditor(q, call.account, { kind: "outbound", workflow: campaignId });
      await audit(q, call, "campaign.delete", campaignId);
      return [{ id: campaignId }];
    }),
  );
}

function registerWorkflow(api: Api): void {
  handle(api, campaignVersionRoutes.workflow, ({ db, account, params, query }) =>
    db.tx([account], async (q) => {
      await needCampaign(q, account, params.campaignId);
      const saved = await findVersion(q, account, params.campaignId, query.version);
      if (saved) {
        const { definition: workflow, version, settings } = saved;
        return [{ campaignId: params.campaignId, workflow, version, settings }];
      }
      if (query.version !== undefined) throw notFound("version of this workflow");
      return [];
    }),
  );
  for (const save of [campaignVersionRoutes.createWorkflow, campaignVersionRoutes.updateWorkflow]) {
    handle(api, save, (call) => call.db.tx([call.account], (q) => saveWorkflow(q, call)));
  }
  handle(api, campaignVersionRoutes.versions, ({ db, account, params, query }) =>
    db.tx([account], async (q) => {
      await needCampaign(q, account, params.campaignId);
      const { limit, cursor } = query;
      const rows = await listVersions(q, account, params.campaignId, { limit, before: cursor });
      return versionsPage(rows, limit);
    }),
  );
  handle(api, campaignVersionRoutes.label, (call) =>
    call.db.tx([call.account], async (q) => {
      const { campaignId, version } = call.params;
      await needCampaign(q, call.account, campaignId);
      return labelVersion(q, call, { kind: "outbound", workflow: campaignId }, () =>
        listVersions(q, call.account, campaignId, { limit: 1, before: version + 1 }),
      );
    }),
  );
  handle(api, campaignVersionRoutes.restore, (call) => call.db.tx([call.account], (q) => restoreVersion(q, call)));
}

/** The parts of a request that saving a workflow needs. */
interface Save {
  account: string;
  actor: Actor;
  params: { campaignId: string };
  body: { workflow: string; basedOn?: number | undefined };
}

async function saveWorkflow(q: Query, call: Save) {
  const { campaignId } = call.params;
  const campaign = await needCampaign(q, call.account, campaignId);
  await checkBasis(q, call, call.body.basedOn);
  const before = await findVersion(q, call.account, campaignId);
  const definition = await checkedWorkflow(q, call.account, campaignId, call.body.workflow);
  await refuseFailingTests(q, call.account, campaign, { campaignId, definition, settings: campaign });
  await refusePublishing(q, call, definition);
  const version = await saveVersion(q, call.account, campaignId, definition, call.actor.id);
  await audit(q, call, "workflow.save", campaignId, { version, ...redrawn(before, definition) });
  return [{ campaignId, workflow: definition, version }];
}

/** The change of the drawing for the audit log. */
const redrawn = (before: VersionRow | null, definition: string): DrawingChanges =>
  drawingChanges(before === null ? emptyWorkflow : JSON.parse(before.definition), JSON.parse(definition));

interface Restore extends Omit<Save, "params" | "body"> {
  params: { campaignId: string; version: number };
  body: { basedOn?: number | undefined };
}

/** An older drawing with its settings, validated like a new one. The name stays. */
async function restoreVersion(q: Query, call: Restore) {
  const { account, actor } = call;
  const { campaignId, version: from } = call.params;
  const campaign = await needCampaign(q, account, campaignId);
  await checkBasis(q, call, call.body.basedOn);
  const old = await findVersion(q, account, campaignId, from);
  if (!old) throw notFound("version of this workflow");
  const settings = { ...old.settings, campaignName: campaign.campaignName };
  const definition = await checkCampaign(q, account, campaign, { workflow: old.definition, settings });
  await refusePublishing(q, call, definition);
  const before = await findVersion(q, account, campaignId);
  await updateCampaign(q, account, campaignId, settings, actor.id, definition);
  const { version } = await needCampaign(q, account, campaignId);
  await audit(q, call, "workflow.restore", campaignId, { version, from, ...redrawn(before, definition) });
  return [{ campaignId, workflow: definition, version, settings }];
}

/** A drawing and its settings, checked like a save, in the form to store. */
export async function checkCampaign(
  q: Query,
  account: string,
  campaign: CampaignRow,
  { workflow, settings }: { workflow: string; settings: CampaignSettings },
): Promise<string> {
  const { campaignId } = campaign;
  await checkSettings(q, account, settings);
  const definition = await checkedWorkflow(q, account, campaignId, workflow);
  await refuseFailingTests(q, account, campaign, { campaignId, definition, settings });
  return definition;
}

/** Checks and publishes an approved drawing with its settings in the author's name. Returns its version. */
export async function publishCampaign(
  q: Query,
  by: Pick<Save, "account" | "actor">,
  campaign: CampaignRow,
  { author, ...wanted }: { workflow: string; settings: CampaignSettings; author: string },
): Promise<number> {
  const { account } = by;
  const { campaignId } = campaign;
  const definition = await checkCampaign(q, account, campaign, wanted);
  const before = await findVersion(q, account, campaignId);
  await updateCampaign(q, account, campaignId, wanted.settings, author, definition);
  const { version } = await needCampaign(q, account, campaignId);
  await audit(q, by, "workflow.save", campaignId, { version, ...redrawn(before, definition) });
  return version;
}

/** Refuses to publish a drawing without approval. An empty workflow stays free to change, because nothing of it runs. */
function refusePublishing(
  q: Query,
  call: Pick<Save, "account" | "actor" | "params">,
  drawn: string | undefined,
): Promise<void> {
  const { campaignId } = call.params;
  return refuseUnapproved(q, call, `/v4/campaign/${campaignId}/approval/`, async () => {
    const stored = await findVersion(q, call.account, campaignId);
    return [drawn, stored?.definition].every((text) => text === undefined || parseWorkflow(text).nodes.length === 0);
  });
}

/** Refuses a change based on a version that is not the newest, so that no save is overwritten unnoticed. */
async function checkBasis(
  q: Query,
  { account, params }: { account: string; params: { campaignId: string } },
  basedOn: number | undefined,
): Promise<void> {
  if (basedOn === undefined) return;
  refuseLate(await lockVersion(q, account, params.campaignId), basedOn);
}

function registerFigures(api: Api): void {
  handle(api, campaignRoutes.counts, ({ db, account, params, query }) =>
    db.tx([account], async (q) => {
      await needCampaign(q, account, params.campaignId);
      return listNodeCounts(q, account, params.campaignId, query.batchId);
    }),
  );
  handle(api, campaignRoutes.status, ({ db, account, params, query }) =>
    db.tx([account], async (q) => {
      if (!(await findContact(q, account, params.contactId))) throw notFound("contact");
      const rows = await listJourneys(q, account, { contactId: params.contactId }, { limit: 500 });
      const stepsOf = query.steps === "true" ? await readSteps(q, account, rows) : undefined;
      return rows.map((row) => ({
        journeyId: row.journeyId,
        campaignId: row.campaignId,
        campaignName: row.campaignName,
        batchId: row.batchId,
        version: row.version,
        status: journeyStatuses[row.status] ?? "failed",
        nodeId: row.nodeId,
        started: createdOf(row.journeyId) ?? "",
        wakeAt: row.wakeAt?.toISOString() ?? null,
        reason: row.reason,
        ...(stepsOf && { steps: stepsOf(row) }),
      }));
    }),
  );
}

/** The most steps per journey in the log. A single journey shows all steps. */
const mostSteps = 100;

/** The latest steps of journeys, with the nodes of their versions. */
async function readSteps(q: Query, account: string, rows: readonly JourneyListRow[]) {
  const steps = await listStepsOf(
    q,
    account,
    rows.map(({ journeyId }) => journeyId),
    mostSteps,
  );
  const ofJourney = Map.groupBy(steps, ({ journeyId }) => journeyId);
  const needed = rows.flatMap(({ journeyId, campaignId, version }) =>
    versionsOf(ofJourney.get(journeyId) ?? [], version).map((one) => ({ campaignId, version: one })),
  );
  const versions = await listVersionDefinitions(q, account, needed);
  const definitionOf = new Map(versions.map((one) => [`${one.campaignId} ${one.version}`, one.definition]));
  return ({ journeyId, campaignId, version }: JourneyListRow) =>
    showSteps(ofJourney.get(journeyId) ?? [], version, (of) => definitionOf.get(`${campaignId} ${of}`));
}

/** Finds the campaign or answers 404. */
export async function needCampaign(q: Query, account: string, campaignId: string): Promise<CampaignRow> {
  const row = await findCampaign(q, account, campaignId);
  if (!row) throw notFound("workflow");
  return row;
}

/** Checks that the number set and the time zone of the settings exist. */
async function checkSettings(q: Query, account: string, settings: CampaignSettings): Promise<void> {
  const { numberSet, timezoneProtectionTimezoneFixed: zone } = settings;
  if (zone !== null && zoneOf(zone) === undefined) {
    throw invalid(
      "This default time zone does not exist. GET /v4/timezone/ lists all time zones.",
      "body.timezoneProtectionTimezoneFixed",
    );
  }
  if (numberSet !== null && !(await findNumberSet(q, account, numberSet))) {
    throw invalid("This number set does not exist. GET /v4/numberset/ lists all number sets.", "body.numberSet");
  }
}

type Body = { [K in keyof CampaignSettings]?: CampaignSettings[K] | undefined } & { campaignName: string };

/** The changes of a validated body. Times are stored with seconds. */
export function settingsOf(body: Body): CampaignSettings {
  const seconds = (time: string | null | undefined) => (time == null ? null : time.length === 5 ? `${time}:00` : time);
  return {
    campaignName: body.campaignName,
    numberSet: body.numberSet ?? null,
    workflowDisplayType: body.workflowDisplayType ?? 1,
    timezoneProtectionType: body.timezoneProtectionType ?? 0,
    timezoneProtectionStartTime: seconds(body.timezoneProtectionStartTime),
    timezoneProtectionEndTime: seconds(body.timezoneProtectionEndTime),
    timezoneProtectionTimezoneFixed: body.timezoneProtectionTimezoneFixed ?? null,
    frequencyDays: body.frequencyDays ?? -1,
    goal: body.goal ?? null,
  };
}

/** A campaign in wire form (spec 2 §3.1). The fixed time zone is present only with fixed protection. */
function show(row: CampaignRow, account: string): Campaign {
  const { version, costMicros, timezoneProtectionTimezoneFixed, lastUsed, ...stored } = row;
  const { isRunning: _1, isWaiting: _2, isPaused: _3, lastRunId, lastRunName, lastRunStarted, ...rest } = stored;
  const fixed = row.timezoneProtectionType === 3 && timezoneProtectionTimezoneFixed !== null;
  return {
    ...rest,
    accountSid: account,
    goal: row.goal ?? null,
    cost: costMicros / 1_000_000,
    lastUsed: lastUsed?.toISOString() ?? null,
    workflowVersion: version,
    created: createdOf(row.campaignId),
    state: stateOf(row),
    lastRun:
      lastRunId === null
        ? null
        : { batchId: lastRunId, displayName: lastRunName ?? "", startedAt: lastRunStarted?.toISOString() ?? null },
    ...(fixed ? { timezoneProtectionTimezoneFixed } : {}),
  };
}

/** What the workflow does, by all its runs: a run that starts contacts counts before one that waits, that before a paused one. */
function stateOf({ isRunning, isWaiting, isPaused, lastRunId }: CampaignRow): Campaign["state"] {
  if (isRunning) return "running";
  if (isWaiting) return "waiting";
  if (isPaused) return "paused";
  return lastRunId === null ? "never" : "finished";
}

/** A workflow's settings for the audit log, with the number set by name. */
async function listed(q: Query, account: string, row: CampaignRow) {
  const { numberSet, ...settings } = settingsOf(row);
  const set = numberSet === null ? null : await findNumberSet(q, account, numberSet);
  return { ...settings, numberSet: set?.name ?? numberSet, version: row.version };
}
