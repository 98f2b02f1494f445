import { plainColumn, textArray, withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";

/** What is asked of a connection's carrier. */
export type CarrierService = "texts" | "calls";

/** How a service of a connection goes. Dates as JSON has them. */
export interface CarrierServiceRow {
  service: CarrierService;
  /** When the carrier last took one. */
  worked: string | null;
  /** Since the first refusal after it. Null: it took the last one. */
  failingSince: string | null;
  /** Refusals since then. */
  failures: number;
  /** Of the last refusal: the reason, and the carrier's own code. */
  reason: string | null;
  code: string | null;
}

/** The services of a connection `c`, as JSON. */
export const carrierServicesSql = `coalesce((select jsonb_agg(jsonb_build_object('service', v.service, 'worked', v.worked,
    'failingSince', v.failing_since, 'failures', v.failures, 'reason', v.reason, 'code', v.code))
  from carrier_service v where v.account_id = c.account_id and v.connection_id = c.connection_id), '[]')`;

/** The last results of a service: refusals since one was taken, or none. */
export interface ServiceChange {
  accountId: string;
  connectionId: string;
  service: CarrierService;
  failures: number;
  reason: string | null;
  code: string | null;
}

/** Writes how services go. Of connections that were just deleted nothing is written. */
export async function writeCarrierServices(q: Query, changes: readonly ServiceChange[]): Promise<void> {
  await q.run(
    `insert into carrier_service (account_id, connection_id, service, worked, failing_since, failures, reason, code)
     select u.a, u.c, u.s, case when u.f = 0 then now() end, case when u.f > 0 then now() end, u.f, u.r, u.e
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::text[], $6::text[]) u (a, c, s, f, r, e)
     join carrier_connection o on o.account_id = u.a and o.connection_id = u.c
     order by u.a, u.c
     on conflict (account_id, connection_id, service) do update set worked = coalesce(excluded.worked, carrier_service.worked),
       failing_since = case when excluded.failures > 0 then coalesce(carrier_service.failing_since, excluded.failing_since) end,
       failures = case when excluded.failures > 0 then least(carrier_service.failures + excluded.failures, 1000000) else 0 end,
       reason = excluded.reason, code = excluded.code`,
    [
      plainColumn(changes, (change) => change.accountId),
      plainColumn(changes, (change) => change.connectionId),
      plainColumn(changes, (change) => change.service),
      plainColumn(changes, (change) => change.failures),
      textArray(changes.map((change) => change.reason)),
      textArray(changes.map((change) => (change.code === null ? null : withoutNul(change.code).slice(0, 72)))),
    ],
  );
}

/** Forgets what a connection's carrier refused: after a change it is unknown whether it still does. */
export const forgetFailures = (q: Query, account: string, connectionId: string): Promise<number> =>
  q.run(
    `update carrier_service set failing_since = null, failures = 0, reason = null, code = null
     where account_id = $1 and connection_id = $2 and failing_since is not null`,
    [account, connectionId],
  );
