import type { ChoiceResult, JourneyMove, MoveChoice } from "@trunkline/contract/runs/journeyMove.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";
import { type ClaimedWork, workQueue } from "../workQueue.ts";

/** What the simulation has found of a choice: `again` by node of the new version. */
export type StoredChoiceResult = Omit<ChoiceResult, "again"> & { again: Record<string, number> };

/** Where a simulation continues. A move goes through its entries, whatever their run. */
export interface MoveCursor {
  batchId: string;
  journeyId: string | null;
}

/** A move of contacts on their way. */
export interface JourneyMoveRow {
  moveId: string;
  campaignId: string;
  campaignName: string;
  version: number;
  batchId: string | null;
  choices: MoveChoice[];
  status: JourneyMove["status"];
  cursor: MoveCursor | null;
  result: StoredChoiceResult[] | null;
  total: number;
  moved: number;
  left: number;
  goneOn: number;
  undone: number;
  tooLate: number;
  /** Since it was last started or continued, and what was done by then. */
  pacedSeconds: number | null;
  pacedDone: number;
  problem: string | null;
  by: string;
  created: Date;
  finished: Date | null;
}

const columns = `m.move_id "moveId", m.campaign_id "campaignId", c.name "campaignName", m.version, m.batch_id "batchId", m.choices,
  m.status, m.cursor, m.result, m.total, m.moved, m.left_workflow "left", m.gone_on "goneOn", m.undone, m.too_late "tooLate",
  extract(epoch from now() - m.paced_from)::float8 "pacedSeconds", m.paced_done "pacedDone", m.problem, m.by_name "by",
  m.created, m.finished`;
const from = "journey_move m join campaign c on c.account_id = m.account_id and c.campaign_id = m.campaign_id";

/** One move, or null. */
export const findJourneyMove = (q: Query, account: string, moveId: string): Promise<JourneyMoveRow | null> =>
  q.one(`select ${columns} from ${from} where m.account_id = $1 and m.move_id = $2`, [account, moveId]);

/** Moves of a workflow, newest first, from before an id on. */
export const listJourneyMoves = (
  q: Query,
  account: string,
  campaignId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<JourneyMoveRow[]> =>
  q.rows(
    `select ${columns} from ${from} where m.account_id = $1 and m.campaign_id = $2 and ($3::uuid is null or m.move_id < $3)
     order by m.move_id desc limit $4`,
    [account, campaignId, before ?? null, limit],
  );

/** The move of a workflow that is under way, or null. */
export const findMoveUnderWay = (q: Query, account: string, campaignId: string): Promise<{ moveId: string } | null> =>
  q.one(
    `select move_id "moveId" from journey_move
     where account_id = $1 and campaign_id = $2 and status in ('running', 'paused', 'undoing') limit 1`,
    [account, campaignId],
  );

/** A move to be simulated. */
export interface NewJourneyMove {
  campaignId: string;
  version: number;
  batchId: string | null;
  choices: readonly MoveChoice[];
  createdBy: string;
  byName: string;
}

/** Puts a move in line to be simulated. Earlier ones of the workflow that were not started have ended. */
export async function insertJourneyMove(q: Query, account: string, move: NewJourneyMove): Promise<string> {
  const moveId = newId();
  await q.run(
    `with over as (
       update journey_move set status = 'cancelled', finished = now()
       where account_id = $1 and campaign_id = $2 and status in ('simulating', 'ready') returning account_id, move_id)
     delete from journey_move_queue k using over where k.account_id = over.account_id and k.move_id = over.move_id`,
    [account, move.campaignId],
  );
  await q.run(
    `insert into journey_move (account_id, move_id, campaign_id, version, batch_id, choices, created_by, by_name)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8)`,
    [
      account,
      moveId,
      move.campaignId,
      move.version,
      move.batchId,
      JSON.stringify(move.choices),
      move.createdBy,
      move.byName,
    ],
  );
  await queueMove(q, account, moveId);
  return moveId;
}

/** The moves under way, for the workers to find. */
export const journeyMoveQueue = workQueue("journey_move_queue", "move_id", "due_at <= now() and");

const queueMove = (q: Query, account: string, moveId: string): Promise<number> =>
  q.run("insert into journey_move_queue (account_id, move_id) values ($1, $2) on conflict do nothing", [
    account,
    moveId,
  ]);

/** Has a worker look again after so long: journeys are in the middle of a step. */
export const delayMove = (q: Query, { accountId, id }: ClaimedWork, seconds: number): Promise<number> =>
  q.run(
    "update journey_move_queue set due_at = now() + $3 * interval '1 second' where account_id = $1 and move_id = $2",
    [accountId, id, seconds],
  );

/** What changes a move's status, and from where. */
const steps = {
  start: { from: ["ready"], to: "running" },
  resume: { from: ["paused"], to: "running" },
  pause: { from: ["running"], to: "paused" },
  cancel: { from: ["simulating", "ready", "running", "paused"], to: "cancelled" },
  undo: { from: ["paused", "done", "cancelled", "failed"], to: "undoing" },
} as const;

/** What a user does with a move. */
export type MoveStep = keyof typeof steps;

/** Takes a step of a move. It waits for the chunk that is being moved, and none comes after a pause. False where its status does not allow it. */
export async function stepMove(q: Query, account: string, moveId: string, step: MoveStep): Promise<boolean> {
  const { from: allowed, to } = steps[step];
  const works = to === "running" || to === "undoing";
  const changed = await q.run(
    `update journey_move set status = $3, cursor = case when $3 = 'undoing' then null else cursor end, paced_from = case when $5::boolean then now() else paced_from end,
       paced_done = case when $5::boolean then moved + left_workflow + gone_on else paced_done end,
       problem = null, finished = case when $3 = 'cancelled' then now() when $5::boolean then null else finished end
     where account_id = $1 and move_id = $2 and status = any ($4::text[])
       and ($3 <> 'undoing' or moved + left_workflow > undone + too_late)`,
    [account, moveId, to, `{${allowed.join(",")}}`, works],
  );
  if (changed === 0) return false;
  if (works) await queueMove(q, account, moveId);
  else await q.run("delete from journey_move_queue where account_id = $1 and move_id = $2", [account, moveId]);
  return true;
}

/** The move with its row locked, so that its status stays until the chunk is written; null when nothing is left to do for it. */
export const lockMove = (q: Query, account: string, moveId: string): Promise<JourneyMoveRow | null> =>
  q.one(
    `select ${columns} from ${from} where m.account_id = $1 and m.move_id = $2
       and m.status in ('simulating', 'running', 'undoing') for update of m`,
    [account, moveId],
  );

/** Saves how far the simulation has come. A null cursor ends it: the move is ready. */
export const saveSimulation = (
  q: Query,
  account: string,
  moveId: string,
  { cursor, result, found }: { cursor: MoveCursor | null; result: readonly StoredChoiceResult[]; found: number },
): Promise<number> =>
  q.run(
    `update journey_move set cursor = $3::jsonb, result = $4::jsonb, total = total + $5,
       status = case when $3::jsonb is null then 'ready' else status end
     where account_id = $1 and move_id = $2`,
    [account, moveId, cursor === null ? null : JSON.stringify(cursor), JSON.stringify(result), found],
  );

/** Adds to the figures of a move, and saves the last journey that was asked: null begins again with the first. */
export const addMoved = (
  q: Query,
  account: string,
  moveId: string,
  after: string | null,
  more: { moved?: number; left?: number; goneOn?: number; undone?: number; tooLate?: number },
): Promise<number> =>
  q.run(
    `update journey_move set moved = moved + $3, left_workflow = left_workflow + $4, gone_on = gone_on + $5, undone = undone + $6,
       too_late = too_late + $7,
       cursor = case when $8::uuid is not null then jsonb_build_object('batchId', '', 'journeyId', $8::uuid) end
     where account_id = $1 and move_id = $2`,
    [account, moveId, more.moved ?? 0, more.left ?? 0, more.goneOn ?? 0, more.undone ?? 0, more.tooLate ?? 0, after],
  );

/** The work of a move has ended for now: it is ready, done or undone, or could not be completed. */
export async function endMove(
  q: Query,
  account: string,
  moveId: string,
  status: "ready" | "done" | "undone" | "failed",
  problem: string | null = null,
): Promise<void> {
  await q.run("delete from journey_move_queue where account_id = $1 and move_id = $2", [account, moveId]);
  await q.run(
    `update journey_move set status = $3, problem = $4, finished = case when $3 = 'ready' then null else now() end
     where account_id = $1 and move_id = $2 and status in ('simulating', 'running', 'undoing')`,
    [account, moveId, status, problem],
  );
}

/** So long a move is listed. */
const savedDays = 90;

/** Removes a limited number of moves that have had their time. */
export async function purgeJourneyMoves(q: Query, [accounts, most]: readonly [string, number]): Promise<number> {
  const old = `select m.account_id, m.move_id from unnest($1::uuid[]) a cross join lateral (
       select m.account_id, m.move_id from journey_move m
       where m.account_id = a and m.move_id < trunkline_first_id(now() - interval '${savedDays} days')
         and m.status not in ('running', 'undoing')
       order by m.move_id limit $2) m`;
  const entries = await q.run(
    `with old as materialized (${old}), gone as materialized (
       select e.account_id, e.move_id, e.journey_id from old cross join lateral (
         select e.account_id, e.move_id, e.journey_id from journey_move_entry e
         where e.account_id = old.account_id and e.move_id = old.move_id order by e.journey_id limit $2) e)
     delete from journey_move_entry e using gone
     where e.account_id = gone.account_id and e.move_id = gone.move_id and e.journey_id = gone.journey_id`,
    [accounts, most],
  );
  const empty = `with old as materialized (${old} where not exists (
       select from journey_move_entry e where e.account_id = m.account_id and e.move_id = m.move_id))`;
  await q.run(
    `${empty} delete from journey_move_queue k using old where k.account_id = old.account_id and k.move_id = old.move_id`,
    [accounts, most],
  );
  return (
    entries +
    (await q.run(
      `${empty} delete from journey_move k using old where k.account_id = old.account_id and k.move_id = old.move_id`,
      [accounts, most],
    ))
  );
}
