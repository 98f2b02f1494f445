import type { CallPlan } from "@trunkline/workflow/voice/script.ts";
import type { CallSession } from "@trunkline/workflow/voice/session.ts";
import { plainArray, plainColumn, textArray, withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";
import { type Write, writeTogether } from "../together.ts";
import type { CallKey } from "./call.ts";

/** A call to be placed, as the transaction that decides on it writes it. */
export interface NewCall extends CallKey {
  contactId: string | null;
  campaignId: string | null;
  batchId: string | null;
  journeyId: string | null;
  node: number | null;
  revision: number | null;
  direction: "out";
  from: string;
  to: string;
  plan: CallPlan;
  state: "queued" | "blocked";
  reason: string | null;
  carrier: string;
  openUntilMs: number | null;
}

/** Puts calls into the queue of their lane. */
export const callWrites = (rows: readonly NewCall[]): Write[] => {
  const blocked = rows.filter(({ state }) => state === "blocked");
  return rows.length === 0
    ? []
    : [
        {
          name: "calls",
          text: `insert into call (account_id, call_id, contact_id, campaign_id, batch_id, journey_id, node, revision, direction,
            from_number, to_number, plan, state, reason, carrier, open_until)
          select a, i, c, ca, b, j, n, r, d, f, t, p, st, re, cr, to_timestamp(o / 1000)
          from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::int[], $8::int[], $9::text[],
            $10::text[], $11::text[], $12::jsonb[], $13::text[], $14::text[], $15::text[], $16::float8[])
            u (a, i, c, ca, b, j, n, r, d, f, t, p, st, re, cr, o)`,
          values: [
            plainColumn(rows, (row) => row.accountId),
            plainColumn(rows, (row) => row.callId),
            plainColumn(rows, (row) => row.contactId),
            plainColumn(rows, (row) => row.campaignId),
            plainColumn(rows, (row) => row.batchId),
            plainColumn(rows, (row) => row.journeyId),
            plainColumn(rows, (row) => row.node),
            plainColumn(rows, (row) => row.revision),
            plainColumn(rows, (row) => row.direction),
            textArray(rows.map((row) => row.from)),
            textArray(rows.map((row) => row.to)),
            textArray(rows.map((row) => withoutNul(JSON.stringify(row.plan)))),
            plainColumn(rows, (row) => row.state),
            textArray(rows.map((row) => row.reason)),
            textArray(rows.map((row) => row.carrier)),
            plainColumn(rows, (row) => row.openUntilMs),
          ],
        },
        ...(blocked.length === 0 ? [] : [countBlocked(blocked)]),
      ];
};

/** A call that came in, as the transaction that accepts it writes it: with its session and the inbound workflow that routed it. */
interface IncomingCall extends CallKey {
  contactId: string | null;
  from: string;
  to: string;
  plan: CallPlan;
  session: CallSession;
  carrier: string;
  routeTag: string | null;
}

/** Stores a call that came in, and counts it. */
export const incomingCallWrites = (call: IncomingCall): Write[] => [
  {
    name: "calls.incoming",
    text: `insert into call (account_id, call_id, contact_id, direction, from_number, to_number, plan, session, state, line,
        carrier, carrier_ref, submitted, route_tag)
      values ($1::uuid, $2::uuid, $3::uuid, 'in', $4::text, $5::text, $6::jsonb, $7::jsonb, 'received', 'ringing', $8::text,
        $2::uuid::text, now(), $9::text)`,
    values: [
      call.accountId,
      call.callId,
      call.contactId,
      call.from,
      call.to,
      withoutNul(JSON.stringify(call.plan)),
      withoutNul(JSON.stringify(call.session)),
      call.carrier,
      call.routeTag,
    ],
  },
  {
    name: "calls.in",
    text: `insert into report_change (account_id, quarter, number, carrier, channel, region, calls, calls_in)
      select u.a, trunkline_quarter(u.i), u.t, u.cr, 'call', nullif(btrim(p.state), ''), 1, 1
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[]) u (a, i, t, cr, co)
      left join contact p on p.account_id = u.a and p.contact_id = u.co`,
    values: [
      plainArray([call.accountId]),
      plainArray([call.callId]),
      textArray([call.to]),
      textArray([call.carrier]),
      plainArray([call.contactId]),
    ],
  },
];

/** Calls that are blocked from the start have failed, as `countCalls` counts those that fail later. */
const countBlocked = (rows: readonly NewCall[]): Write => ({
  name: "calls.blocked",
  text: `insert into report_change (account_id, quarter, campaign_id, channel, reason, failed_for)
    select a, trunkline_quarter(i), c, 'call', r, count(*)
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) u (a, i, c, r) group by 1, 2, 3, 5`,
  values: [
    plainColumn(rows, (row) => row.accountId),
    plainColumn(rows, (row) => row.callId),
    plainColumn(rows, (row) => row.campaignId),
    textArray(rows.map((row) => row.reason)),
  ],
});

/** Stores calls in a statement of their own. */
export async function insertCalls(q: Query, rows: readonly NewCall[]): Promise<void> {
  await writeTogether(q, callWrites(rows));
}
