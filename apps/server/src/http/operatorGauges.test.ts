import { expect, it } from "vitest";
import { handsets, makeCampaign, makeContacts, makeWorld, replyFlow, runBatch } from "../../test/engineWorld.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { testServer } from "../../test/server.ts";
import { enrolBatch } from "../jobs/runs/enrolBatch.ts";

const db = await freshDatabase();

it("reports queued, due and in-doubt work and send results of all accounts in /metrics (architecture, HTTP)", async () => {
  for (const states of [
    ["queued", "queued", "accepted"],
    ["in_doubt", "rejected", "accepted"],
  ]) {
    const world = await makeWorld(db);
    const campaign = await makeCampaign(db, world, replyFlow(world.template));
    const contacts = await makeContacts(db, world, handsets(3));
    const batchId = await runBatch(db, world, campaign, contacts);
    await enrolBatch(db, world.account, batchId, 0);
    await db.tx([world.account], async (q) => {
      await q.run(
        "update journey set due_at = now() - interval '90 seconds' where account_id = $1 and contact_id = $2",
        [world.account, contacts[0]],
      );
      await q.run(
        `insert into message (account_id, message_id, batch_id, direction, from_number, to_number, state, not_before)
         select $1, trunkline_uuid7(), $2, 'out', 'a', 'b', s, now() from unnest($3::text[]) s`,
        [world.account, batchId, states],
      );
    });
  }
  const server = await testServer(db);
  const lines = (await server.api.app.inject("/metrics")).body.split("\n");
  const value = (name: string) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(" ")[1]);
  expect(value("trunkline_messages_queued")).toBe(2);
  expect(value("trunkline_messages_in_doubt")).toBe(1);
  expect(value("trunkline_journeys_due")).toBe(6);
  expect(value("trunkline_journeys_oldest_due_seconds")).toBeGreaterThanOrEqual(90);
  const recent = (result: string) => value(`trunkline_messages_recent{result="${result}"}`);
  expect(["accepted", "rejected", "queued", "unknown"].map(recent)).toEqual([2, 1, 2, 0]);
});

it("omits them while the database is unavailable", async () => {
  const broken = await testServer({ ...db, global: () => Promise.reject(new Error("gone")) });
  const answer = await broken.api.app.inject("/metrics");
  expect([answer.statusCode, answer.body.includes("\ntrunkline_messages_queued ")]).toEqual([200, false]);
});
