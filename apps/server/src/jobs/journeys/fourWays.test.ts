import { afterAll, describe, expect, it } from "vitest";
import { ask, handsets, makeCampaign, makeContacts, makeWorld, quickWorker, until } from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { listBroken, listTooFrequent } from "../../store/invariants.ts";

const db = await freshDatabase({ connections: 14 });
const server = await testServer(db);
const pace = 0.02;
const worker = quickWorker(db, {
  simulator: { latencyMs: 1, receiptAfterMs: [10, 30], timeoutMs: 100, callPace: pace },
});
afterAll(() => worker.stop());

/** The same shuffle for the same seed. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  let state = seed * 2_654_435_761;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  const left = [...list];
  return list.map(() => left.splice(next(left.length), 1)[0] as T);
}

describe("two batches, a key press and a disposition at once under a frequency cap (F12, I9)", () => {
  it.each([1, 2, 3])(
    "one wins for each contact and the others are filtered with the reason, order %i",
    async (seed) => {
      const world = await makeWorld(db);
      const { account } = world;
      const key = await server.key(account, "owner");
      const call = async (method: string, path: string, body?: object) => {
        const answer = await server.call(method, path, { as: { key }, ...(body ? { body } : {}) });
        if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body.error)}`);
        return answer.body.payload;
      };
      const contacts = await makeContacts(db, world, handsets(6, seed * 10));
      const capped = await makeCampaign(
        db,
        world,
        [
          { id: 1, type: "start", children: [2] },
          { id: 2, type: "control", children: [] },
        ],
        { frequencyDays: 7 },
      );
      const asks = await makeCampaign(db, world, [
        { id: 1, type: "start", children: [2] },
        {
          id: 2,
          type: "call",
          children: [3],
          answerAction: "textToSpeech",
          textToSpeechVoice: "en-us-standard-male-1",
          textToSpeechText: "Press one",
          audioUrl: "",
          audioTimeout: 999,
          useAiRewording: false,
          record: false,
          statusCallbackUrl: "",
          fallbackUrl: "",
          recordCallbackUrl: "",
          ifMachine: "continue",
          ifMachineCallbackUrl: "",
          dtmfActions: [{ number: 1, action: "workflow", actionContext: capped.campaignId, useAiRewording: false }],
        },
        { id: 3, type: "control", children: [] },
      ]);
      await call("POST", "/v4/disposition/", {
        key: "Sold",
        description: "Bought",
        triggeredCampaignId: capped.campaignId,
      });
      const run = { displayName: "Run", periodMs: -1, start: true, contactIds: contacts };
      await call("POST", `/v4/campaign/${asks.campaignId}/batch/`, run);
      // every phone is picked up and has heard what to press
      const phones = handsets(6, seed * 10);
      const listening = await Promise.all(
        phones.map(async (phone) => {
          const calls = () => call("GET", `/v4/simulator/handset/${encodeURIComponent(phone)}/call/`);
          await until(`${phone} rings`, async () => (await calls())[0]?.["state"] === "ringing");
          const callId = String((await calls())[0]?.["callId"]);
          await call("POST", `/v4/simulator/call/${callId}/`, { answer: "human" });
          await until(`${phone} is asked`, async () => (await calls())[0]?.["now"] === "listening");
          return callId;
        }),
      );
      const ways = [
        ...[1, 2].map(() => () => call("POST", `/v4/campaign/${capped.campaignId}/batch/`, run)),
        ...listening.map((callId) => () => call("POST", `/v4/simulator/call/${callId}/`, { digits: "1" })),
        ...contacts.map((contact) => () => call("POST", `/v4/contact/${contact}/disposition/`, { key: "Sold" })),
      ];
      const answers = await Promise.all(shuffled(ways, seed).map((way) => way()));
      for (const callId of listening) await call("POST", `/v4/simulator/call/${callId}/`, { hangup: true });
      const count = async (from: string) =>
        (await ask<{ n: number }>(db, world, `select count(*)::int n from ${from}`, [capped.campaignId]))[0]?.n;
      const of = "account_id = $1 and campaign_id = $2";
      await until(
        "all runs of the workflow are over",
        async () => (await count(`journey where ${of} and status < 3`)) === 0,
      );
      await until(
        "both batches are done",
        async () => (await count(`batch where ${of} and kind = 'runner' and status = 'done'`)) === 2,
      );
      const sums = await ask<{ contact: string; entered: number; turned: number; reasons: string[] }>(
        db,
        world,
        `select c.contact_id::text contact, (select count(*)::int from journey j where j.account_id = $1 and j.contact_id = c.contact_id
           and j.campaign_id = $2) entered,
         count(f.batch_id)::int turned, array_agg(distinct f.reason) reasons
       from contact c left join batch_filtered f on f.account_id = c.account_id and f.contact_id = c.contact_id
         and f.batch_id in (select batch_id from batch where account_id = $1 and campaign_id = $2)
       where c.account_id = $1 group by c.contact_id`,
        [capped.campaignId],
      );
      expect(sums.length).toBe(6);
      // a batch of people, of key presses and of dispositions each: four ways, one of which let the contact in
      for (const { contact: _, ...sum } of sums) expect(sum).toEqual({ entered: 1, turned: 3, reasons: ["frequency"] });
      const [counts] = await ask(
        db,
        world,
        `select sum(n.enrolled)::int enrolled, sum(n.filtered)::int filtered from batch_count n join batch b using (account_id, batch_id)
       where n.account_id = $1 and b.campaign_id = $2`,
        [capped.campaignId],
      );
      expect(counts).toEqual({ enrolled: 6, filtered: 18 });
      // who gave the disposition read the same as the rows say
      const sold = answers.flat().filter((one) => one["key"] === "Sold");
      const byDisposition = await count(
        `journey j join batch b using (account_id, batch_id) where j.account_id = $1 and j.campaign_id = $2 and b.filters ->> 'by' = 'disposition'`,
      );
      expect(sold.map(({ reason }) => reason).filter((reason) => reason === null).length).toBe(byDisposition);
      expect(sold.every(({ reason }) => reason === null || reason === "frequency")).toBe(true);
      expect(await db.tx([account], (q) => listTooFrequent(q, account, capped.campaignId, 7))).toEqual([]);
      await until(
        "every call has ended",
        async () => (await ask(db, world, "select from call where account_id = $1 and ended is null")).length === 0,
      );
      expect(await db.tx([account], (q) => listBroken(q, account))).toEqual([]);
    },
  );
});
