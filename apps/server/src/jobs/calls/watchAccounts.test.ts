import { afterAll, describe, expect, it } from "vitest";
import { type EngineWorld, makeWorld, quickWorker, until } from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { eventsReceived, subscribe } from "../../../test/listener.ts";
import { startReceiver } from "../../../test/receiver.ts";
import { openEgress } from "../../egress/egress.ts";
import { receiveReceipts } from "../../inbound/receiveReceipts.ts";
import type { Worker } from "../../program/worker.ts";
import { insertCalls } from "../../store/calls/newCall.ts";
import { newId } from "../../store/newId.ts";
import { listOutcomes } from "../../store/numbers/reputation.ts";
import { watchCalls, watchReputations } from "./watchAccounts.ts";

// Spec 2 §3.6: call_threshold, call_threshold_reset and reputation_status, once per crossing with several workers.

const db = await freshDatabase({ connections: 16 });
const receiver = await startReceiver();
const egress = openEgress({ allow: [receiver.allow] });
const workers: Worker[] = [quickWorker(db, { egress }), quickWorker(db, { egress })];
afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

/** Calls that were placed so many seconds ago. */
async function placed(world: EngineWorld, count: number, secondsAgo: number): Promise<void> {
  const calls = Array.from({ length: count }, () => newId());
  await db.tx([world.account], async (q) => {
    await insertCalls(
      q,
      calls.map((callId) => ({
        accountId: world.account,
        callId,
        contactId: null,
        campaignId: null,
        batchId: null,
        journeyId: null,
        node: null,
        revision: null,
        direction: "out",
        from: world.number,
        to: "+13035560060",
        plan: { human: [], machine: null },
        state: "queued",
        reason: null,
        carrier: "simulated",
        openUntilMs: null,
      })),
    );
    await q.run(
      "update call set state = 'received', submitted = now() - $3 * interval '1 second' where account_id = $1 and call_id = any ($2::uuid[])",
      [world.account, calls, secondsAgo],
    );
  });
}

/** Many looks at once, as many workers would. */
const pollFromEveryWorker = (poll: typeof watchCalls) => Promise.all(Array.from({ length: 8 }, () => poll(db)));

describe("call_threshold", () => {
  it("is sent once when the calls of the last minute exceed the account's threshold, and once when they fall below it", async () => {
    const world = await makeWorld(db, { callThresholdPerMinute: 3 });
    for (const type of ["call_threshold", "call_threshold_reset"]) await subscribe(db, world, type, receiver);
    await placed(world, 3, 0);
    await placed(world, 5, 61);
    await pollFromEveryWorker(watchCalls);
    expect(eventsReceived(receiver, "call_threshold")).toEqual([]);
    await placed(world, 1, 0);
    await pollFromEveryWorker(watchCalls);
    await until("the threshold event is sent", async () => eventsReceived(receiver, "call_threshold").length > 0);
    await placed(world, 2, 0);
    await pollFromEveryWorker(watchCalls);
    await db.tx([world.account], (q) =>
      q.run("update call set submitted = submitted - interval '61 seconds' where account_id = $1", [world.account]),
    );
    await pollFromEveryWorker(watchCalls);
    await until("the reset event is sent", async () => eventsReceived(receiver, "call_threshold_reset").length > 0);
    await pollFromEveryWorker(watchCalls);
    expect(eventsReceived(receiver, "call_threshold")).toEqual([{ callsperminute: "4", threshold: "3" }]);
    expect(eventsReceived(receiver, "call_threshold_reset")).toEqual([{ callsperminute: "0", threshold: "3" }]);
  });
});

describe("reputation_status", () => {
  /** Texts of the account's number on which the carrier has decided. */
  async function decided(world: EngineWorld, status: "delivered" | "undelivered", count: number): Promise<void> {
    const messages = Array.from({ length: count }, () => newId());
    await db.tx([world.account], async (q) => {
      await q.run(
        `insert into message (account_id, message_id, direction, from_number, to_number, state)
         select $1, m, 'out', $3, '+13035567777', 'accepted' from unnest($2::uuid[]) m`,
        [world.account, messages, world.number],
      );
      const receipts = messages.map((messageId) => ({
        accountId: world.account,
        messageId,
        status,
        code: null,
        reason: status === "delivered" ? null : "carrier_filtered",
      }));
      await receiveReceipts(q, 1, receipts);
      // reported again: counted once
      await receiveReceipts(q, 1, receipts);
    });
  }
  const stateOf = async (world: EngineWorld): Promise<string | undefined> => {
    const rows = await db.tx([world.account], (q) =>
      q.rows<{ reputation: string }>("select reputation from number where account_id = $1", [world.account]),
    );
    return rows[0]?.reputation;
  };

  it("is sent once when a number's delivery rate falls below the account's share, and once when it recovers", async () => {
    const world = await makeWorld(db, { reputationSharePercent: 75, reputationLeast: 10, reputationHours: 24 });
    await subscribe(db, world, "reputation_status", receiver);
    const sent = () => eventsReceived(receiver, "reputation_status").map(({ status }) => status);
    await decided(world, "undelivered", 9);
    await pollFromEveryWorker(watchReputations);
    expect([await stateOf(world), sent()]).toEqual(["unknown", []]);
    await decided(world, "delivered", 11);
    await pollFromEveryWorker(watchReputations);
    await until("the fall is reported", async () => sent().length > 0);
    await pollFromEveryWorker(watchReputations);
    expect(eventsReceived(receiver, "reputation_status")).toEqual([
      {
        phone: world.number,
        status: "low",
        deliveredpercent: "55",
        delivered: "11",
        failed: "9",
        threshold: "75",
        hours: "24",
      },
    ]);
    await decided(world, "delivered", 16);
    await pollFromEveryWorker(watchReputations);
    await until("the recovery is reported", async () => sent().length > 1);
    await pollFromEveryWorker(watchReputations);
    expect([await stateOf(world), sent()]).toEqual(["good", ["low", "recovered"]]);
    expect(await db.tx([world.account], (q) => listOutcomes(q, world.account, 24))).toEqual(
      new Map([[world.number, { delivered: 27, failed: 9 }]]),
    );
  });

  it("is not sent for a number that was always good, nor where the share is off", async () => {
    receiver.received.length = 0;
    const good = await makeWorld(db, { reputationSharePercent: 75, reputationLeast: 2 });
    const off = await makeWorld(db, { reputationSharePercent: null, reputationLeast: 2 });
    for (const world of [good, off]) await subscribe(db, world, "reputation_status", receiver);
    await decided(good, "delivered", 3);
    await decided(off, "undelivered", 3);
    await pollFromEveryWorker(watchReputations);
    expect([await stateOf(good), await stateOf(off)]).toEqual(["good", "unknown"]);
    const queued = (world: EngineWorld) =>
      db.tx([world.account], (q) => q.rows("select from effect where account_id = $1", [world.account]));
    expect([await queued(good), await queued(off)]).toEqual([[], []]);
  });
});
