import { describe, expect, it } from "vitest";
import { sendFromHandset } from "../src/inbound/sendFromHandset.ts";
import type { Database } from "../src/store/database.ts";
import { addDnc } from "../src/store/doNotContact/dnc.ts";
import { listBroken, listTooFrequent } from "../src/store/invariants.ts";
import { startBatch, stopBatch, stopCampaignBatches } from "../src/store/runs/batch.ts";
import { removeCampaign, saveVersion } from "../src/store/workflows/campaign.ts";
import {
  ask,
  type EngineWorld,
  makeCampaign,
  makeWorld,
  quickWorker,
  replyFlow,
  statusOf,
  until,
} from "./engineWorld.ts";
import { freshDatabase } from "./freshDatabase.ts";
import { claimsAreOver, countOf, insertContacts, pauseResumeStop, runOverAll } from "./pauseRun.ts";

const million = Number(process.env["TRUNKLINE_PROVE_CONTACTS"] ?? 1_000_000);
const many = Number(process.env["TRUNKLINE_PROVE_SENDS"] ?? 100_000);

describe("a run of a million", () => {
  it(`${million} contacts paused, started, stopped and started: nothing after the click, counters equal a recount`, async () => {
    await pauseResumeStop(await freshDatabase({ connections: 16 }), million);
  });
});

/** The clock of the database. */
const clock = async (db: Database, world: EngineWorld): Promise<Date> =>
  (await ask<{ at: Date }>(db, world, "select clock_timestamp() at, $1::uuid"))[0]!.at;

/** A number that a query answers. */
const figure = async (db: Database, world: EngineWorld, sql: string, values: unknown[] = []): Promise<number> =>
  (await ask<{ n: number }>(db, world, `select ${sql}`, values))[0]?.n ?? -1;

describe("what people do while texts are under way (F10, F11)", () => {
  it(`opt-out, pause, edit and delete during ${many} sends of two workflows: I6, I7, I9, I10, I13 hold`, async () => {
    const db = await freshDatabase({ connections: 16 });
    const world = await makeWorld(db);
    const { account } = world;
    await insertContacts(db, world, many / 2);
    // two runs of a workflow under a cap let every contact in once; another workflow writes to the same people at the same time
    const capped = await makeCampaign(db, world, replyFlow(world.template, 5, "seconds"), { frequencyDays: 7 });
    const other = await makeCampaign(db, world, replyFlow(world.template, 5, "seconds"));
    const worker = quickWorker(db);
    const twice = [await runOverAll(db, world, capped), await runOverAll(db, world, capped)];
    const batches = [...twice, await runOverAll(db, world, other)];
    const inState = (states: string) =>
      countOf(db, world, `message where account_id = $1 and direction = 'out' and state in (${states})`);
    const sent = () => inState("'accepted'");
    const openOf = (what: string) =>
      until(`texts go out while a user ${what}`, async () => (await inState("'submitting'")) > 0);
    const share = (n: number) => until(`${n} of 20 are sent`, async () => (await sent()) > (many / 20) * n, sent);
    const phones = await ask<{ phone: string }>(
      db,
      world,
      "select phone from contact where account_id = $1 order by uuid_hash(contact_id) limit 500",
    );
    /** When each word had been committed for certain. */
    const said = new Map<string, Date>();
    const paused: { from: Date; to: Date }[] = [];
    for (let step = 1; step <= 5; step++) {
      await share(step);
      await openOf("says STOP");
      // a hundred people say STOP, ten of them by a text from their handset
      const stop = async ({ phone }: { phone: string }, index: number): Promise<void> => {
        const word = { accountId: account, phone, types: ["sms" as const], source: "reply" as const, reason: "STOP" };
        if (index >= 10) await db.tx([account], (q) => addDnc(q, [word]));
        else {
          await sendFromHandset(db, account, { from: phone, to: world.number, text: "STOP", mediaUrl: null });
          expect(await countOf(db, world, `dnc where account_id = $1 and phone = '${phone}'`)).toBeGreaterThan(0);
        }
        said.set(phone, await clock(db, world));
      };
      await Promise.all(phones.slice((step - 1) * 100, step * 100).map(stop));
      if (step === 2) {
        await openOf("pauses");
        for (const batch of batches) await db.tx([account], (q) => stopBatch(q, account, batch, "pause"));
        const from = await clock(db, world);
        // what a claim took before the pause shows only once that claim is committed
        await until("claims from before are over", () => claimsAreOver(db, from));
        await until("what was under way has ended", async () => (await inState("'submitting'")) === 0);
        // most of it is still to come
        const standing = await sent();
        expect(standing).toBeLessThan(many * 0.9);
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        expect(await sent()).toBe(standing);
        paused.push({ from, to: await clock(db, world) });
        for (const batch of batches) await db.tx([account], (q) => startBatch(q, account, batch));
      }
      if (step === 3) {
        await openOf("edits");
        const [saved] = await ask<{ definition: string }>(
          db,
          world,
          "select definition from workflow_version where account_id = $1 and campaign_id = $2",
          [capped.campaignId],
        );
        const edited = saved!.definition.replace('"timeoutWaitNumber":5', '"timeoutWaitNumber":3600');
        expect(edited).not.toBe(saved!.definition);
        await db.tx([account], (q) => saveVersion(q, account, capped.campaignId, edited, "test"));
      }
    }
    await openOf("deletes");
    for (const { campaignId } of [capped, other])
      await db.tx([account], async (q) => {
        await removeCampaign(q, account, campaignId);
        await stopCampaignBatches(q, account, campaignId);
      });
    const deleted = await clock(db, world);
    await until("nothing is queued or under way", async () => (await inState("'queued', 'submitting'")) === 0, sent);
    for (const batch of batches) expect(["stopped", "done"]).toContain(await statusOf(db, world, batch));
    await worker.stop();
    // the deletion came while much was still to be sent, and stopped it
    expect(await sent()).toBeLessThan(many * 0.95);
    expect(await db.tx([account], (q) => listBroken(q, account))).toEqual([]);
    // I9, and that the cap turned at least one contact away
    expect(await db.tx([account], (q) => listTooFrequent(q, account, capped.campaignId, 7))).toEqual([]);
    expect(await countOf(db, world, "batch_filtered where account_id = $1 and reason = 'frequency'")).toBeGreaterThan(
      0,
    );
    // I6, I7: over every run of the account nothing was handed over after the word, and both workflows had more to say
    const [words, times] = [[...said.keys()], [...said.values()]];
    const afterKeyword = `message m join unnest($2::text[], $3::timestamptz[]) s (phone, at) on s.phone = m.to_number
       where m.account_id = $1 and m.direction = 'out' and m.campaign_id is not null`;
    const after = await figure(db, world, `count(*)::int n from ${afterKeyword} and m.submitted > s.at`, [
      words,
      times,
    ]);
    const heldBack = await figure(
      db,
      world,
      `count(distinct m.campaign_id)::int n from ${afterKeyword} and m.state in ('blocked', 'cancelled') and m.reason = 'opted_out'`,
      [words, times],
    );
    expect([said.size, after, heldBack]).toEqual([500, 0, 2]);
    // I6: nothing was handed over between a pause and the start after it, nor after the deletion
    const between = "m.submitted > $2::timestamptz and m.submitted < $3::timestamptz";
    const out =
      "count(*)::int n from message m where m.account_id = $1 and m.direction = 'out' and m.campaign_id is not null";
    for (const { from, to } of paused) expect(await figure(db, world, `${out} and ${between}`, [from, to])).toBe(0);
    expect(await figure(db, world, `${out} and m.submitted > $2::timestamptz`, [deleted])).toBe(0);
    // I13: every contact waits as the version says that they began with, also those who reached the wait after the edit
    const waits = "step s where s.account_id = $1 and s.node = 3 and s.outcome = 2";
    expect(await countOf(db, world, waits)).toBeGreaterThan(0);
    expect(
      await countOf(db, world, `${waits} and (s.data ->> 'until')::float8 / 1000 - extract(epoch from s.at) > 60`),
    ).toBe(0);
    // I10: every contact was let in once or turned away with a reason
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
