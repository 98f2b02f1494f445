import { afterAll, describe, expect, it } from "vitest";
import {
  ask,
  type EngineWorld,
  makeWorld,
  quickWorker,
  statusOf,
  type TestNode,
  until,
} from "../../test/engineWorld.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { end, journeyRuns, start } from "../../test/journeyRuns.ts";
import {
  answerQueueEntry,
  closeQueueEntries,
  listAgentQueues,
  listWaiting,
  updateAgentQueue,
} from "../store/agents/agentQueue.ts";

const db = await freshDatabase({ connections: 14 });
const worker = quickWorker(db);
afterAll(() => worker.stop());
const { begin, runToEnd, reasonsOf } = journeyRuns(db);

describe("agentQueue (spec 2 §3.3)", () => {
  const queue = (over: object = {}): TestNode => ({
    id: 2,
    type: "agentQueue",
    children: [3],
    queueName: "Sales",
    queueWaitTime: 0,
    expirationType: "campaignTimezoneProtection",
    expirationNumber: "1",
    expirationUnits: "minutes",
    ...over,
  });
  const queueOf = async (world: EngineWorld) =>
    (await db.tx([world.account], (q) => listAgentQueues(q, world.account)))[0]!;
  const waiting = async (world: EngineWorld, count: number) => {
    await until(`${count} wait`, async () => {
      const [found] = await db.tx([world.account], (q) => listAgentQueues(q, world.account));
      return found?.waiting === count;
    });
    return queueOf(world);
  };
  const outcome = async (world: EngineWorld) =>
    (await ask<{ vars: Record<string, string> }>(db, world, "select vars from journey where account_id = $1")).map(
      ({ vars }) => vars["node2.queue"],
    );

  it("holds contacts until an agent takes each, in their order and only once", async () => {
    const world = await makeWorld(db);
    const batch = await begin(world, [start(2), queue(), end(3)], 2);
    const { queueId } = await waiting(world, 2);
    const order = (await db.tx([world.account], (q) => listWaiting(q, world.account, queueId))).map(
      (one) => one.holdId,
    );
    const agents = ["a", "b", "c"].map((id) => ({ id: `user:${id}`, name: `Agent ${id}` }));
    const taken = await Promise.all(
      agents.map((agent) =>
        db.tx([world.account], (q) => answerQueueEntry(q, world.account, { queueId, holdId: null }, agent)),
      ),
    );
    expect(taken.flatMap((one) => one?.holdId ?? []).sort()).toEqual([...order].sort());
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect(await outcome(world)).toEqual(["taken", "taken"]);
    expect((await reasonsOf(world)).at(-1)).toBe("an agent answered the contact");
  });

  it("offers the contact to agents only when the wait time is over", async () => {
    const world = await makeWorld(db);
    const batch = await begin(world, [start(2), queue({ queueWaitTime: 2 }), end(3)]);
    const holds = () =>
      ask<{ offered: boolean }>(
        db,
        world,
        "select offered_from <= now() offered from agent_hold where account_id = $1",
      );
    await until("the contact is in the queue", async () => (await holds()).length === 1);
    const early = await queueOf(world);
    const [{ offered } = { offered: true }] = await holds();
    // a machine that was too slow to look before the wait time was over has nothing to compare
    if (!offered) expect(early.waiting).toBe(0);
    const { queueId } = await waiting(world, 1);
    expect((await holds()).every((hold) => hold.offered)).toBe(true);
    await db.tx([world.account], (q) =>
      answerQueueEntry(q, world.account, { queueId, holdId: null }, { id: "user:a", name: "A" }),
    );
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect(await outcome(world)).toEqual(["taken"]);
  });

  it("releases the contact at a fixed expiration, after which no agent can answer it", async () => {
    const world = await makeWorld(db);
    const fixed = { expirationType: "fixed", expirationNumber: "2", expirationUnits: "seconds" };
    const batch = await begin(world, [start(2), queue(fixed), end(3)]);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    const { queueId } = await queueOf(world);
    expect(await outcome(world)).toEqual(["expired"]);
    expect((await reasonsOf(world)).at(-1)).toBe("no agent answered before the fixed expiration");
    const late = await db.tx([world.account], (q) =>
      answerQueueEntry(q, world.account, { queueId, holdId: null }, { id: "user:a", name: "A" }),
    );
    expect(late).toBeNull();
  });

  it("releases contacts when the queue is closed, and later ones continue at once", async () => {
    const world = await makeWorld(db);
    const batch = await begin(world, [start(2), queue(), end(3)]);
    const { queueId } = await waiting(world, 1);
    await db.tx([world.account], async (q) => {
      await updateAgentQueue(q, world.account, queueId, { open: false });
      await closeQueueEntries(q, world.account, queueId);
    });
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    const other = await makeWorld(db);
    await db.tx([other.account], (q) =>
      q.run(
        "insert into agent_queue (account_id, queue_id, name, is_open) values ($1, trunkline_uuid7(), 'sales', false)",
        [other.account],
      ),
    );
    await runToEnd(other, [start(2), queue(), end(3)]);
    expect([await outcome(world), await outcome(other)]).toEqual([["closed"], ["closed"]]);
  });
});
