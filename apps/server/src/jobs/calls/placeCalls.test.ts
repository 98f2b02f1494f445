import { randomUUID } from "node:crypto";
import type { VoiceCarrier } from "@trunkline/carriers/carrier.ts";
import { expect, it } from "vitest";
import { makeCampaign, makeContacts, makeWorld, runBatch, until } from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { expectEqualShares, textWaitText } from "../../../test/windowedRuns.ts";
import { insertCalls } from "../../store/calls/newCall.ts";
import { newId } from "../../store/newId.ts";
import { ServiceWatch } from "../carriers/serviceWatch.ts";
import { CallTurns } from "./callTurns.ts";
import { placeCalls } from "./placeCalls.ts";

const db = await freshDatabase();

it("runs that call from one number share its pace, and a call that a user places leaves before theirs", async () => {
  const world = await makeWorld(db);
  const campaign = await makeCampaign(db, world, textWaitText(world.template));
  const phones = Array.from({ length: 41 }, (_, at) => `+1303555${3000 + at}`);
  const contacts = await makeContacts(db, world, phones);
  const [first, second] = [
    await runBatch(db, world, campaign, contacts.slice(0, 1)),
    await runBatch(db, world, campaign, contacts.slice(1, 2)),
  ] as const;
  // a run of thirty calls, then one of ten, then a user's own
  const laneOf = new Map(phones.map((phone, at) => [phone, at < 30 ? first : at < 40 ? second : "user"]));
  await db.tx([world.account], (q) =>
    insertCalls(
      q,
      phones.map((to) => ({
        accountId: world.account,
        callId: newId(),
        contactId: null,
        campaignId: null,
        batchId: laneOf.get(to) === "user" ? null : (laneOf.get(to) ?? null),
        journeyId: null,
        node: null,
        revision: null,
        direction: "out" as const,
        from: world.number,
        to,
        plan: { human: [], machine: null },
        state: "queued" as const,
        reason: null,
        carrier: "simulated",
        openUntilMs: null,
      })),
    ),
  );
  const placed: string[] = [];
  const carrier: VoiceCarrier = {
    name: "paced",
    place: async ({ to }) => {
      placed.push(laneOf.get(to) ?? "unknown");
      return { outcome: "accepted", carrierRef: randomUUID() };
    },
    lookUpCall: async () => ({ found: "unknown" }),
    callPaceOf: () => ({ key: "number calls", perSecond: 20 }),
  };
  const lanes = [first, second, world.account].map((batchId) => ({ accountId: world.account, batchId, quota: 100 }));
  const by = {
    workerId: randomUUID(),
    carriers: { of: async () => carrier },
    turns: new CallTurns(),
    watch: new ServiceWatch("calls"),
    isAlive: () => true,
  };
  await until(
    "all are placed",
    async () => {
      await placeCalls(db, lanes, by);
      return placed.length === phones.length;
    },
    async () => placed.length,
  );
  expect(placed[0]).toBe("user");
  expectEqualShares(placed.slice(1), [first, second], 18, 2);
});
