import { afterAll, beforeAll, expect, it } from "vitest";
import {
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  replyFlow,
  runBatch,
  statusOf,
  until,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { type TestServer, testServer } from "../../../test/server.ts";
import type { Worker } from "../../program/worker.ts";
import type { Database } from "../../store/database.ts";

let db: Database;
let server: TestServer;
let worker: Worker;
beforeAll(async () => {
  db = await freshDatabase({ connections: 14 });
  server = await testServer(db);
  worker = quickWorker(db);
});
afterAll(() => worker.stop());

it("the status log of a contact lists the steps of each journey", async () => {
  const world = await makeWorld(db);
  const [contactId = ""] = await makeContacts(db, world, handsets(1));
  for (const wait of ["seconds", "minutes"]) {
    const campaign = await makeCampaign(db, world, replyFlow(world.template, 1, wait));
    const batch = await runBatch(db, world, campaign, [contactId]);
    if (wait === "seconds")
      await until("the first has ended", async () => (await statusOf(db, world, batch)) === "done");
  }
  const { cookie } = await server.user(world.account, "viewer", []);
  const get = async (path: string) => (await server.call("GET", path, { as: { cookie } })).body.payload;
  const log = () => get(`/v4/campaign/status/${contactId}/`);
  await until("the second waits", async () => (await log())[0]?.["status"] === "waiting");
  const entries = await log();
  expect(entries.map(({ status }) => status)).toEqual(["waiting", "done"]);
  for (const { journeyId, steps } of entries)
    expect(steps).toEqual((await get(`/v4/journey/${journeyId}/`))[0]?.["steps"]);
  const ended = entries[1]?.["steps"] as { label: string }[] | undefined;
  const labels = ended?.map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(["Start", "SMS Send", "Event", "Stop"]));
  const brief = await get(`/v4/campaign/status/${contactId}/?steps=false`);
  expect(brief.map((entry) => "steps" in entry)).toEqual([false, false]);
});
