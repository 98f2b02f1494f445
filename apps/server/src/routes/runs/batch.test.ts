import { beforeAll, expect, it } from "vitest";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  replyFlow,
  runBatch,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { type TestServer, testServer } from "../../../test/server.ts";
import { enrolBatch } from "../../jobs/runs/enrolBatch.ts";
import type { Database } from "../../store/database.ts";
import { listBroken } from "../../store/invariants.ts";
import { addBatchCounts } from "../../store/runs/count.ts";
import { enrolByNode } from "../../store/runs/nodeEnrolment.ts";

let db: Database;
let server: TestServer;
beforeAll(async () => {
  db = await freshDatabase();
  server = await testServer(db);
});

/** The runs of an account from the list and from their own endpoint. */
async function readRuns(world: EngineWorld) {
  const { cookie } = await server.user(world.account, "viewer", []);
  const get = async (path: string) => (await server.call("GET", path, { as: { cookie } })).body.payload;
  const listed = await get("/v4/campaign/batch/");
  const alone = await Promise.all(
    listed.map(async ({ campaignId, batchId }) => (await get(`/v4/campaign/${campaignId}/batch/${batchId}/`))[0]),
  );
  const show = (rows: (Record<string, unknown> | undefined)[]) =>
    rows.map((row) => ({ filtered: row?.["filtered"], filteredBy: row?.["filteredBy"] }));
  return { listed: show(listed), alone: show(alone) };
}

it("lists runs with the refused contacts by reason, as in a single run", async () => {
  const world = await makeWorld(db);
  const contacts = await makeContacts(db, world, handsets(5));
  await ask(db, world, "update contact set phone = null where account_id = $1 and contact_id = any ($2) returning 1", [
    contacts.slice(0, 2),
  ]);
  await ask(db, world, "update contact set archived = now() where account_id = $1 and contact_id = $2 returning 1", [
    contacts[2],
  ]);
  const campaign = await makeCampaign(db, world, replyFlow(world.template));
  const batch = await runBatch(db, world, campaign, contacts);
  // Several chunks, which add to the counts of earlier ones.
  while (await enrolBatch(db, world.account, batch, 700, 1));
  const expected = [{ filtered: 3, filteredBy: { no_phone: 2, archived: 1 } }];
  expect(await readRuns(world)).toEqual({ listed: expected, alone: expected });
  expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
});

it("lists a run by workflow nodes with the reason of every refused contact", async () => {
  const world = await makeWorld(db);
  const [contactId = ""] = await makeContacts(db, world, handsets(1));
  const { campaignId } = await makeCampaign(db, world, replyFlow(world.template));
  const asked = { accountId: world.account, journeyId: null, contactId, campaignId, ignoresWindow: false };
  for (let time = 0; time < 3; time++)
    await db.tx([world.account], async (q) => {
      const made = await enrolByNode(q, [asked]);
      if (made) await addBatchCounts(q, 700, [{ ...made, started: 0, done: 0, failed: 0 }]);
    });
  expect((await readRuns(world)).listed).toEqual([{ filtered: 2, filteredBy: { already_enrolled: 2 } }]);
});
