import type { Comparison } from "@trunkline/contract/runs/outcome.ts";
import type { Goal } from "@trunkline/workflow/outcome/goal.ts";
import { expect, it } from "vitest";
import { chances, idAt } from "../../../test/chances.ts";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  runBatch,
  splitFlow,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { saveVersion } from "../../store/workflows/campaign.ts";

const db = await freshDatabase();
const server = await testServer(db);

const hourMs = 3_600_000;

interface Journey {
  id: string;
  contactId: string;
  batchId: string;
  version: number;
  startMs: number;
  hasStarted: boolean;
  /** The branches that the Percent node chose, in turn. */
  branches: number[];
  /** Times of replies, clicks, answered calls and of the goal's value. */
  events: number[];
}
interface History {
  world: EngineWorld;
  campaignId: string;
  runs: string[];
  journeys: Journey[];
}

/** Four runs of two versions over the same contacts, who reach a goal of this kind at random times, or do something like it. */
async function drawHistory(seed: number, goal: Goal): Promise<History> {
  const next = chances(seed);
  const some = (most: number): number => Math.floor(next() * most);
  const world = await makeWorld(db);
  const contacts = await makeContacts(db, world, handsets(60, seed * 100));
  const first = await makeCampaign(db, world, splitFlow, { goal });
  const { campaignId } = first;
  const nodes = splitFlow.map((node) => ({ x: 0, y: 0, children: [], ...node, note: "changed" }));
  const definition = JSON.stringify({ schemaVersion: 1, startNode: 1, nodes, sections: { main: 1 } });
  const version = await db.tx([world.account], (q) => saveVersion(q, world.account, campaignId, definition, "test"));
  expect(version).toBe(2);
  const runs: string[] = [];
  const journeys: Journey[] = [];
  for (const ofVersion of [1, 1, 2, 2]) {
    const batchId = await runBatch(db, world, { campaignId, version: ofVersion }, contacts);
    const began = Date.now() - (34 - 7 * runs.push(batchId)) * hourMs;
    for (const contactId of contacts) {
      if (next() < 0.4) continue;
      const startMs = began + some(6 * hourMs);
      journeys.push({
        id: idAt(startMs),
        contactId,
        batchId,
        // some were moved to the new version
        version: next() < 0.1 ? 2 : ofVersion,
        startMs,
        hasStarted: next() < 0.9,
        branches: Array.from({ length: some(3) }, () => 3 + some(2)),
        events: Array.from({ length: some(3) }, () => Math.min(startMs + some(8 * hourMs), Date.now() - 1_000)),
      });
    }
  }
  const history = { world, campaignId, runs, journeys };
  await writeHistory(history, goal.kind);
  return history;
}

async function writeHistory({ world, campaignId, journeys }: History, kind: Goal["kind"]): Promise<void> {
  const events = journeys.flatMap(({ id, contactId, batchId, hasStarted, events: all }, place) =>
    hasStarted
      ? all.map((at, nth) => ({
          id: idAt(at),
          journey: id,
          contact: contactId,
          batch: batchId,
          at: new Date(at).toISOString(),
          // the first journeys do something that does not count
          counts: place > 5,
          isFirst: nth === 0,
        }))
      : [],
  );
  const steps = journeys.flatMap(({ id, hasStarted, branches }) =>
    hasStarted ? branches.map((target, nth) => ({ journey: id, revision: 1 + 2 * nth, target })) : [],
  );
  await db.tx([world.account], async (q) => {
    const insert = (text: string, rows: readonly object[]) => q.run(text, [world.account, JSON.stringify(rows)]);
    await q.run(
      `insert into journey (account_id, journey_id, batch_id, campaign_id, contact_id, starts_at, version, revision)
       select $1, r.id, r."batchId", $3, r."contactId", to_timestamp(r."startMs" / 1000.0), r.version, case when r."hasStarted" then 2 else 0 end
       from jsonb_to_recordset($2::jsonb) r (id uuid, "batchId" uuid, "contactId" uuid, "startMs" bigint, version int, "hasStarted" boolean)`,
      [world.account, JSON.stringify(journeys), campaignId],
    );
    await insert(
      `insert into step (account_id, journey_id, revision, node, at, outcome, next_node)
       select $1, r.journey, r.revision, 2, now(), 0, r.target
       from jsonb_to_recordset($2::jsonb) r (journey uuid, revision int, target int)`,
      steps,
    );
    if (kind === "field")
      await insert(
        `insert into conversion (account_id, journey_id, at)
         select $1, r.journey, case when r.counts then r.at end
         from jsonb_to_recordset($2::jsonb) r (journey uuid, at timestamptz, counts boolean, "isFirst" boolean) where r."isFirst"`,
        events,
      );
    else if (kind === "call")
      await q.run(
        `insert into call (account_id, call_id, contact_id, campaign_id, batch_id, journey_id, direction, from_number, to_number, plan,
           state, answered_by, answered)
         select $1, r.id, r.contact, $3, r.batch, r.journey, 'out', '+1', '+1', '{}', 'accepted',
           case when r.counts then 'human' else 'machine' end, r.at
         from jsonb_to_recordset($2::jsonb) r (id uuid, journey uuid, contact uuid, batch uuid, at timestamptz, counts boolean)`,
        [world.account, JSON.stringify(events), campaignId],
      );
    else
      await q.run(
        `insert into message (account_id, message_id, contact_id, campaign_id, batch_id, journey_id, direction, from_number, to_number,
           state, counts_as, clicked, click_counts)
         select $1, r.id, r.contact, $3, r.batch, r.journey, case $4 when 'reply' then 'in' else 'out' end, '+1', '+1',
           case $4 when 'reply' then 'received' else 'accepted' end, case when $4 = 'reply' and r.counts then 'reply' end,
           case $4 when 'click' then r.at end, case when $4 = 'click' and r.counts then true end
         from jsonb_to_recordset($2::jsonb) r (id uuid, journey uuid, contact uuid, batch uuid, at timestamptz, counts boolean)`,
        [world.account, JSON.stringify(events), campaignId, kind],
      );
  });
}

/** Of some journeys, the first one of each contact that has started. */
function firstOf(journeys: readonly Journey[]): Journey[] {
  const byContact = new Map<string, Journey>();
  for (const one of journeys.filter(({ hasStarted }) => hasStarted).toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    if (!byContact.has(one.contactId)) byContact.set(one.contactId, one);
  return [...byContact.values()];
}

/** The comparisons of a workflow by plain counting over its journeys. */
function count({ journeys, runs }: History, goal: Goal) {
  const endOf = ({ startMs }: Journey, windowHours: number): number => startMs + windowHours * hourMs;
  const arm = (some: readonly Journey[], windowHours: number) => {
    const over = some.filter((one) => endOf(one, windowHours) <= Date.now());
    const hasReached = (one: Journey): boolean => {
      const counted = goal.kind === "field" ? one.events.slice(0, 1) : one.events;
      return journeys.indexOf(one) > 5 && counted.some((at) => at < endOf(one, windowHours));
    };
    return { people: over.length, waiting: some.length - over.length, converted: over.filter(hasReached).length };
  };
  const all = firstOf(journeys);
  const ofNewest = firstOf(journeys.filter(({ version }) => version === 2));
  const ofWorkflow = goal.windowHours + later;
  return {
    percent: [3, 4].map((node) =>
      arm(
        ofNewest.filter(({ branches }) => branches[0] === node),
        goal.windowHours,
      ),
    ),
    version: [1, 2].map((version) =>
      arm(
        all.filter((one) => one.version === version),
        ofWorkflow,
      ),
    ),
    run: runs
      .toReversed()
      .map((run) =>
        arm(
          all.filter(({ batchId }) => batchId === run),
          ofWorkflow,
        ),
      )
      .filter(({ people, waiting }) => people + waiting > 0),
  };
}
/** Hours by which the goal's window was extended after the versions were saved. Branches have the window of their version. */
const later = 2;

it.for<Goal>([
  { kind: "reply", windowHours: 3 },
  { kind: "click", windowHours: 4 },
  { kind: "call", windowHours: 5 },
  { kind: "field", windowHours: 3, field: "plan", value: "gold" },
])("compares versions, runs and branches by a $kind as their events are counted one by one", async (goal) => {
  for (const seed of [1, 2]) {
    const history = await drawHistory(seed, goal);
    const { world, campaignId } = history;
    await ask(
      db,
      world,
      "update campaign set goal = $3::jsonb where account_id = $1 and campaign_id = $2 returning 1",
      [campaignId, JSON.stringify({ ...goal, windowHours: goal.windowHours + later })],
    );
    const { cookie } = await server.user(world.account, "viewer", []);
    const read = async () => {
      const { body } = await server.call("GET", `/v4/campaign/${campaignId}/comparison`, { as: { cookie } });
      const found = body.payload as unknown as Comparison[];
      const armsOf = (kind: Comparison["kind"]) =>
        found
          .find((one) => one.kind === kind)
          ?.arms.map(({ people, waiting, converted }) => ({ people, waiting, converted }));
      return { percent: armsOf("percent"), version: armsOf("version"), run: armsOf("run") };
    };
    const expected = count(history, goal);
    expect(expected.version.every(({ converted }) => converted > 0)).toBe(true);
    expect(await read()).toEqual(expected);

    // the same figures where they are counted ahead
    await ask(
      db,
      world,
      "update batch set enrolled = 20001, started = now() where account_id = $1 and batch_id = $2 returning 1",
      [history.runs[0]],
    );
    expect(await read()).toEqual(expected);
  }
});
