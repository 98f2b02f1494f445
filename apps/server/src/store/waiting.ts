import type { Query } from "./database.ts";

/** The pending work of background jobs over all accounts, read in one query, so that idle jobs need none of their own. */
export interface Waiting {
  imports: boolean;
  contactJobs: boolean;
  dncImports: boolean;
  federalImports: boolean;
  dryRuns: boolean;
  journeyMoves: boolean;
  /** A run is due, or will be within a second. */
  schedules: boolean;
  /** A conversation of the inbox is due. */
  conversations: boolean;
  /** A voicemail is to be transcribed. */
  transcripts: boolean;
  /** Connections by SMPP are there. */
  binds: boolean;
  /** Some account wants to hear of its calls a minute. */
  callThresholds: boolean;
  /** Accounts that own numbers. */
  senders: readonly string[];
}

/** Looks what waits. */
export const findWaiting = (q: Query): Promise<Waiting | null> =>
  q.one({
    name: "waiting",
    text: `select exists (select from contact_import_queue) imports, exists (select from contact_job_queue) "contactJobs",
        exists (select from dnc_import_queue) "dncImports", exists (select from federal_dnc_queue) "federalImports",
        exists (select from dry_run_queue) "dryRuns", exists (select from journey_move_queue) "journeyMoves",
        exists (select from schedule_due where due_at <= now() + interval '1 second') schedules,
        exists (select from conversation_due where due_at <= now() + interval '1 second') conversations,
        exists (select from transcript_queue where due_at <= now() + interval '1 second') transcripts,
        exists (select from carrier_bind) binds,
        exists (select from account where settings->>'callThresholdPerMinute' is not null) "callThresholds",
        array(select distinct account_id::text from number_directory order by 1) senders`,
  });
