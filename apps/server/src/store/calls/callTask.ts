import type { RecordingAtProvider, UserPhone } from "@trunkline/carriers/callLine.ts";
import { plainArray, textArray, withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";
import type { CallKey } from "./call.ts";

/** What a call asks of another system. */
interface CallTaskRequest {
  url: string;
  method: "GET" | "POST";
  params: Record<string, string>;
  /** Of a callback: what it tells. */
  event?: string;
}

/** What is asked of the provider that has the call. The requests are of its kind of carrier. */
export type ProviderTaskWork =
  | { kind: "order"; request: object }
  /** A recording to be stored. */
  | { kind: "recording"; request: AwaitedRecording }
  /** The line does not wait any longer. */
  | { kind: "late"; request: object }
  /** The phone of a user who answered. */
  | { kind: "ringUser"; request: UserPhone & { again?: RingAgain } };

/** A recording, and what is known of it since the first request that failed. */
interface AwaitedRecording extends RecordingAtProvider {
  /** It is what a caller said after the beep of a voicemail. */
  isVoicemail?: boolean;
  /** The call does not wait for it any longer, and its page says that it is being fetched. */
  isLate?: true;
}

/** Another try to ring a user for a caller who has waited since then, or a check that the phone rang. */
export interface RingAgain {
  sinceMs: number;
  tries: number;
  isCheck?: true;
}

/** The kind of request. `fileLate` is what `late` was called before other things could be late. */
export type CallTaskWork =
  | { kind: "fetch" | "callback" | "sound"; request: CallTaskRequest }
  | { kind: "fileLate"; request: object }
  | ProviderTaskWork;

export type CallTask = CallKey & { taskId: string; attempt: number } & CallTaskWork;

/** A task to be queued. `delayMs`: not before so many milliseconds. */
export type NewCallTask = CallKey & { taskId: string; delayMs?: number } & CallTaskWork;

/** Queues tasks. */
export async function insertCallTasks(q: Query, tasks: readonly NewCallTask[]): Promise<void> {
  if (tasks.length === 0) return;
  await q.run(
    `insert into call_task (account_id, task_id, call_id, kind, request, not_before)
     select a, t, c, k, r, now() + d * interval '1 millisecond'
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::jsonb[], $6::float8[]) u (a, t, c, k, r, d)`,
    [
      plainArray(tasks.map((task) => task.accountId)),
      plainArray(tasks.map((task) => task.taskId)),
      plainArray(tasks.map((task) => task.callId)),
      plainArray(tasks.map((task) => task.kind)),
      textArray(tasks.map((task) => withoutNul(JSON.stringify(task.request)))),
      plainArray(tasks.map((task) => task.delayMs ?? 0)),
    ],
  );
}

/**
 * Claims due tasks and postpones them by `retryInMs`, so that they are tried again if the worker dies. A receiver may be
 * notified twice with the same id, but must not be skipped.
 */
export const claimCallTasks = (
  q: Query,
  accountIds: readonly string[],
  limit: number,
  retryInMs: number,
): Promise<CallTask[]> =>
  q.rows<CallTask>(
    `with due as materialized (
       select t.account_id, t.task_id from unnest($1::uuid[]) a (account_id)
       cross join lateral (
         select * from call_task t where t.account_id = a.account_id and t.not_before <= now()
         order by t.not_before limit $2 for update skip locked) t)
     update call_task t set attempt = t.attempt + 1, not_before = now() + $3 * interval '1 millisecond'
     from due where t.account_id = due.account_id and t.task_id = due.task_id
     returning t.account_id as "accountId", t.task_id as "taskId", t.call_id as "callId", t.kind, t.request, t.attempt`,
    [plainArray(accountIds), limit, retryInMs],
  );

/** Puts a task off, with another request where one is given. False: another worker has done it. */
export const delayCallTask = async (
  q: Query,
  { accountId, taskId }: Pick<CallTask, "accountId" | "taskId">,
  inMs: number,
  request?: CallTask["request"],
): Promise<boolean> =>
  (await q.run(
    `update call_task set not_before = now() + $3 * interval '1 millisecond', request = coalesce($4::jsonb, request)
     where account_id = $1 and task_id = $2`,
    [accountId, taskId, inMs, request === undefined ? null : withoutNul(JSON.stringify(request))],
  )) > 0;

/** Removes a task from the queue; false if another worker has done it. */
export const removeCallTask = async (
  q: Query,
  { accountId, taskId }: Pick<CallTask, "accountId" | "taskId">,
): Promise<boolean> =>
  (await q.run("delete from call_task where account_id = $1 and task_id = $2", [accountId, taskId])) > 0;
