import type { Line, LineNote } from "@trunkline/carriers/simulated/line/lineState.ts";
import { plainColumn, textArray } from "../arrays.ts";
import { type LiveCall, liveCallColumns } from "../calls/call.ts";
import type { Query } from "../database.ts";

/** One phone that rings or talks. */
export interface Leg {
  accountId: string;
  legId: string;
  callId: string;
  parentId: string | null;
  handset: string;
  number: string;
  ownNumber: string;
  direction: "to_handset" | "from_handset";
  state: "ringing" | "talking" | "ended";
  line: Line;
}

/** What a handset shows of a call. */
export interface LegRow extends Leg {
  log: (LineNote & { at: string })[];
  at: Date;
  answered: Date | null;
  ended: Date | null;
}

const key = `s.account_id as "accountId", s.leg_id as "legId", s.call_id as "callId", s.parent_id as "parentId", s.handset, s.number,
  s.own_number as "ownNumber", s.direction, s.state, s.line`;

/** Makes a phone ring, once per call for the first one; returns its id. */
export async function insertLeg(q: Query, leg: Omit<Leg, "state">, dueInMs: number | null): Promise<string> {
  const made = await q.run(
    `insert into simulator_call (account_id, leg_id, call_id, parent_id, handset, number, own_number, direction, state, line, owed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'ringing', $9, now() + $10 * interval '1 millisecond')
     on conflict (account_id, call_id) where parent_id is null do nothing`,
    [
      leg.accountId,
      leg.legId,
      leg.callId,
      leg.parentId,
      leg.handset,
      leg.number,
      leg.ownNumber,
      leg.direction,
      JSON.stringify(leg.line),
      dueInMs,
    ],
  );
  return made > 0 ? leg.legId : ((await findFirstLeg(q, leg.accountId, leg.callId)) ?? leg.legId);
}

/** The carrier's id of a call that it took; null when it never got it. */
export async function findFirstLeg(q: Query, account: string, callId: string): Promise<string | null> {
  const row = await q.one<{ legId: string }>(
    `select leg_id as "legId" from simulator_call where account_id = $1 and call_id = $2 and parent_id is null`,
    [account, callId],
  );
  return row?.legId ?? null;
}

/** Takes all phones of a call for this transaction, the first one first. */
export const lockLegs = (q: Query, account: string, callId: string): Promise<Leg[]> =>
  q.rows<Leg>(
    {
      name: "simulator.legs",
      text: `select ${key} from simulator_call s where s.account_id = $1 and s.call_id = $2 order by s.leg_id for update`,
    },
    [account, callId],
  );

type LegWithCall = Leg & Omit<LiveCall, "direction"> & { callDirection: LiveCall["direction"] };

/** The same, and the call with them: a caller who presses a key waits for each statement. Null: the phones have no call. */
export async function lockLegsAndCall(
  q: Query,
  account: string,
  callId: string,
): Promise<{ legs: Leg[]; call: LiveCall | null }> {
  const legs = await q.rows<LegWithCall>(
    {
      name: "simulator.legsAndCall",
      text: `select ${key}, c.direction as "callDirection", ${liveCallColumns}
        from simulator_call s join call c on c.account_id = s.account_id and c.call_id = s.call_id
        where s.account_id = $1 and s.call_id = $2 and c.account_id = $1 and c.call_id = $2 order by s.leg_id for update of s, c`,
    },
    [account, callId],
  );
  const [first] = legs;
  if (first === undefined) return { legs: await lockLegs(q, account, callId), call: null };
  return { legs: legs.map(legOf), call: { ...first, direction: first.callDirection } };
}

const legOf = ({
  accountId,
  legId,
  callId,
  parentId,
  handset,
  number,
  ownNumber,
  direction,
  state,
  line,
}: Leg): Leg => ({ accountId, legId, callId, parentId, handset, number, ownNumber, direction, state, line });

/** What became of a phone in one transaction. */
export interface LegChange {
  leg: Leg;
  /** It was connected, even if it no longer is. */
  hasTalked: boolean;
  notes: readonly (LineNote & { at: string })[];
  /** Undefined: what was owed stays owed. */
  dueInMs: number | null | undefined;
}

/** Stores what became of phones of one account; the answer is not waited for. */
export async function updateLegs(q: Query, account: string, changes: readonly LegChange[]): Promise<void> {
  if (changes.length === 0) return;
  await q.runAhead(
    {
      name: "simulator.update",
      text: `update simulator_call s set state = u.state, line = u.line, log = s.log || u.notes,
          owed_at = case when u.keeps then s.owed_at else now() + u.due * interval '1 millisecond' end,
          answered = case when u.talked then coalesce(s.answered, now()) else s.answered end,
          ended = case when u.state = 'ended' then coalesce(s.ended, now()) else s.ended end
        from unnest($2::uuid[], $3::text[], $4::jsonb[], $5::jsonb[], $6::float8[], $7::boolean[], $8::boolean[])
          u (leg_id, state, line, notes, due, talked, keeps)
        where s.account_id = $1 and s.leg_id = u.leg_id`,
    },
    [account, ...columnsOf(changes), plainColumn(changes, ({ dueInMs }) => dueInMs === undefined)],
  );
}

/** Stores phones that began to ring in this transaction, as they are now; the answer is not waited for. */
export async function insertLegs(q: Query, account: string, changes: readonly LegChange[]): Promise<void> {
  if (changes.length === 0) return;
  const texts = (read: (leg: Leg) => string): string => textArray(changes.map(({ leg }) => read(leg)));
  await q.runAhead(
    {
      name: "simulator.insert",
      text: `insert into simulator_call (account_id, leg_id, state, line, log, owed_at, answered, ended, call_id, parent_id,
          handset, number, own_number, direction)
        select $1::uuid, leg_id, state, line, notes, now() + due * interval '1 millisecond', case when talked then now() end,
          case when state = 'ended' then now() end, call_id, parent_id, handset, number, own_number, direction
        from unnest($2::uuid[], $3::text[], $4::jsonb[], $5::jsonb[], $6::float8[], $7::boolean[], $8::uuid[], $9::uuid[],
          $10::text[], $11::text[], $12::text[], $13::text[])
          u (leg_id, state, line, notes, due, talked, call_id, parent_id, handset, number, own_number, direction)`,
    },
    [
      account,
      ...columnsOf(changes),
      plainColumn(changes, ({ leg }) => leg.callId),
      plainColumn(changes, ({ leg }) => leg.parentId),
      texts((leg) => leg.handset),
      texts((leg) => leg.number),
      texts((leg) => leg.ownNumber),
      texts((leg) => leg.direction),
    ],
  );
}

const columnsOf = (changes: readonly LegChange[]): string[] => [
  plainColumn(changes, ({ leg }) => leg.legId),
  textArray(changes.map(({ leg }) => leg.state)),
  textArray(changes.map(({ leg }) => JSON.stringify(leg.line))),
  textArray(changes.map(({ notes }) => JSON.stringify(notes))),
  plainColumn(changes, ({ dueInMs }) => dueInMs ?? null),
  plainColumn(changes, ({ hasTalked }) => hasTalked),
];

/** Calls on which something is owed, the soonest first, and whether it is due now. */
export const listCallsToPlay = (
  q: Query,
  accountIds: readonly string[],
  limit: number,
): Promise<{ accountId: string; callId: string; legId: string; isDue: boolean }[]> =>
  q.rows(
    `select s.account_id as "accountId", s.call_id as "callId", s.leg_id as "legId", s.owed_at <= now() as "isDue" from unnest($1::uuid[]) a (account_id)
     cross join lateral (select * from simulator_call s where s.account_id = a.account_id and s.owed_at is not null
       order by s.owed_at limit $2) s`,
    [accountIds, limit],
  );

/** True when something is due on this phone now; locked with its call. */
export const isLegDue = async (q: Query, { accountId, legId }: Pick<Leg, "accountId" | "legId">): Promise<boolean> =>
  (await q.one(
    "select from simulator_call where account_id = $1 and leg_id = $2 and owed_at <= now() and state <> 'ended'",
    [accountId, legId],
  )) !== null;

/** The calls of a handset, oldest first: the newest thirty. */
export const listHandsetCalls = (q: Query, account: string, handset: string): Promise<LegRow[]> =>
  q.rows<LegRow>(
    `select * from (select ${key}, s.log, s.at, s.answered, s.ended from simulator_call s where s.account_id = $1 and s.handset = $2
       order by s.leg_id desc limit 30) t order by "legId"`,
    [account, handset],
  );

/** Every phone of a call, the first one first. */
export const listCallLegs = (q: Query, account: string, callId: string): Promise<LegRow[]> =>
  q.rows<LegRow>(
    {
      name: "simulator.shown",
      text: `select ${key}, s.log, s.at, s.answered, s.ended from simulator_call s
        where s.account_id = $1 and s.call_id = $2 order by s.leg_id`,
    },
    [account, callId],
  );
