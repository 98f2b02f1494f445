import { plainArray } from "./arrays.ts";
import type { Query } from "./database.ts";

/**
 * Which of these accounts have something that the jobs of calls and of receipts look for. Locks nothing. Each part is one
 * look into a small index, so that idle accounts cost their jobs no statements over calls and texts.
 */
export const listBusyAccounts = async (q: Query, accountIds: readonly string[]): Promise<string[]> =>
  (
    await q.rows<{ id: string }>(
      {
        name: "accounts.busy",
        text: `select distinct account_id::text id from (
           select account_id from caller where account_id = any ($1::uuid[]) and state = 'waiting'
           union all select account_id from call_offer where account_id = any ($1::uuid[]) and kind = 'person' and state = 'ringing'
           union all select account_id from call_offer where account_id = any ($1::uuid[]) and default_outcome is not null
           union all select account_id from call_task where account_id = any ($1::uuid[])
           union all select account_id from queue_callback where account_id = any ($1::uuid[]) and state in ('waiting', 'dialing')
           union all select account_id from agent_presence where account_id = any ($1::uuid[]) and seen is not null
           union all select account_id from simulator_call where account_id = any ($1::uuid[]) and owed_at is not null
           union all select account_id from simulator_message where account_id = any ($1::uuid[]) and owed_at is not null) b
         order by 1`,
      },
      [plainArray(accountIds)],
    )
  ).map(({ id }) => id);
