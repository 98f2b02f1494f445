import type { Query } from "../database.ts";

/** A bind that this worker holds. */
export interface OwnedBind {
  connectionId: string;
  accountId: string;
  revision: number;
}

/** A bind that was not renewed for this long is free, because its holder has died. */
const heldSeconds = 10;

const held = `returning connection_id "connectionId", account_id "accountId", revision`;

/** Renews the binds that a worker holds and takes those that are free. What is missing from the answer is held no more. */
export async function renewBinds(q: Query, worker: string): Promise<OwnedBind[]> {
  const renewed = await q.rows<OwnedBind>(
    `update carrier_bind set held_until = now() + interval '${heldSeconds} seconds' where worker = $1 ${held}`,
    [worker],
  );
  const taken = await q.rows<OwnedBind>(
    `update carrier_bind b set worker = $1, held_until = now() + interval '${heldSeconds} seconds'
     from (select account_id, connection_id from carrier_bind where held_until < now() and worker is distinct from $1
       for update skip locked) f
     where b.account_id = f.account_id and b.connection_id = f.connection_id returning b.connection_id "connectionId", b.account_id "accountId", b.revision`,
    [worker],
  );
  return [...renewed, ...taken];
}

/** Gives every bind of a worker back. */
export const releaseBinds = (q: Query, worker: string): Promise<number> =>
  q.run("update carrier_bind set worker = null, held_until = now() where worker = $1", [worker]);
