import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  replyFlow,
  runBatch,
  statusOf,
  until,
} from "../../test/engineWorld.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { sendFromHandset } from "../inbound/sendFromHandset.ts";
import type { Database } from "../store/database.ts";
import { listHandsetTexts } from "../store/simulator/simulator.ts";
import type { Worker } from "./worker.ts";

const picture = "https://shop.example/offer.gif";

let db: Database;
let world: EngineWorld;
let worker: Worker;

beforeAll(async () => {
  db = await freshDatabase({ connections: 12 });
  world = await makeWorld(db);
  worker = quickWorker(db);
});
afterAll(() => worker.stop());

describe("a run from enrolment to the end", () => {
  it("sends texts with a picture, receives receipts and replies, and ends each journey on the right path", async () => {
    const phones = handsets(3);
    await ask(db, world, "update sms_template set media_url = $2 where account_id = $1 returning 1", [picture]);
    const contacts = await makeContacts(db, world, phones);
    const campaign = await makeCampaign(db, world, replyFlow(world.template));
    const batch = await runBatch(db, world, campaign, contacts);
    await until("three texts are delivered", async () => {
      const rows = await ask<{ n: number }>(
        db,
        world,
        "select count(*)::int n from message where account_id = $1 and state = 'accepted' and receipt = 'delivered'",
      );
      return rows[0]?.n === 3;
    });
    const texts = await ask<{ body: string }>(db, world, "select distinct body from message where account_id = $1");
    expect(texts).toEqual([{ body: "Hi Ann, the gold offer of Boston ends soon." }]);
    const onHandset = await db.tx([world.account], (q) => listHandsetTexts(q, world.account, phones[0]!, null));
    expect(onHandset.map(({ mediaUrl, status }) => [mediaUrl, status])).toEqual([[picture, "delivered"]]);
    await sendFromHandset(db, world.account, { from: phones[0]!, to: world.number, text: "YES", mediaUrl: null });
    const inState = async (status: number) =>
      (await ask(db, world, "select 1 from journey where account_id = $1 and status = $2", [status])).length;
    await until(
      "the reply has moved its journey on, and the others wait",
      async () => (await inState(3)) === 1 && (await inState(2)) === 2,
    );
    // the time of the others is over, and not before the reply, however slow the machine is
    await ask(db, world, "update journey set due_at = now(), wake_at = now() where account_id = $1 and status = 2");
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    const ends = await ask<{ contact: string; path: number[]; reply: string | null }>(
      db,
      world,
      `select j.contact_id contact, j.vars->>'node2.reply' reply,
         (select array_agg(s.node order by s.revision) from step s where s.account_id = j.account_id and s.journey_id = j.journey_id) path
       from journey j where j.account_id = $1 order by array_position($2::uuid[], j.contact_id)`,
      [contacts],
    );
    expect(ends.map((end) => end.path.at(-1))).toEqual([4, 5, 5]);
    expect(ends.map((end) => end.reply)).toEqual(["YES", null, null]);
    const counts = await ask<{ enrolled: number; started: number; done: number }>(
      db,
      world,
      `select sum(enrolled)::int enrolled, sum(started)::int started, sum(done)::int done from batch_count where account_id = $1`,
    );
    expect(counts).toEqual([{ enrolled: 3, started: 3, done: 3 }]);
    const figures = await ask<{ sends: number; replies: number }>(
      db,
      world,
      `select sum(sends)::int sends, sum(replies)::int replies from campaign_count where account_id = $1`,
    );
    expect(figures).toEqual([{ sends: 3, replies: 1 }]);
  });
});
