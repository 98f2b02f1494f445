import type { Query } from "../database.ts";

/** A voicemail that is to be transcribed. */
export interface DueTranscript {
  accountId: string;
  voicemailId: string;
  /** Which attempt this is, from 1. */
  attempt: number;
}

/** Has a worker transcribe a voicemail now. */
export const queueTranscript = (q: Query, account: string, voicemailId: string): Promise<number> =>
  q.run(
    `insert into transcript_queue (account_id, voicemail_id) values ($1, $2)
     on conflict (account_id, voicemail_id) do update set attempt = 0, due_at = now()`,
    [account, voicemailId],
  );

/** Claims due voicemails of all accounts for five minutes; if the worker dies, another one tries again. */
export const claimTranscripts = (q: Query, limit: number): Promise<DueTranscript[]> =>
  q.rows(
    `with due as materialized (
       select account_id, voicemail_id from transcript_queue where due_at <= now() order by due_at limit $1
       for update skip locked)
     update transcript_queue t set attempt = t.attempt + 1, due_at = now() + interval '5 minutes'
     from due where t.account_id = due.account_id and t.voicemail_id = due.voicemail_id
     returning t.account_id "accountId", t.voicemail_id "voicemailId", t.attempt`,
    [limit],
  );

/** The recording of a voicemail. */
export interface SpokenRow {
  fileName: string;
  contentType: string;
  sha256: Buffer;
  bytes: number;
}

/** Says that a voicemail is being transcribed, and returns its recording; null if it is gone. */
export const startTranscript = (q: Query, account: string, voicemailId: string): Promise<SpokenRow | null> =>
  q.one(
    `update voicemail v set transcript_state = 'waiting'
     from asset a join asset_content c on c.account_id = a.account_id and c.sha256 = a.sha256
     where v.account_id = $1 and v.voicemail_id = $2 and a.account_id = v.account_id and a.asset_id = v.asset_id
     returning a.file_name "fileName", a.content_type "contentType", a.sha256, c.bytes`,
    [account, voicemailId],
  );

/** Stores the outcome of an attempt. `waiting`: it will be tried again. */
export const saveTranscript = (
  q: Query,
  { accountId, voicemailId }: DueTranscript,
  outcome: { state: "waiting" | "done" | "failed"; text: string | null; problem: string | null },
): Promise<number> =>
  q.run(
    `update voicemail set transcript_state = $3, transcript = coalesce($4, transcript), transcript_problem = $5
     where account_id = $1 and voicemail_id = $2`,
    [accountId, voicemailId, outcome.state, outcome.text, outcome.problem],
  );

/** Tries again after so many seconds. */
export const delayTranscript = (
  q: Query,
  { accountId, voicemailId }: DueTranscript,
  seconds: number,
): Promise<number> =>
  q.run(
    `update transcript_queue set due_at = now() + $3 * interval '1 second' where account_id = $1 and voicemail_id = $2`,
    [accountId, voicemailId, seconds],
  );

/** Nothing is left to do for a voicemail. */
export const unqueueTranscript = (
  q: Query,
  { accountId, voicemailId }: Pick<DueTranscript, "accountId" | "voicemailId">,
): Promise<number> =>
  q.run("delete from transcript_queue where account_id = $1 and voicemail_id = $2", [accountId, voicemailId]);
