import type { Query } from "../database.ts";

/** Gives calls that are queued for this carrier to the one that their number has moved to. Returns how many, at most `limit`. */
export const rerouteCalls = (q: Query, accountId: string, carrier: string, limit: number): Promise<number> =>
  q.run(
    `update call c set carrier = u.carrier
     from (select w.call_id, n.carrier from call w join number n on n.account_id = w.account_id and n.phone = w.from_number
       where w.account_id = $1 and w.carrier = $2 and w.state = 'queued' and w.direction = 'out' and n.carrier <> $2
       limit $3 for update of w) u
     where c.account_id = $1 and c.call_id = u.call_id`,
    [accountId, carrier, limit],
  );
