import type { Query } from "../database.ts";
import { newId } from "../newId.ts";
import { workQueue } from "../workQueue.ts";
import type { ContactSelection } from "./contactSearch.ts";

type ContactJobAction = "archive" | "unarchive" | "dnc";

/** Work on all contacts that a filter picks. */
export interface ContactJobRow {
  id: string;
  action: ContactJobAction;
  selection: ContactSelection;
  options: { types?: ("call" | "sms" | "rcs")[]; reason?: string | null };
  status: "queued" | "running" | "done" | "failed" | "cancelled";
  total: number | null;
  done: number;
  changed: number;
  place: string | null;
  problem: string | null;
  createdBy: string;
  created: Date;
  finished: Date | null;
}

const columns = `job_id id, action, selection, options, status, total, done, changed, place, problem, created_by "createdBy",
  created, finished`;

/** One job, or null; `lock` keeps others from changing it until the transaction ends. */
export const findContactJob = (
  q: Query,
  account: string,
  id: string,
  lock: "" | "for update" = "",
): Promise<ContactJobRow | null> =>
  q.one(`select ${columns} from contact_job where account_id = $1 and job_id = $2 ${lock}`, [account, id]);

/** Jobs of the account, newest first, from before an id on. */
export const listContactJobs = (
  q: Query,
  account: string,
  before: string | undefined,
  limit: number,
): Promise<ContactJobRow[]> =>
  q.rows(
    `select ${columns} from contact_job where account_id = $1 and ($2::uuid is null or job_id < $2) order by job_id desc limit $3`,
    [account, before ?? null, limit],
  );

/** Queues a job and returns its id. It does not change contacts that are created later: their ids come after it. */
export async function insertContactJob(
  q: Query,
  account: string,
  job: Pick<ContactJobRow, "action" | "selection" | "options" | "createdBy">,
): Promise<string> {
  const id = newId();
  await q.run(
    `insert into contact_job (account_id, job_id, action, selection, options, created_by)
     values ($1, $2, $3, $4::jsonb, $5::jsonb, $6)`,
    [account, id, job.action, JSON.stringify(job.selection), JSON.stringify(job.options), job.createdBy],
  );
  await q.run("insert into contact_job_queue (account_id, job_id) values ($1, $2)", [account, id]);
  return id;
}

/** The jobs under way, for the workers to find. */
export const contactJobQueue = workQueue("contact_job_queue", "job_id");

/** The job is under way, and so many contacts are before it. */
export const startContactJob = (q: Query, account: string, id: string, total: number): Promise<number> =>
  q.run(
    "update contact_job set status = 'running', total = $3 where account_id = $1 and job_id = $2 and status = 'queued'",
    [account, id, total],
  );

/** How far it has come. */
export const moveContactJob = (
  q: Query,
  account: string,
  id: string,
  step: { done: number; changed: number; place: string | null },
): Promise<number> =>
  q.run(
    `update contact_job set done = done + $3, changed = changed + $4, place = coalesce($5, place)
     where account_id = $1 and job_id = $2`,
    [account, id, step.done, step.changed, step.place],
  );

/** The job is over; the exact count of what it came to is its total. */
export async function endContactJob(
  q: Query,
  account: string,
  id: string,
  status: "done" | "failed" | "cancelled",
  problem: string | null = null,
): Promise<boolean> {
  await q.run("delete from contact_job_queue where account_id = $1 and job_id = $2", [account, id]);
  const ended = await q.run(
    `update contact_job set status = $3, problem = $4, finished = now(), total = case when $3 = 'done' then done else total end
     where account_id = $1 and job_id = $2 and status in ('queued', 'running')`,
    [account, id, status, problem],
  );
  return ended > 0;
}
