import { type Batch, batchRoutes, type Forecast } from "@trunkline/contract/runs/batch.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, notFound } from "../../http/problem.ts";
import { noteMade } from "../../http/tracedIds.ts";
import { readCost } from "../../reports/readOutcome.ts";
import { startRun } from "../../rules/startRun.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import { listCarrierConnections } from "../../store/carriers/carrierConnection.ts";
import type { Query } from "../../store/database.ts";
import { insertBatch, repaceBatch, stopBatch } from "../../store/runs/batch.ts";
import { type BatchListRow, findListedBatch, listFiltered } from "../../store/runs/batchList.ts";
import { decideRunApproval } from "../../store/runs/runApproval.ts";
import { findBatches } from "../../store/runs/runFind.ts";
import { findRunWait } from "../../store/runs/runWait.ts";
import { forecastRun } from "../../world/forecastRun.ts";
import { createdOf } from "../createdOf.ts";
import { nextCursor, readIdCursor, showFound } from "../idCursor.ts";
import { checkPeriod, checkRun, needRunnable, refuseUnknownContacts } from "./checkedRun.ts";
import { explainWait } from "./explainWait.ts";

const describeStatus: Record<string, Batch["status"]> = {
  not_started: "Not started",
  running: "In Progress",
  paused: "Paused",
  stopped: "Stopped",
  done: "Done",
};

/** Runs of workflows (spec 2 §7.4). */
export function registerBatch(api: Api): void {
  handle(api, batchRoutes.list, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, status: word, ...filter } = query;
      const status = Object.keys(describeStatus).find((one) => ownValue(describeStatus, one) === word);
      const page = { limit, before: readIdCursor(cursor) };
      return showFound(await findBatches(q, account, { ...filter, status }, page), show);
    }),
  );
  handle(api, batchRoutes.find, ({ db, account, params }) =>
    db.tx([account], (q) => findShown(q, account, params.campaignId, params.batchId)),
  );
  handle(api, batchRoutes.cost, async ({ db, account, params, wakeUp }) => {
    const read = await db.tx([account], (q) => readCost(q, account, params));
    if (read === null) throw notFound("run");
    if (read.isAskedFor) wakeUp();
    return read.items;
  });
  handle(api, batchRoutes.filtered, ({ db, account, params, query }) =>
    db.tx([account], async (q) => {
      await needBatch(q, account, params);
      const rows = await listFiltered(q, account, params.batchId, query.limit, readIdCursor(query.cursor));
      const payload = rows.map(({ firstName, lastName, at, ...row }) => ({
        ...row,
        name: [firstName, lastName].filter(Boolean).join(" "),
        reasonText: describeReason(row.reason),
        at: at.toISOString(),
      }));
      return { payload, next: nextCursor(rows, query.limit, (row) => row.contactId) };
    }),
  );
  handle(api, batchRoutes.forecast, ({ db, account, params, body }) =>
    db.tx([account], async (q) => {
      const campaign = await needRunnable(q, account, params.campaignId);
      const { statements } = await checkRun(q, account, body, "body");
      const { lastSendMs, costMicros, ...found } = await forecastRun(q, account, {
        campaignId: params.campaignId,
        version: campaign.version,
        frequencyDays: campaign.frequencyDays,
        periodMs: body.periodMs,
        dncFilter: body.filters.dnc,
        ...(body.contactIds ? { contactIds: body.contactIds } : { statements }),
        startMs: body.at === undefined ? Date.now() : Date.parse(body.at),
      });
      return [
        {
          ...found,
          selected: found.filtered.reduce((sum, { count }) => sum + count, found.enrolled),
          filtered: found.filtered.map((one) => ({ ...one, reasonText: describeReason(one.reason) })),
          blocked: found.blocked.map((one) => ({ ...one, reasonText: describeReason(one.reason) })),
          cost: costMicros / 1_000_000,
          takesSeconds: Math.max(found.beginSeconds, found.carrierSeconds),
          boundBy: boundBy(found),
          lastSendAt: lastSendMs === null ? null : new Date(lastSendMs).toISOString(),
        },
      ];
    }),
  );
  registerRuns(api);
}

/** What limits the rate of a run: the chosen rate or the carriers. */
function boundBy({
  beginSeconds,
  carrierSeconds,
}: Pick<Forecast, "beginSeconds" | "carrierSeconds">): Forecast["boundBy"] {
  if (carrierSeconds > beginSeconds) return "carrier";
  return beginSeconds > 0 ? "rate" : null;
}

/** Changes a run and wakes the worker, because the user is waiting. */
export async function changing<T>(
  call: Pick<Call, "db" | "account" | "wakeUp">,
  work: (q: Query) => Promise<T>,
): Promise<T> {
  const answer = await call.db.tx([call.account], work);
  call.wakeUp();
  return answer;
}

function registerRuns(api: Api): void {
  handle(api, batchRoutes.create, (call) =>
    changing(call, async (q) => {
      const { account, params, body } = call;
      const campaign = await needRunnable(q, account, params.campaignId);
      const selection = await checkRun(q, account, body, "body");
      const { batchId, unknownContacts } = await insertBatch(q, account, {
        campaignId: params.campaignId,
        version: campaign.version,
        displayName: body.displayName,
        periodMs: body.periodMs,
        dncFilter: body.filters.dnc,
        selection: body.contactIds
          ? { contactIds: body.contactIds }
          : body.audienceId !== undefined
            ? { audienceId: body.audienceId }
            : selection,
        createdBy: call.actor.id,
      });
      refuseUnknownContacts(unknownContacts, "body");
      noteMade(call.request, { "trunkline.batch_id": batchId });
      await audit(q, call, "batch.create", batchId, { name: body.displayName, start: body.start });
      if (body.start) await startRun(q, account, batchId, call.actor.id);
      return findShown(q, account, params.campaignId, batchId);
    }),
  );
  handle(api, batchRoutes.update, (call) =>
    changing(call, async (q) => {
      checkPeriod(call.body.periodMs, "body");
      const row = await needBatch(q, call.account, call.params);
      if (!(await repaceBatch(q, call.account, row.batchId, call.body.periodMs))) {
        throw conflict("The run is done, so its rate can no longer be changed");
      }
      const { periodMs } = call.body;
      await auditChange(q, call, "batch.rate", row.batchId, {
        before: { periodMs: row.periodMs },
        after: { periodMs },
      });
      return findShown(q, call.account, row.campaignId, row.batchId);
    }),
  );
  handle(api, batchRoutes.start, (call) =>
    changing(call, async (q) => {
      const row = await needBatch(q, call.account, call.params);
      if (row.status === "done") throw conflict("The run is done. Create a new one to run the workflow again");
      const outcome = await startRun(q, call.account, row.batchId, call.actor.id);
      await audit(q, call, outcome === "asked" ? "batch.ask" : "batch.start", row.batchId);
      return findShown(q, call.account, row.campaignId, row.batchId);
    }),
  );
  handle(api, batchRoutes.stop, (call) =>
    changing(call, async (q) => {
      const mode = call.body?.mode ?? "stop";
      const row = await needBatch(q, call.account, call.params);
      if (row.status === "done") throw conflict("The run is already done");
      const asked = mode === "pause" ? "paused" : "stopped";
      const changed = row.status === asked || (await stopBatch(q, call.account, row.batchId, mode));
      if (!changed)
        throw conflict(
          `The run is ${ownValue(describeStatus, row.status)?.toLowerCase()}. Only a run in progress can be paused`,
        );
      const withdrawn = { state: "declined", by: call.actor.id, reason: "The run was stopped." } as const;
      if (row.approval?.state === "waiting") await decideRunApproval(q, call.account, row.batchId, withdrawn);
      await audit(q, call, `batch.${mode}`, row.batchId);
      return findShown(q, call.account, row.campaignId, row.batchId);
    }),
  );
}

/** The run, or 404. */
export async function needBatch(
  q: Query,
  account: string,
  ids: { campaignId: string; batchId: string },
): Promise<BatchListRow> {
  const row = await findListedBatch(q, account, ids.campaignId, ids.batchId);
  if (!row) throw notFound("run");
  return row;
}

/** The run in wire form, with why it sends nothing. */
export async function findShown(q: Query, account: string, campaignId: string, batchId: string): Promise<Batch[]> {
  const row = await needBatch(q, account, { campaignId, batchId });
  const wait = await findRunWait(q, account, batchId);
  const waitsFor = wait && explainWait(row, wait, await listCarrierConnections(q, account), Date.now());
  return [{ ...show(row), waitsFor }];
}

/** A run in wire form. Ended journeys count as done, failed or not (spec 2 §3.10). */
function show(row: BatchListRow): Batch {
  const { status, enrolment, enrolled, startedAt, finishedAt, approval, ...rest } = row;
  const over = row.done + row.failed;
  const total = enrolment === "done" ? enrolled : Math.max(enrolled, row.queued - row.filtered);
  return {
    ...rest,
    total,
    waiting: Math.max(0, enrolled - over),
    progress: `${over} / ${total}`,
    status: ownValue(describeStatus, status) ?? "Not started",
    enrolling: enrolment === "going",
    waitsFor: null,
    approval: approval && {
      ...approval,
      created: new Date(approval.created).toISOString(),
      decided: approval.decided && new Date(approval.decided).toISOString(),
    },
    created: createdOf(row.batchId),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
