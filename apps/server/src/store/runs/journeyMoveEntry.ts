import { plainArray, plainColumn, textArray } from "../arrays.ts";
import { contactTextColumns } from "../contacts/contactColumns.ts";
import type { Query } from "../database.ts";
import type { JourneyMarks, JourneyRow } from "../journeys/journey.ts";

/** What became of a journey of a move. */
export const entryState = { planned: 0, moved: 1, left: 2, goneOn: 3, undone: 4, tooLate: 5 } as const;

const lastKey = "'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid";
const firstKey = "'00000000-0000-0000-0000-000000000000'::uuid";

/** The runs of a workflow whose contacts can be moved: those that are not done. */
export const listMoveRuns = async (
  q: Query,
  account: string,
  campaignId: string,
  batchId: string | null,
): Promise<string[]> =>
  (
    await q.rows<{ id: string }>(
      `select batch_id id from batch where account_id = $1 and campaign_id = $2 and ($3::uuid is null or batch_id = $3)
         and status <> 'done' order by batch_id`,
      [account, campaignId, batchId],
    )
  ).map(({ id }) => id);

/** A part of a run's journeys, by their ids. */
export interface MovePart {
  moveId: string;
  batchId: string;
  after: string | null;
}

/** Notes the journeys of the next part that are at a node of a choice. Null `edge`: no journeys come after it. */
export async function planEntries(
  q: Query,
  account: string,
  { moveId, batchId, after }: MovePart,
  places: readonly { version: number; node: number }[],
  scanned: number,
): Promise<{ edge: string | null; found: number }> {
  // a query of its own, so that the index is read no further than to the edge (`findEdge` of enrollments)
  const last = await q.one<{ at: string }>(
    `select journey_id at from journey where account_id = $1 and batch_id = $2 and journey_id > coalesce($3::uuid, ${firstKey})
     order by journey_id offset $4::int - 1 limit 1`,
    [account, batchId, after, scanned],
  );
  const edge = last?.at ?? null;
  const row = await q.one<{ found: number }>(
    `with places as (select v, n, (place - 1)::smallint choice from unnest($6::int[], $7::int[]) with ordinality u (v, n, place)),
     made as (
       insert into journey_move_entry (account_id, move_id, journey_id, choice)
       select j.account_id, $2, j.journey_id, p.choice from journey j join places p on p.v = j.version and p.n = coalesce(j.node, 0)
       where j.account_id = $1 and j.batch_id = $3 and j.journey_id > coalesce($4::uuid, ${firstKey})
         and j.journey_id <= coalesce($5::uuid, ${lastKey}) and j.status < 3
       returning journey_id)
     select (select count(*) from made)::int found`,
    [
      account,
      moveId,
      batchId,
      after,
      edge,
      plainColumn(places, ({ version }) => version),
      plainColumn(places, ({ node }) => node),
    ],
  );
  return { edge, found: row?.found ?? 0 };
}

/** A journey of a move with its contact. */
export interface MovingRow extends JourneyRow, JourneyMarks {
  batchId: string;
  ignoresWindow: boolean;
  choice: number;
}

const movingColumns = `date_part('epoch', now()) * 1000 as now, e.choice, j.batch_id as "batchId", j.journey_id as "journeyId",
  j.contact_id as "contactId", j.version, j.node, j.revision, j.status, j.visits, j.listening,
  date_part('epoch', j.since) * 1000 as "sinceMs", date_part('epoch', j.wake_at) * 1000 as "wakeMs",
  nullif(j.vars, '{}')::text as vars, j.inbox::text as inbox, coalesce((b.filters->>'ignoresWindow')::boolean, false) as "ignoresWindow",
  ${contactTextColumns}`;
const movingFrom = `journey_move_entry e
  join journey j on j.account_id = e.account_id and j.journey_id = e.journey_id
  join batch b on b.account_id = j.account_id and b.batch_id = j.batch_id
  join contact c on c.account_id = j.account_id and c.contact_id = j.contact_id`;

/** The journeys of a part with the nodes of `sends` whose message they have had. */
export const listPlanned = (
  q: Query,
  account: string,
  { moveId, batchId, after }: MovePart,
  edge: string | null,
  sends: readonly number[],
): Promise<(MovingRow & { had: number[] })[]> =>
  q.rows(
    `select ${movingColumns},
       case when cardinality($6::int[]) = 0 then '{}' else array(
         select s.node from step s where s.account_id = $1 and s.journey_id = e.journey_id and s.node = any ($6::int[])
         group by s.node
         having bool_or(s.outcome = 1 and s.data->>'asks' is distinct from 'askModel')
           and bool_or(s.outcome in (0, 4) and s.data->>'reason' is null)) end had
     from ${movingFrom}
     where e.account_id = $1 and e.move_id = $2 and j.batch_id = $3 and e.journey_id > coalesce($4::uuid, ${firstKey})
       and e.journey_id <= coalesce($5::uuid, ${lastKey})
     order by e.journey_id`,
    [account, moveId, batchId, after, edge, plainArray(sends)],
  );

/** Notes which nodes would send again what a contact has had. */
export const noteAgain = (
  q: Query,
  account: string,
  moveId: string,
  rows: readonly { journeyId: string; nodes: readonly number[] }[],
): Promise<number> =>
  q.run(
    `update journey_move_entry e set again = u.nodes
     from (select id, string_to_array(nodes, ',')::int[] nodes from unnest($3::uuid[], $4::text[]) u (id, nodes)) u
     where e.account_id = $1 and e.move_id = $2 and e.journey_id = u.id`,
    [
      account,
      moveId,
      plainColumn(rows, ({ journeyId }) => journeyId),
      textArray(rows.map(({ nodes }) => nodes.join(","))),
    ],
  );

/** Most contacts of a figure that are listed. */
const mostListed = 1_000;

/** The first contacts of a choice whom a node would send again what they have had. */
export const listAgain = (
  q: Query,
  account: string,
  moveId: string,
  { choice, node }: { choice: number; node: number },
): Promise<
  { journeyId: string; contactId: string; phone: string | null; firstName: string | null; lastName: string | null }[]
> =>
  q.rows(
    `select e.journey_id "journeyId", c.contact_id "contactId", c.phone, c.first_name "firstName", c.last_name "lastName"
     from journey_move_entry e
     join journey j on j.account_id = e.account_id and j.journey_id = e.journey_id
     join contact c on c.account_id = j.account_id and c.contact_id = j.contact_id
     where e.account_id = $1 and e.move_id = $2 and e.choice = $3 and e.again is not null and $4 = any (e.again)
     order by e.journey_id limit ${mostListed}`,
    [account, moveId, choice, node],
  );

/** Locks the next journeys of a move that are still planned. Those that a claim has are skipped and asked again later. */
export const lockPlanned = (
  q: Query,
  account: string,
  moveId: string,
  after: string | null,
  limit: number,
): Promise<MovingRow[]> =>
  q.rows(
    `select ${movingColumns} from ${movingFrom}
     where e.account_id = $1 and e.move_id = $2 and e.state = 0 and e.journey_id > coalesce($3::uuid, ${firstKey})
     order by e.journey_id limit $4 for update of j skip locked`,
    [account, moveId, after, limit],
  );

/** How many journeys of a move are left, after those that no longer exist are set aside. */
export async function countPlanned(
  q: Query,
  account: string,
  moveId: string,
): Promise<{ planned: number; vanished: number }> {
  const vanished = await q.run(
    `update journey_move_entry e set state = 3 where e.account_id = $1 and e.move_id = $2 and e.state = 0
       and not exists (select from journey j where j.account_id = e.account_id and j.journey_id = e.journey_id)`,
    [account, moveId],
  );
  const row = await q.one<{ planned: number }>(
    "select count(*)::int planned from journey_move_entry where account_id = $1 and move_id = $2 and state = 0",
    [account, moveId],
  );
  return { planned: row?.planned ?? 0, vanished };
}

/** The new row of a journey of a move. */
export interface MovedRow {
  journeyId: string;
  /** The revision that was locked. */
  was: number;
  state: number;
  version: number;
  node: number | null;
  status: number;
  visits: number;
  listening: boolean;
  /** Null: as it was. */
  sinceMs: number | null;
  wakeMs: number | null;
  /** The waits stay to the microsecond, or what was due stays due. */
  keepsDue: boolean;
  /** Due at once. */
  isDue: boolean;
  reason: string | null;
}

/** Writes moved journeys, each only if it is as it was locked, and what they were before. */
export const writeMoved = (q: Query, account: string, moveId: string, rows: readonly MovedRow[]): Promise<number> =>
  q.run(
    `with u as (
       select * from unnest($3::uuid[], $4::int[], $5::smallint[], $6::int[], $7::int[], $8::smallint[], $9::smallint[],
         $10::boolean[], $11::float8[], $12::float8[], $13::boolean[], $14::boolean[], $15::text[])
         u (id, was, state, version, node, status, visits, listening, since, wake, keeps, is_due, reason)),
     before as materialized (
       select u.id, u.was, u.state, jsonb_build_object('version', j.version, 'node', j.node, 'status', j.status, 'since', j.since,
         'wake', j.wake_at, 'due', j.due_at, 'listening', j.listening, 'visits', j.visits, 'class', j.class) row
       from u join journey j on j.account_id = $1 and j.journey_id = u.id and j.revision = u.was),
     moved as (
       update journey j set version = u.version, node = u.node, status = u.status, revision = u.was + 1, visits = u.visits,
         listening = u.listening, since = coalesce(to_timestamp(u.since / 1000), j.since), reason = u.reason,
         wake_at = case when u.keeps then j.wake_at else to_timestamp(u.wake / 1000) end,
         due_at = case when u.keeps then j.due_at when u.is_due then now() else to_timestamp(u.wake / 1000) end,
         class = case when u.keeps then j.class else 1 end
       from u where j.account_id = $1 and j.journey_id = u.id and j.revision = u.was returning j.journey_id)
     update journey_move_entry e set state = b.state, revision = b.was + 1, was = b.row
     from before b join moved m on m.journey_id = b.id
     where e.account_id = $1 and e.move_id = $2 and e.journey_id = b.id`,
    [
      account,
      moveId,
      plainColumn(rows, (row) => row.journeyId),
      plainColumn(rows, (row) => row.was),
      plainColumn(rows, (row) => row.state),
      plainColumn(rows, (row) => row.version),
      plainColumn(rows, (row) => row.node),
      plainColumn(rows, (row) => row.status),
      plainColumn(rows, (row) => row.visits),
      plainColumn(rows, (row) => row.listening),
      plainColumn(rows, (row) => row.sinceMs),
      plainColumn(rows, (row) => row.wakeMs),
      plainColumn(rows, (row) => row.keepsDue),
      plainColumn(rows, (row) => row.isDue),
      textArray(rows.map((row) => row.reason)),
    ],
  );

/** Marks journeys of a move that are no longer planned. */
export const markEntries = (
  q: Query,
  account: string,
  moveId: string,
  journeyIds: readonly string[],
  state: number,
): Promise<number> =>
  q.run(
    "update journey_move_entry set state = $4 where account_id = $1 and move_id = $2 and journey_id = any ($3::uuid[])",
    [account, moveId, plainArray(journeyIds), state],
  );

/** A journey that was moved, as an undo finds it. */
export interface UndoRow {
  journeyId: string;
  batchId: string;
  state: number;
  version: number;
  node: number | null;
  revision: number;
  nowMs: number;
  wasVersion: number;
  wasNode: number | null;
  /** It has taken a step since, or its run is done. */
  isLate: boolean;
}

/** Locks the next journeys that a move has moved or taken out, and their runs, so that none of these ends meanwhile. */
export const lockMoved = (
  q: Query,
  account: string,
  moveId: string,
  after: string | null,
  limit: number,
): Promise<UndoRow[]> =>
  q.rows(
    `select e.journey_id "journeyId", j.batch_id "batchId", e.state, j.version, j.node, j.revision,
       date_part('epoch', now()) * 1000 "nowMs", (e.was->>'version')::int "wasVersion", (e.was->>'node')::int "wasNode",
       j.revision <> e.revision or b.status = 'done' "isLate"
     from journey_move_entry e
     join journey j on j.account_id = e.account_id and j.journey_id = e.journey_id
     join batch b on b.account_id = j.account_id and b.batch_id = j.batch_id
     where e.account_id = $1 and e.move_id = $2 and e.state in (1, 2) and e.journey_id > coalesce($3::uuid, ${firstKey})
     order by e.journey_id limit $4 for update of j skip locked for share of b`,
    [account, moveId, after, limit],
  );

/** Gives journeys back what they were before they were moved, under one revision more. A reply that has come meanwhile stays due. */
export const restoreMoved = (
  q: Query,
  account: string,
  moveId: string,
  journeyIds: readonly string[],
): Promise<number> =>
  q.run(
    `with back as (
       update journey j set version = (e.was->>'version')::int, node = (e.was->>'node')::int, status = (e.was->>'status')::smallint,
         since = (e.was->>'since')::timestamptz, wake_at = (e.was->>'wake')::timestamptz,
         due_at = case when j.inbox is null then (e.was->>'due')::timestamptz else least((e.was->>'due')::timestamptz, now()) end,
         listening = (e.was->>'listening')::boolean, visits = (e.was->>'visits')::smallint, class = (e.was->>'class')::smallint,
         revision = j.revision + 1, reason = null
       from journey_move_entry e
       where e.account_id = $1 and e.move_id = $2 and e.journey_id = any ($3::uuid[])
         and j.account_id = $1 and j.journey_id = e.journey_id and j.revision = e.revision
       returning j.journey_id)
     update journey_move_entry e set state = 4 from back b
     where e.account_id = $1 and e.move_id = $2 and e.journey_id = b.journey_id`,
    [account, moveId, plainArray(journeyIds)],
  );

/** Whether journeys of a move are still to be moved back. */
export const hasMoved = async (q: Query, account: string, moveId: string): Promise<boolean> =>
  (await q.one(
    `select from journey_move_entry e join journey j on j.account_id = e.account_id and j.journey_id = e.journey_id
     where e.account_id = $1 and e.move_id = $2 and e.state in (1, 2) limit 1`,
    [account, moveId],
  )) !== null;

/** Contacts at a node of a version, over all runs that are not done. Node 0: not started yet. */
export interface WaitingNode {
  version: number;
  node: number;
  here: number;
}

/** Contacts on their way on other versions than this one, from the figures of nodes; only those who have not started are counted one by one. */
export const listOnTheirWay = (
  q: Query,
  account: string,
  campaignId: string,
  version: number,
  batchId: string | null,
): Promise<WaitingNode[]> =>
  q.rows(
    `with runs as materialized (
       select batch_id, enrolled, coalesce((select sum(c.started) from batch_count c
         where c.account_id = b.account_id and c.batch_id = b.batch_id), 0) started
       from batch b where account_id = $1 and campaign_id = $2 and status <> 'done' and ($4::uuid is null or batch_id = $4))
     select version, node, sum(here)::int8 here from (
       select n.version, n.node, n.here from node_count n
       where n.account_id = $1 and n.batch_id in (select batch_id from runs) and n.version <> $3
       union all
       select j.version, 0, 1 from runs r join journey j on j.account_id = $1 and j.batch_id = r.batch_id
       where r.enrolled > r.started and j.node is null and j.status = 0 and j.version <> $3) w
     group by version, node having sum(here) > 0 order by version desc, node`,
    [account, campaignId, version, batchId],
  );
