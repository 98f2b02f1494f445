import type { Assumptions, DryRunResult } from "@trunkline/contract/runs/dryRun.ts";
import type { DncType } from "@trunkline/workflow/engine/effects.ts";
import type { Statement } from "@trunkline/workflow/parts/statement.ts";
import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";
import type { CampaignSettings } from "../workflows/campaign.ts";
import { workQueue } from "../workQueue.ts";

/** A result without the words of its reasons. */
export type StoredResult = Omit<DryRunResult, "leftOut" | "sends" | "failed"> & {
  leftOut: StoredCount[];
  failed: (StoredCount & { node: number })[];
  sends: (Omit<DryRunResult["sends"][number], "blocked"> & { blocked: StoredCount[] })[];
};
type StoredCount = Omit<DryRunResult["leftOut"][number], "reasonText">;

/** A dry run. */
export interface DryRunRow {
  dryRunId: string;
  campaignId: string;
  campaignName: string;
  version: number | null;
  selection: { statements?: Statement[]; contactIds?: true };
  filters: { dnc?: DncType[] };
  periodMs: number;
  startsAt: Date;
  assumptions: Assumptions;
  status: "queued" | "running" | "done" | "failed" | "cancelled";
  total: number | null;
  played: number;
  /** Since it was begun. */
  runningSeconds: number | null;
  problem: string | null;
  created: Date;
  finished: Date | null;
}

const columns = `d.dry_run_id "dryRunId", d.campaign_id "campaignId", c.name "campaignName", d.version, d.selection, d.filters,
  d.period_ms "periodMs", d.starts_at "startsAt", d.assumptions, d.status, d.total, d.played,
  extract(epoch from now() - d.started)::float8 "runningSeconds", d.problem, d.created, d.finished`;
const from = "dry_run d join campaign c on c.account_id = d.account_id and c.campaign_id = d.campaign_id";

/** One dry run with its result, or null. */
export const findDryRun = (
  q: Query,
  account: string,
  id: string,
): Promise<(DryRunRow & { result: StoredResult | null }) | null> =>
  q.one(`select ${columns}, d.result from ${from} where d.account_id = $1 and d.dry_run_id = $2`, [account, id]);

/** Dry runs of a workflow, newest first, from before an id on; with a run, only those of its version from before it began. */
export const listDryRuns = (
  q: Query,
  account: string,
  campaignId: string,
  { before, limit, batchId }: { before: string | undefined; limit: number; batchId: string | undefined },
): Promise<DryRunRow[]> =>
  q.rows(
    `select ${columns} from ${from}
     left join batch b on b.account_id = d.account_id and b.batch_id = $5
     left join workflow_version v on v.account_id = b.account_id and v.campaign_id = b.campaign_id and v.version = b.version
     where d.account_id = $1 and d.campaign_id = $2 and ($3::uuid is null or d.dry_run_id < $3)
       and ($5::uuid is null or d.status = 'done' and d.created <= coalesce(b.started, now())
         and (d.version = b.version or d.workflow = v.definition))
     order by d.dry_run_id desc limit $4`,
    [account, campaignId, before ?? null, limit, batchId ?? null],
  );

/** What is played: a drawing with the settings of its campaign, or null when the version is gone. */
export const findDryRunWorkflow = (
  q: Query,
  account: string,
  id: string,
): Promise<{ definition: string; settings: CampaignSettings } | null> =>
  q.one(
    `select coalesce(d.workflow, v.definition) definition, coalesce(d.settings, v.settings) settings from dry_run d
     left join workflow_version v on v.account_id = d.account_id and v.campaign_id = d.campaign_id and v.version = d.version
     where d.account_id = $1 and d.dry_run_id = $2 and coalesce(d.workflow, v.definition) is not null`,
    [account, id],
  );

/** A dry run to be made. */
export interface NewDryRun {
  campaignId: string;
  version: number | null;
  drawn: { workflow: string; settings: CampaignSettings } | null;
  selection: { contactIds: readonly string[] } | { statements: readonly Statement[] };
  dncFilter: readonly DncType[];
  periodMs: number;
  startsAt: Date;
  assumptions: Assumptions;
  createdBy: string;
}

/** Puts a dry run in line. Contacts that the account does not have are counted: the caller refuses them. */
export async function insertDryRun(
  q: Query,
  account: string,
  run: NewDryRun,
): Promise<{ dryRunId: string; unknownContacts: number }> {
  const dryRunId = newId();
  const named = "contactIds" in run.selection ? [...new Set(run.selection.contactIds)] : null;
  await q.run(
    `insert into dry_run (account_id, dry_run_id, campaign_id, version, workflow, settings, selection, filters, period_ms,
       starts_at, assumptions, created_by)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8::jsonb, $9, $10, $11::jsonb, $12)`,
    [
      account,
      dryRunId,
      run.campaignId,
      run.version,
      run.drawn?.workflow ?? null,
      run.drawn === null ? null : JSON.stringify(run.drawn.settings),
      JSON.stringify(named ? { contactIds: true } : run.selection),
      JSON.stringify({ dnc: run.dncFilter }),
      Math.max(-1, run.periodMs),
      run.startsAt,
      JSON.stringify(run.assumptions),
      run.createdBy,
    ],
  );
  await q.run("insert into dry_run_queue (account_id, dry_run_id) values ($1, $2)", [account, dryRunId]);
  if (named === null) return { dryRunId, unknownContacts: 0 };
  const known = await q.run(
    `insert into dry_run_audience (account_id, dry_run_id, contact_id)
     select $1, $2, contact_id from contact where account_id = $1 and contact_id = any ($3::uuid[])`,
    [account, dryRunId, plainArray(named)],
  );
  return { dryRunId, unknownContacts: named.length - known };
}

/** The dry runs under way, for the workers to find. */
export const dryRunQueue = workQueue("dry_run_queue", "dry_run_id");

/** A worker begins, or begins again after another was lost. False if it has ended already. */
export const startDryRun = async (q: Query, account: string, id: string): Promise<boolean> =>
  (await q.run(
    `update dry_run set status = 'running', total = null, played = 0, started = now()
     where account_id = $1 and dry_run_id = $2 and status in ('queued', 'running')`,
    [account, id],
  )) > 0;

/** How far it has come. */
export const moveDryRun = (
  q: Query,
  account: string,
  id: string,
  { total, played }: { total: number | null; played: number },
): Promise<number> =>
  q.run("update dry_run set total = $3, played = $4 where account_id = $1 and dry_run_id = $2 and status = 'running'", [
    account,
    id,
    total,
    played,
  ]);

/** The dry run has ended. False if it had ended before. */
export async function endDryRun(
  q: Query,
  account: string,
  id: string,
  end: {
    status: "done" | "failed" | "cancelled";
    result?: StoredResult;
    lists?: ReadonlyMap<string, readonly string[]>;
    problem?: string;
  },
): Promise<boolean> {
  await q.run("delete from dry_run_queue where account_id = $1 and dry_run_id = $2", [account, id]);
  const ended = await q.run(
    `update dry_run set status = $3, result = $4::jsonb, problem = $5, finished = now(), played = case when $3 = 'done' then total else played end
     where account_id = $1 and dry_run_id = $2 and status in ('queued', 'running')`,
    [account, id, end.status, end.result === undefined ? null : JSON.stringify(end.result), end.problem ?? null],
  );
  if (ended === 0) return false;
  for (const [list, contacts] of end.lists ?? [])
    await q.run(
      `insert into dry_run_contact (account_id, dry_run_id, list, place, contact_id)
       select $1, $2, $3, place, contact from unnest($4::uuid[]) with ordinality u (contact, place)`,
      [account, id, list, plainArray(contacts)],
    );
  return true;
}

/** The first contacts of a figure. */
export const listDryRunContacts = (
  q: Query,
  account: string,
  id: string,
  list: string,
): Promise<{ contactId: string; phone: string | null; firstName: string | null; lastName: string | null }[]> =>
  q.rows(
    `select c.contact_id "contactId", c.phone, c.first_name "firstName", c.last_name "lastName" from dry_run_contact d
     join contact c on c.account_id = d.account_id and c.contact_id = d.contact_id
     where d.account_id = $1 and d.dry_run_id = $2 and d.list = $3 order by d.place`,
    [account, id, list],
  );

/** So long a dry run is saved. */
const savedDays = 30;

/** Removes a limited number of dry runs that have had their time. */
export async function purgeDryRuns(q: Query, [accounts, most]: readonly [string, number]): Promise<number> {
  let removed = 0;
  for (const table of ["dry_run_contact", "dry_run_audience", "dry_run_queue", "dry_run"] as const)
    removed += await q.run(
      `with old as materialized (
         select d.account_id, d.dry_run_id from unnest($1::uuid[]) a cross join lateral (
           select d.account_id, d.dry_run_id from dry_run d
           where d.account_id = a and d.dry_run_id < trunkline_first_id(now() - interval '${savedDays} days')
           order by d.dry_run_id limit $2 for update skip locked) d)
       delete from ${table} t using old where t.account_id = old.account_id and t.dry_run_id = old.dry_run_id`,
      [accounts, most],
    );
  return removed;
}

/** What contacts answered in the newest runs of a workflow, node by node: how many left by each reason, and when and how they replied. */
export const listEarlierReplies = (
  q: Query,
  account: string,
  campaignId: string,
  nodes: readonly number[],
): Promise<{ node: number; because: string | null; reply: string | null; count: number; seconds: number | null }[]> =>
  q.rows(
    `select s.node, s.because, mode() within group (order by s.data->>'reply') reply, count(*)::int count,
       percentile_cont(0.5) within group (order by extract(epoch from s.at - w.at))::float8 seconds
     from (select j.account_id, j.journey_id from journey j where j.account_id = $1 and j.batch_id in (${newestRuns}) limit 200000) j
     join step s on s.account_id = j.account_id and s.journey_id = j.journey_id
     left join step w on w.account_id = s.account_id and w.journey_id = s.journey_id and w.revision = s.revision - 1
     where s.account_id = $1 and s.node = any ($3::int[]) and s.outcome = 0
     group by s.node, s.because order by s.node, 4 desc`,
    [account, campaignId, plainArray(nodes)],
  );

const newestRuns =
  "select b.batch_id from batch b where b.account_id = $1 and b.campaign_id = $2 and b.started is not null order by b.batch_id desc limit 20";

/** How the texts and calls of the newest runs of a workflow ended. */
export const findEarlierSends = (
  q: Query,
  account: string,
  campaignId: string,
): Promise<{
  runs: number;
  delivered: number;
  undelivered: number;
  clicked: number;
  linked: number;
  human: number;
  machine: number;
  busy: number;
  noAnswer: number;
  failed: number;
  seconds: number | null;
} | null> =>
  q.one(
    `with runs as materialized (${newestRuns})
     select (select count(*)::int from runs) runs, m.*, l.*, t.* from
       (select count(*) filter (where receipt in ('delivered', 'read'))::int delivered,
          count(*) filter (where receipt in ('undelivered', 'expired') or state = 'rejected')::int undelivered
        from message where account_id = $1 and batch_id in (select batch_id from runs) and direction = 'out') m,
       (select count(*) filter (where o.clicked is not null)::int clicked, count(*)::int linked from message o
        where o.account_id = $1 and o.batch_id in (select batch_id from runs) and o.receipt in ('delivered', 'read')
          and exists (select from link k where k.account_id = o.account_id and k.message_id = o.message_id)) l,
       (select count(*) filter (where answered_by in ('human', 'unknown'))::int human,
          count(*) filter (where answered_by in ('machine', 'fax'))::int machine,
          count(*) filter (where line = 'busy')::int busy, count(*) filter (where line = 'no_answer')::int "noAnswer",
          count(*) filter (where line in ('failed', 'cancelled') or state = 'rejected')::int failed,
          avg(duration_seconds)::float8 seconds
        from call where account_id = $1 and batch_id in (select batch_id from runs) and direction = 'out') t`,
    [account, campaignId],
  );
