import type { Journey, JourneyStatus } from "@trunkline/workflow/engine/journey.ts";
import { plainArray, textArray } from "./arrays.ts";
import type { Query } from "./database.ts";

/** Order of claims inside a batch: replies before timers and answers before first starts. */
export const journeyClass = { interactive: 0, timer: 1, bulk: 2 } as const;

/** What of one batch may be claimed at once: one class, at most `quota` journeys. */
export interface ClaimLane {
  accountId: string;
  batchId: string;
  class: number;
  quota: number;
}

/** A journey and its contact as a claim reads them. JSON stays text until somebody looks. */
export interface ClaimedRow {
  lane: number;
  journeyId: string;
  campaignId: string;
  version: number;
  contactId: string;
  node: number | null;
  revision: number;
  status: number;
  visits: number;
  depth: number;
  listening: boolean;
  sinceMs: number | null;
  wakeMs: number | null;
  vars: string;
  inbox: string | null;
  phone: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  country: string | null;
  zones: string;
  zonesFrom: string;
  tags: string;
  extdata: string;
  dnc: number;
  now: number;
}

const statusCode: Record<JourneyStatus, number> = { moving: 0, asking: 1, waiting: 2, done: 3, failed: 4 };
const statusOfCode: readonly JourneyStatus[] = ["moving", "asking", "waiting", "done", "failed"];

/** The engine's word for a stored status. */
export const journeyStatus = (code: number): JourneyStatus => statusOfCode[code] ?? "failed";

const claimed = `
  j.journey_id as "journeyId", j.campaign_id as "campaignId", j.version, j.contact_id as "contactId", j.node, j.revision,
  j.status, j.visits, j.depth, j.listening, j.vars, j.inbox, j."sinceMs", j."wakeMs",
  c.phone, c.email, c.first_name as "firstName", c.last_name as "lastName", c.address, c.city, c.state,
  c.postal_code as "postalCode", c.country, c.zones::text, c.zones_from as "zonesFrom", c.tags::text, c.extdata::text, c.dnc,
  date_part('epoch', now()) * 1000 as now`;

const columns = `
  j.journey_id, j.campaign_id, j.version, j.contact_id, j.node, j.revision, j.status, j.visits, j.depth, j.listening,
  j.vars::text as vars, j.inbox::text as inbox,
  date_part('epoch', j.since) * 1000 as "sinceMs", date_part('epoch', j.wake_at) * 1000 as "wakeMs"`;

/** Takes the due journeys of many lanes for this transaction; whoever else claims skips them. */
export function claimJourneys(q: Query, lanes: readonly ClaimLane[]): Promise<ClaimedRow[]> {
  return q.rows<ClaimedRow>(
    {
      name: "journey.claim",
      text: `select l.n::int as lane, ${claimed}
        from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::int[]) with ordinality l (account_id, batch_id, class, quota, n)
        join batch b on b.account_id = l.account_id and b.batch_id = l.batch_id and b.status = 'running'
        cross join lateral (
          select ${columns} from journey j
          where j.account_id = l.account_id and j.batch_id = l.batch_id and j.class = l.class and j.due_at <= now()
          order by j.due_at limit l.quota for update skip locked
        ) j
        join contact c on c.account_id = l.account_id and c.contact_id = j.contact_id`,
    },
    [
      plainArray(lanes.map((lane) => lane.accountId)),
      plainArray(lanes.map((lane) => lane.batchId)),
      plainArray(lanes.map((lane) => lane.class)),
      plainArray(lanes.map((lane) => lane.quota)),
    ],
  );
}

/** A journey's new row. */
export interface JourneyUpdate {
  accountId: string;
  journey: Journey;
  /** The revision that was claimed: the fence. */
  was: number;
  /** Epoch ms; null: nothing is due; undefined: it stays as it is, which keeps the update HOT. */
  dueAtMs: number | null | undefined;
  class: number;
  /** Undefined: as they were. */
  vars: string | undefined;
}

/** Writes the new rows of claimed journeys and says how many passed the fence. */
export function updateJourneys(q: Query, updates: readonly JourneyUpdate[]): Promise<number> {
  const journeys = updates.map((update) => update.journey);
  return q.run(
    {
      name: "journey.update",
      text: `update journey j set
          node = u.node, revision = u.revision, status = u.status, visits = u.visits, class = u.class, listening = u.listening,
          due_at = case when u.keep then j.due_at else to_timestamp(u.due / 1000) end,
          wake_at = to_timestamp(u.wake / 1000), since = to_timestamp(u.since / 1000),
          vars = coalesce(u.vars, j.vars), inbox = null, reason = u.reason
        from unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::int[], $6::smallint[], $7::smallint[], $8::smallint[],
          $9::boolean[], $10::boolean[], $11::float8[], $12::float8[], $13::float8[], $14::jsonb[], $15::text[])
          u (account_id, journey_id, was, node, revision, status, visits, class, listening, keep, due, wake, since, vars, reason)
        where j.account_id = u.account_id and j.journey_id = u.journey_id and j.revision = u.was`,
    },
    [
      plainArray(updates.map((update) => update.accountId)),
      plainArray(journeys.map((journey) => journey.journeyId)),
      plainArray(updates.map((update) => update.was)),
      plainArray(journeys.map((journey) => journey.at)),
      plainArray(journeys.map((journey) => journey.revision)),
      plainArray(journeys.map((journey) => statusCode[journey.status])),
      plainArray(journeys.map((journey) => journey.visits)),
      plainArray(updates.map((update) => update.class)),
      plainArray(journeys.map((journey) => journey.listening ?? false)),
      plainArray(updates.map((update) => update.dueAtMs === undefined)),
      plainArray(updates.map((update) => update.dueAtMs ?? null)),
      plainArray(journeys.map((journey) => journey.wakeAt ?? null)),
      plainArray(journeys.map((journey) => journey.since)),
      textArray(updates.map((update) => update.vars ?? null)),
      textArray(journeys.map((journey) => journey.reason ?? null)),
    ],
  );
}
