import { describe, expect, it } from "vitest";
import { ask, makeCampaign, makeWorld, quickWorker, replyFlow, statusOf, until } from "../test/engineWorld.ts";
import { freshDatabase } from "../test/freshDatabase.ts";
import { countOf, insertContacts, pauseResumeStop, runOverAll } from "../test/pauseRun.ts";
import { startBatch, stopBatch, stopCampaignBatches } from "./store/batch.ts";
import { removeCampaign, saveVersion } from "./store/campaign.ts";
import { addDnc } from "./store/dnc.ts";
import { listBroken, listTooFrequent } from "./store/invariants.ts";

const million = Number(process.env["TRUNKLINE_PROVE_CONTACTS"] ?? 1_000_000);
const many = Number(process.env["TRUNKLINE_PROVE_SENDS"] ?? 100_000);

describe("a run of a million (issue 4)", () => {
  it(`${million} contacts paused, started, stopped and started: nothing after the click, counters equal a recount`, async () => {
    await pauseResumeStop(await freshDatabase({ connections: 16 }), million);
  });
});

describe("what people do while texts are under way (F10, F11)", () => {
  it(`opt-out, pause, edit and delete during ${many} sends: I6, I7, I9, I10, I13 hold`, async () => {
    const db = await freshDatabase({ connections: 16 });
    const world = await makeWorld(db);
    const { account } = world;
    await insertContacts(db, world, many);
    const campaign = await makeCampaign(db, world, replyFlow(world.template, 5, "seconds"), { frequencyDays: 7 });
    const worker = quickWorker(db);
    const batches = [await runOverAll(db, world, campaign), await runOverAll(db, world, campaign)];
    const sent = () => countOf(db, world, "message where account_id = $1 and state = 'accepted'");
    const tenth = (n: number) => until(`${n} tenths are sent`, async () => (await sent()) > (many / 10) * n, 600_000);
    const phones = await ask<{ phone: string }>(
      db,
      world,
      "select phone from contact where account_id = $1 order by uuid_hash(contact_id) limit 500",
    );
    /** When each word had been committed for certain. */
    const said = new Map<string, Date>();
    for (let step = 1; step <= 5; step++) {
      await tenth(step);
      // a hundred people say STOP, in the middle of everything
      const words = phones.slice((step - 1) * 100, step * 100).map(({ phone }) => ({ accountId: account, phone }));
      for (const word of words) {
        await db.tx([account], (q) => addDnc(q, [{ ...word, types: ["sms"], source: "reply", reason: "STOP" }]));
        const [now] = await ask<{ at: Date }>(db, world, "select clock_timestamp() at, $1::uuid");
        said.set(word.phone, now!.at);
      }
      if (step === 2)
        for (const batch of batches) {
          await db.tx([account], (q) => stopBatch(q, account, batch, "pause"));
          await db.tx([account], (q) => startBatch(q, account, batch));
        }
      if (step === 3) {
        const [saved] = await ask<{ definition: string }>(
          db,
          world,
          "select definition from workflow_version where account_id = $1",
        );
        const edited = saved!.definition.replace('"timeoutWaitNumber":5', '"timeoutWaitNumber":1');
        await db.tx([account], (q) => saveVersion(q, account, campaign.campaignId, edited, "test"));
      }
    }
    await db.tx([account], async (q) => {
      await removeCampaign(q, account, campaign.campaignId);
      await stopCampaignBatches(q, account, campaign.campaignId);
    });
    await until(
      "nothing is queued or under way",
      async () => {
        const open = "message where account_id = $1 and state in ('queued', 'submitting')";
        return (await countOf(db, world, open)) === 0;
      },
      600_000,
    );
    for (const batch of batches) expect(["stopped", "done"]).toContain(await statusOf(db, world, batch));
    await worker.stop();
    // the word is effective with its commit; the general query has only the beginning of its transaction to go by
    const broken = await db.tx([account], (q) => listBroken(q, account));
    expect(broken.filter((one) => !one.startsWith("I6 "))).toEqual([]);
    expect(await db.tx([account], (q) => listTooFrequent(q, account, campaign.campaignId, 7))).toEqual([]);
    // I6, I7: over every run of the account, nothing was handed over after the word
    const after = await ask(
      db,
      world,
      `select from message m join unnest($2::text[], $3::timestamptz[]) s (phone, at) on s.phone = m.to_number
       where m.account_id = $1 and m.direction = 'out' and m.submitted > s.at`,
      [[...said.keys()], [...said.values()]],
    );
    expect([said.size, after.length]).toEqual([500, 0]);
    // I10: everybody was let in once or turned away with a reason
    const [sum] = await ask<{ n: number }>(
      db,
      world,
      "select (sum(enrolled) + sum(filtered))::int n from batch_count where account_id = $1",
    );
    const looked = await countOf(db, world, "journey where account_id = $1");
    const turned = await countOf(db, world, "batch_filtered where account_id = $1");
    expect(sum?.n).toBe(looked + turned);
  });
});
