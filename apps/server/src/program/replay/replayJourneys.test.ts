import { afterAll, expect, it } from "vitest";
import {
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  runBatch,
  statusOf,
  until,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { sayCommand } from "../../../test/sayCommand.ts";
import { replayJourneys } from "./replayJourneys.ts";

const db = await freshDatabase();
const worker = quickWorker(db);
afterAll(() => worker.stop());

const split = (template: string) => [
  { id: 1, type: "start", children: [2] },
  { id: 2, type: "percentage", children: [3, 4], percentages: [5_000, 5_000] },
  { id: 3, type: "smsSend", children: [4], smsTemplateId: template, smsTemplateName: "Hello", useAiRewording: false },
  { id: 4, type: "control", children: [] },
];

it("plays recorded journeys again, and names the step that differs", async () => {
  const world = await makeWorld(db);
  const contacts = await makeContacts(db, world, handsets(30));
  const batch = await runBatch(db, world, await makeCampaign(db, world, split(world.template)), contacts);
  await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
  expect(await replayJourneys(db, 100)).toEqual({ played: 30, differences: [], left: 0 });
  // what another engine would have recorded
  const changed = await db.owner((q) =>
    q.one<{ id: string }>(
      `update step set next_node = 7 - next_node where account_id = $1 and node = 2 and journey_id = (
         select journey_id from step where account_id = $1 and node = 2 order by journey_id limit 1) returning journey_id id`,
      [world.account],
    ),
  );
  const { differences } = await replayJourneys(db, 100);
  expect(differences).toMatchObject([{ account: world.account, journeyId: changed?.id, node: 2, isChanged: false }]);
  expect(await replayJourneys(db, 10)).toMatchObject({ played: 10 });
});

it.each([
  { when: "after its first step, though it was due later", starts: "1 hour", changed: "1 second", isChanged: true },
  { when: "while it waited to begin", starts: "-1 hour", changed: "-1 minute", isChanged: false },
])("says whether the contact of a journey was changed: $when", async ({ starts, changed, isChanged }) => {
  const world = await makeWorld(db);
  const contacts = await makeContacts(db, world, handsets(1));
  const batch = await runBatch(db, world, await makeCampaign(db, world, split(world.template)), contacts);
  await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
  await db.owner(async (q) => {
    const { account } = world;
    await q.run("update step set next_node = 7 - next_node where account_id = $1 and node = 2", [account]);
    const first = "(select min(at) from step where account_id = $1)";
    await q.run(`update journey set starts_at = ${first} + $2::interval where account_id = $1`, [account, starts]);
    await q.run(`update contact set updated = ${first} + $2::interval where account_id = $1`, [account, changed]);
  });
  const { differences } = await replayJourneys(db, 100, undefined, [world.account]);
  expect(differences).toMatchObject([{ node: 2, isChanged }]);
});

it("is a command that refuses a wrong number of journeys", async () => {
  expect(await sayCommand("replay", "--count", "many")).toEqual({
    code: 2,
    said: '--count: "many" is not a whole number of at least 1\n',
  });
});
