import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/**
 * Begins a new part of a user's history with what they chose and whether their phone is open, as it is now in this
 * transaction. `closedAt`: the phone has been closed since then.
 */
export const insertAgentState = (
  q: Query,
  account: string,
  userId: string,
  { closedAt = null }: { closedAt?: Date | null } = {},
): Promise<number> =>
  q.run(
    `insert into agent_state (account_id, state_id, user_id, at, is_open, is_away, reason_id)
     select $1::uuid, $3::uuid, $2::uuid, coalesce($4::timestamptz, now()),
       $4::timestamptz is null and coalesce(seen >= now() - interval '30 seconds', false), status = 'away', reason_id
     from agent_presence where account_id = $1::uuid and agent = 'user:' || $2::text`,
    [account, userId, newId(), closedAt?.toISOString() ?? null],
  );
