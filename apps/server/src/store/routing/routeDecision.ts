import type { PathVerdict } from "@trunkline/workflow/inbound/evaluateRoute.ts";
import type { SrcType } from "@trunkline/workflow/inbound/saved.ts";
import { plainColumn, textArray, withoutNul } from "../arrays.ts";
import { intColumn, uuidColumn } from "../binaryArrays.ts";
import type { Query } from "../database.ts";
import { type Write, writeTogether } from "../together.ts";

/** The outcome of routing a call or message. */
type RouteOutcome = "delivered" | "refused" | "unmatched" | "answered";

/** How one call or message was routed. */
export interface RouteDecision {
  accountId: string;
  /** Of the message or call. */
  subjectId: string;
  srcType: SrcType;
  routeTag: string;
  contactId: string | null;
  from: string;
  destination: string | null;
  destType: string | null;
  dest: string | null;
  outcome: RouteOutcome;
  because: string | null;
  paths: readonly PathVerdict[];
  unread: number;
}

/** Stores decisions. */
export async function insertRouteDecisions(q: Query, rows: readonly RouteDecision[]): Promise<void> {
  await writeTogether(q, routeDecisionWrites(rows));
}

/** The same, next to what else a transaction writes. */
export const routeDecisionWrites = (rows: readonly RouteDecision[]): Write[] =>
  rows.length === 0
    ? []
    : [
        {
          name: "routeDecisions",
          text: `insert into route_decision (account_id, subject_id, src_type, route_tag, contact_id, from_number, destination, dest_type,
              dest, outcome, because, paths, unread)
            select a, s, t, r, c, f, n, dt, d, o, b, p::jsonb, u from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[],
              $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::int[])
              v (a, s, t, r, c, f, n, dt, d, o, b, p, u)`,
          values: [
            uuidColumn(rows, (row) => row.accountId),
            uuidColumn(rows, (row) => row.subjectId),
            plainColumn(rows, (row) => row.srcType),
            textArray(rows.map((row) => row.routeTag)),
            uuidColumn(rows, (row) => row.contactId),
            textArray(rows.map((row) => row.from)),
            textArray(rows.map((row) => row.destination)),
            textArray(rows.map((row) => row.destType)),
            textArray(rows.map((row) => row.dest)),
            plainColumn(rows, (row) => row.outcome),
            textArray(rows.map((row) => row.because)),
            textArray(rows.map((row) => withoutNul(JSON.stringify(row.paths)))),
            intColumn(rows, (row) => row.unread),
          ],
        },
      ];

/** Adds to a text's decision that its destination's callback URL was not reached. */
export const noteCallbackProblem = (q: Query, account: string, messageId: string, problem: string): Promise<number> =>
  q.run(
    "update route_decision set because = concat_ws('. ', because, $3::text) where account_id = $1 and subject_id = $2",
    [account, messageId, withoutNul(problem)],
  );

/** A decision as it is read back. */
export type StoredRoute = Pick<
  RouteDecision,
  "routeTag" | "destination" | "destType" | "dest" | "outcome" | "because" | "paths" | "unread"
>;

/** A decision as lists and pages show it, as JSON over a row `d`. */
export const routeDecisionJson = `jsonb_build_object('routeTag', d.route_tag, 'destination', d.destination, 'destType', d.dest_type, 'dest', d.dest,
    'outcome', d.outcome, 'because', d.because, 'paths', d.paths, 'unread', d.unread)`;

/** The decision about the call or message whose id is in a column, as SQL; null where none was made. */
export const routeDecisionOf = (account: string, id: string): string =>
  `(select ${routeDecisionJson} from route_decision d where d.account_id = ${account} and d.subject_id = ${id})`;
