import { type Assumptions, type DryRun, dryRunRoutes, noAssumptions } from "@trunkline/contract/runs/dryRun.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import { parseWorkflow } from "@trunkline/workflow/outbound/readGraph.ts";
import { replyForPath } from "@trunkline/workflow/outbound/replyForPath.ts";
import type { Statement } from "@trunkline/workflow/parts/statement.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import { audit } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import {
  type DryRunRow,
  endDryRun,
  findDryRun,
  findDryRunWorkflow,
  findEarlierSends,
  insertDryRun,
  listDryRunContacts,
  listDryRuns,
  listEarlierReplies,
  type StoredResult,
} from "../../store/runs/dryRun.ts";
import { type CampaignRow, findVersion } from "../../store/workflows/campaign.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";
import { needCampaign } from "../workflows/campaign.ts";
import { checkRun, needRunnable, refuseUnknownContacts } from "./checkedRun.ts";

/** Dry runs of workflows. */
export function registerDryRun(api: Api): void {
  handle(api, dryRunRoutes.create, async (call) => {
    const made = await call.db.tx([call.account], (q) => create(q, call));
    call.wakeUp();
    return [made];
  });
  handle(api, dryRunRoutes.list, ({ db, account, params, query }) =>
    db.tx([account], async (q) => {
      await needCampaign(q, account, params.campaignId);
      const { limit, cursor, batchId } = query;
      const rows = await listDryRuns(q, account, params.campaignId, { before: readIdCursor(cursor), limit, batchId });
      return {
        payload: rows.map((row) => show({ ...row, result: null })),
        next: nextCursor(rows, limit, (row) => row.dryRunId),
      };
    }),
  );
  handle(api, dryRunRoutes.assumptions, ({ db, account, params }) =>
    db.tx([account], async (q) => [await readEarlier(q, account, params.campaignId)]),
  );
  handle(api, dryRunRoutes.find, ({ db, account, params }) =>
    db.tx([account], async (q) => [show(await needDryRun(q, account, params))]),
  );
  handle(api, dryRunRoutes.workflow, ({ db, account, params }) =>
    db.tx([account], async (q) => {
      await needDryRun(q, account, params);
      const drawn = await findDryRunWorkflow(q, account, params.dryRunId);
      if (drawn === null) throw notFound("workflow");
      return [{ workflow: drawn.definition }];
    }),
  );
  handle(api, dryRunRoutes.cancel, (call) =>
    call.db.tx([call.account], async (q) => {
      const { dryRunId } = await needDryRun(q, call.account, call.params);
      if (await endDryRun(q, call.account, dryRunId, { status: "cancelled" }))
        await audit(q, call, "dryRun.cancel", dryRunId);
      return [show(await needDryRun(q, call.account, call.params))];
    }),
  );
  handle(api, dryRunRoutes.contacts, ({ db, account, params, query }) =>
    db.tx([account], async (q) => {
      const { dryRunId } = await needDryRun(q, account, params);
      const rows = await listDryRunContacts(q, account, dryRunId, query.list);
      return rows.map(({ contactId, phone, firstName, lastName }) => ({
        contactId,
        phone,
        name: [firstName, lastName].filter(Boolean).join(" "),
      }));
    }),
  );
}

type CreateCall = Call & {
  params: { campaignId: string };
  body: ReturnType<NonNullable<typeof dryRunRoutes.create.body>["parse"]>;
};

async function create(q: Query, call: CreateCall): Promise<DryRun> {
  const { account, params, body, actor } = call;
  const campaign = await needDrawn(q, account, params.campaignId, body.workflow);
  const { statements } = await checkRun(q, account, body, "body");
  const saved = await findVersion(q, account, campaign.campaignId);
  const drawn = body.workflow === undefined || body.workflow === saved?.definition ? null : body.workflow;
  const text = drawn ?? saved?.definition ?? "";
  const { dryRunId, unknownContacts } = await insertDryRun(q, account, {
    campaignId: campaign.campaignId,
    version: drawn === null ? campaign.version : null,
    drawn: drawn === null ? null : { workflow: drawn, settings: campaign },
    selection: body.contactIds ? { contactIds: body.contactIds } : { statements },
    dncFilter: body.filters.dnc,
    periodMs: body.periodMs,
    startsAt: body.at === undefined ? new Date() : new Date(body.at),
    assumptions: withReplies(text, body.assumptions ?? noAssumptions),
    createdBy: `${actor.kind}:${actor.id}`,
  });
  refuseUnknownContacts(unknownContacts, "body");
  await audit(q, call, "dryRun.start", dryRunId, { version: drawn === null ? campaign.version : null });
  return show(await needDryRun(q, account, { campaignId: campaign.campaignId, dryRunId }));
}

/** The workflow is saved, or what is drawn has nodes. */
async function needDrawn(
  q: Query,
  account: string,
  campaignId: string,
  workflow: string | undefined,
): Promise<CampaignRow> {
  if (workflow === undefined) return needRunnable(q, account, campaignId);
  const campaign = await needCampaign(q, account, campaignId);
  let nodes = 0;
  try {
    nodes = parseWorkflow(workflow).nodes.length;
  } catch {
    throw invalid("workflow must be the workflow as JSON text", "body.workflow");
  }
  if (nodes === 0) throw conflict("This workflow is empty. Draw it before you try it", undefined, "empty_workflow");
  return campaign;
}

/** The paths of the Event nodes of a workflow, by node. */
function eventPaths(text: string): Map<number, { statements: Statement[] }[]> {
  const { nodes } = parseWorkflow(text);
  return new Map(
    nodes
      .filter(({ type }) => type === "event")
      .map((node) => [node.id, (node as unknown as { conditions?: { statements: Statement[] }[] }).conditions ?? []]),
  );
}

/** Assumed replies with their texts: those that are left out are made up to match their path. */
function withReplies(text: string, assumptions: Assumptions): Assumptions {
  const events = eventPaths(text);
  const replies = assumptions.replies.map((reply, index) => {
    const place = `body.assumptions.replies.${index}`;
    const paths = events.get(reply.node);
    if (paths === undefined) throw invalid(`Node ${reply.node} is not an Event node`, `${place}.node`);
    if (reply.path !== null && reply.path >= paths.length)
      throw invalid(`Node ${reply.node} has ${paths.length} paths`, `${place}.path`);
    const made = reply.text ?? replyForPath(paths, reply.path);
    if (made === undefined)
      throw invalid("No reply could be made up for this path. Write one in text", `${place}.text`);
    return { ...reply, text: made };
  });
  for (const [node, of] of Map.groupBy(replies, (reply) => reply.node))
    if (of.reduce((sum, { percent }) => sum + percent, 0) > 100)
      throw invalid(`The replies to node ${node} are more than 100 percent`, "body.assumptions.replies");
  return { ...assumptions, replies };
}

/** What contacts and carriers did in the newest runs. */
async function readEarlier(
  q: Query,
  account: string,
  campaignId: string,
): Promise<{ runs: number; assumptions: Assumptions }> {
  await needCampaign(q, account, campaignId);
  const saved = await findVersion(q, account, campaignId);
  const events = saved ? eventPaths(saved.definition) : new Map<number, { statements: Statement[] }[]>();
  const sends = await findEarlierSends(q, account, campaignId);
  const rows = events.size === 0 ? [] : await listEarlierReplies(q, account, campaignId, [...events.keys()]);
  const replies = [...Map.groupBy(rows, ({ node }) => node)].flatMap(([node, of]) => {
    const all = of.reduce((sum, { count }) => sum + count, 0);
    return of.flatMap(({ because, reply, count, seconds }) => {
      const path = Number(/^path (\d+) matched$/.exec(because ?? "")?.[1] ?? 0) - 1;
      if (path < 0 || path >= (events.get(node)?.length ?? 0)) return [];
      const text = reply ?? replyForPath(events.get(node) ?? [], path);
      const afterSeconds = Math.min(30 * 86_400, Math.max(0, Math.round(seconds ?? 0)));
      return [{ node, path, percent: share(count, all), afterSeconds, ...(text !== undefined && { text }) }];
    });
  });
  if (sends === null) return { runs: 0, assumptions: noAssumptions };
  const { delivered, undelivered, clicked, linked, human, machine, busy, noAnswer, failed, seconds } = sends;
  const calls = human + machine + busy + noAnswer + failed;
  return {
    runs: sends.runs,
    assumptions: {
      replies,
      deliveredPercent: delivered + undelivered === 0 ? 100 : share(delivered, delivered + undelivered),
      clickPercent: share(clicked, linked),
      calls: {
        machine: share(machine, calls),
        noAnswer: share(noAnswer, calls),
        busy: share(busy, calls),
        failed: share(failed, calls),
        seconds: Math.min(3_600, Math.max(1, Math.round(seconds ?? noAssumptions.calls.seconds))),
      },
    },
  };
}

/** In percent, with one decimal, rounded down so that shares are never more than the whole. */
const share = (count: number, all: number): number => (all === 0 ? 0 : Math.floor((1_000 * count) / all) / 10);

type Found = DryRunRow & { result: StoredResult | null };

async function needDryRun(
  q: Query,
  account: string,
  { campaignId, dryRunId }: { campaignId: string; dryRunId: string },
): Promise<Found> {
  const row = await findDryRun(q, account, dryRunId);
  if (row?.campaignId !== campaignId.toLowerCase()) throw notFound("dry run");
  return row;
}

const withText = <Row extends { reason: string }>(row: Row): Row & { reasonText: string } => ({
  ...row,
  reasonText: describeReason(row.reason),
});

function show({
  selection: _,
  filters: _1,
  runningSeconds,
  startsAt,
  created,
  finished,
  result,
  ...row
}: Found): DryRun {
  const { status, total, played } = row;
  const isMoving = status === "running" && total !== null && played > 0 && runningSeconds !== null;
  return {
    ...row,
    secondsLeft: isMoving ? Math.ceil((runningSeconds / played) * Math.max(0, total - played)) : null,
    startsAt: startsAt.toISOString(),
    created: created.toISOString(),
    finished: finished?.toISOString() ?? null,
    result: result && {
      ...result,
      leftOut: result.leftOut.map(withText),
      failed: result.failed.map(withText),
      sends: result.sends.map(({ blocked, ...send }) => ({ ...send, blocked: blocked.map(withText) })),
    },
  };
}
