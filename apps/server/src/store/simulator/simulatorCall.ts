import type { Line, LineNote } from "@trunkline/carriers/simulated/line/lineState.ts";
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

const key = `account_id as "accountId", leg_id as "legId", call_id as "callId", parent_id as "parentId", handset, number,
  own_number as "ownNumber", direction, state, line`;

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
      text: `select ${key} from simulator_call where account_id = $1 and call_id = $2 order by leg_id for update`,
    },
    [account, callId],
  );

/** What became of a phone. `dueInMs` undefined: what was owed stays owed. */
export async function updateLeg(
  q: Query,
  leg: Leg,
  change: { notes: readonly LineNote[]; dueInMs: number | null | undefined; at: string },
): Promise<void> {
  await q.run(
    {
      name: "simulator.leg",
      text: `update simulator_call set state = $3, line = $4::jsonb, log = log || $5::jsonb,
          owed_at = case when $6 then owed_at else now() + $7 * interval '1 millisecond' end,
          answered = case when $3 = 'talking' then coalesce(answered, now()) else answered end,
          ended = case when $3 = 'ended' then coalesce(ended, now()) else ended end
        where account_id = $1 and leg_id = $2`,
    },
    [
      leg.accountId,
      leg.legId,
      leg.state,
      JSON.stringify(leg.line),
      JSON.stringify(change.notes.map((note) => ({ ...note, at: change.at }))),
      change.dueInMs === undefined,
      change.dueInMs ?? null,
    ],
  );
}

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
    `select * from (select ${key}, log, at, answered, ended from simulator_call where account_id = $1 and handset = $2
       order by leg_id desc limit 30) t order by "legId"`,
    [account, handset],
  );

/** Every phone of a call, the first one first. */
export const listCallLegs = (q: Query, account: string, callId: string): Promise<LegRow[]> =>
  q.rows<LegRow>(
    `select ${key}, log, at, answered, ended from simulator_call where account_id = $1 and call_id = $2 order by leg_id`,
    [account, callId],
  );
