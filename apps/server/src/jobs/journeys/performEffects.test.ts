import { randomUUID } from "node:crypto";
import type { Answer } from "@trunkline/workflow/engine/effects.ts";
import { afterEach, describe, expect, it } from "vitest";
import { ageWorkers } from "../../../test/crashCycles.ts";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  runBatch,
  statusOf,
  until,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { webhookFlow } from "../../../test/sealedWebhook.ts";
import { waitLimitMs } from "../../../test/waitLimit.ts";
import type { EffectContext, Performer, Postponed } from "../../effects/performer.ts";
import type { Worker } from "../../program/worker.ts";
import type { WorkerParts } from "../../program/workerParts.ts";
import { openDatabase } from "../../store/database.ts";
import { listBroken } from "../../store/invariants.ts";
import { claimEffects } from "../../store/journeys/effect.ts";
import { startBatch, stopBatch } from "../../store/runs/batch.ts";
import { insertWorker } from "../../store/worker.ts";

const db = await freshDatabase({ connections: 12 });

const flow = webhookFlow("any");

const performer = (
  perform: (context: EffectContext) => Promise<Answer | Postponed>,
  rest: Partial<Performer> = {},
): Performer => ({
  do: "callWebhook",
  repeatable: true,
  timeoutMs: waitLimitMs,
  perform: (_, context) => perform(context),
  ...rest,
});

const workers: Worker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

function work(one: Performer, parts: Partial<WorkerParts> = {}): Worker {
  const worker = quickWorker(db, { performers: [one], ...parts });
  workers.push(worker);
  return worker;
}

let from = 0;
async function start(contacts: number, world?: EngineWorld): Promise<{ world: EngineWorld; batch: string }> {
  const own = world ?? (await makeWorld(db));
  const ids = await makeContacts(db, own, handsets(contacts, from));
  from += contacts;
  return { world: own, batch: await runBatch(db, own, await makeCampaign(db, own, flow), ids) };
}

const statesOf = async (world: EngineWorld): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await ask<{ state: string; n: number }>(
        db,
        world,
        "select state, count(*)::int n from effect where account_id = $1 group by state",
      )
    ).map(({ state, n }) => [state, n]),
  );

const stepsOf = (world: EngineWorld) =>
  ask<{ node: number; next: number | null; because: string | null }>(
    db,
    world,
    "select node, next_node as next, because from step where account_id = $1 and node = 2 and outcome <> 1",
  );

const isDone = (world: EngineWorld, batch: string) => async () => (await statusOf(db, world, batch)) === "done";
const broken = (world: EngineWorld) => db.tx([world.account], (q) => listBroken(q, world.account));

describe("effects of the queue (architecture, Journeys in PostgreSQL)", () => {
  it("are performed once for each journey, and their answers wake the journeys", async () => {
    const seen: string[] = [];
    work(
      performer(async ({ effectId }) => {
        seen.push(effectId);
        return { ok: true, vars: { colour: "red" } };
      }),
    );
    const { world, batch } = await start(120);
    await until("the run is done", isDone(world, batch));
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
    expect(await statesOf(world)).toEqual({ done: 120 });
    const [row] = await ask<{ n: number }>(
      db,
      world,
      "select count(*)::int n from journey where account_id = $1 and vars->>'colour' = 'red'",
    );
    expect(row?.n).toBe(120);
    expect(await broken(world)).toEqual([]);
  });

  it("that fail take the failure path with the reason on the step", async () => {
    let n = 0;
    const worker = quickWorker(db, {
      log: { error: () => {}, warn: () => {} },
      performers: [
        performer(async () => {
          if (n++ === 0) return { ok: false, reason: "cancelled" };
          throw new Error("the sky fell");
        }),
      ],
    });
    workers.push(worker);
    const { world, batch } = await start(2);
    await until("the run is done", isDone(world, batch));
    const steps = await stepsOf(world);
    expect(steps.map((step) => step.next)).toEqual([4, 4]);
    expect(steps.map((step) => step.because).sort()).toEqual([
      "it could not be completed (the sky fell)",
      "it was cancelled",
    ]);
  });

  it("that are put off are tried again later, with the try's number", async () => {
    const tries: number[] = [];
    work(
      performer(async ({ attempt }) => {
        tries.push(attempt);
        return attempt < 3 ? { postponeMs: 20 } : { ok: true };
      }),
    );
    const { world, batch } = await start(1);
    await until("the run is done", isDone(world, batch));
    expect(tries).toEqual([1, 2, 3]);
  });

  it("that find no database connection in time are performed when there is one", async () => {
    const small = openDatabase(db.url, { connections: 1, connectWithinMs: 1_000 });
    const held = Promise.withResolvers<void>();
    const holder = small.global(() => held.promise, { attempts: 10 });
    let tries = 0;
    work(
      performer(async () => {
        // the first one waits without an answer
        if (tries++ === 1) held.resolve();
        await small.global((q) => q.run("select 1"));
        return { ok: true };
      }),
    );
    const { world, batch } = await start(1);
    await until("the run is done", isDone(world, batch));
    await holder;
    await small.close();
    expect(tries).toBeGreaterThan(1);
    expect(await statesOf(world)).toEqual({ done: 1 });
    expect((await stepsOf(world)).map((step) => step.next)).toEqual([3]);
  });

  it("that take longer than their kind may are given up: failed, or in doubt when not repeatable", async () => {
    const never = () => new Promise<Answer>(() => {});
    for (const [repeatable, state, words] of [
      [true, "failed", "it took too long"],
      [false, "in_doubt", "it is unknown whether the carrier received it"],
    ] as const) {
      const worker = work(performer(never, { timeoutMs: 50, repeatable }));
      const { world, batch } = await start(1);
      await until("the run is done", isDone(world, batch));
      expect(await statesOf(world)).toEqual({ [state]: 1 });
      expect((await stepsOf(world))[0]?.because).toBe(words);
      await worker.stop();
    }
  });

  it("of a paused or stopped batch start when it continues", async () => {
    for (const mode of ["pause", "stop"] as const) {
      // nothing can be taken: the account's room is none
      const first = work(
        performer(async () => ({ ok: true })),
        { effectsAtOncePerAccount: 0 },
      );
      const { world, batch } = await start(5);
      await until("all have asked", async () => (await statesOf(world))["queued"] === 5);
      await db.tx([world.account], (q) => stopBatch(q, world.account, batch, mode));
      await first.stop();
      const begun: string[] = [];
      const second = work(
        performer(async ({ effectId }) => {
          begun.push(effectId);
          return { ok: true };
        }),
      );
      const other = await start(5);
      await until("another batch is done", isDone(other.world, other.batch));
      expect(begun).toHaveLength(5);
      expect(await statesOf(world)).toEqual({ queued: 5 });
      await db.tx([world.account], (q) => startBatch(q, world.account, batch));
      await until("the run is done", isDone(world, batch));
      expect(begun).toHaveLength(10);
      await second.stop();
    }
  });

  it("that hang hold neither other accounts' nor more than their account's share", async () => {
    const hanging = await makeWorld(db);
    let hung = 0;
    const worker = work(
      performer(async ({ accountId, signal }) => {
        if (accountId !== hanging.account) return { ok: true };
        hung++;
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
      }),
      { effectsAtOnce: 20, effectsAtOncePerAccount: 8 },
    );
    await start(50, hanging);
    await until("the share is full", async () => hung === 8);
    const quick = await start(40);
    await until("the other account's run is done", isDone(quick.world, quick.batch));
    expect(hung).toBe(8);
    // a stop gives back what may be done again: nothing is left under way
    await worker.stop();
    expect(await statesOf(hanging)).toEqual({ queued: 50 });
  });
});

describe("effects of a worker that died (reliability F1)", () => {
  it.each([
    { repeatable: true, states: { done: 3 }, performed: 3, next: 3 },
    { repeatable: false, states: { in_doubt: 3 }, performed: 0, next: 4 },
  ])("are done again only if that does no harm (repeatable: $repeatable)", async (kind) => {
    const idle = work(
      performer(async () => ({ ok: true })),
      { effectsAtOncePerAccount: 0 },
    );
    const { world, batch } = await start(3);
    await until("all have asked", async () => (await statesOf(world))["queued"] === 3);
    await idle.stop();
    const dead = randomUUID();
    await db.global((q) => insertWorker(q, dead, "dead"));
    const lane = { accountId: world.account, batchId: batch, quota: 10 };
    expect(await db.tx([world.account], (q) => claimEffects(q, [lane], dead))).toHaveLength(3);
    await ageWorkers(db);
    let performed = 0;
    const tries = new Set<number>();
    work(
      performer(
        async ({ accountId, attempt }) => {
          // other tests have left theirs
          if (accountId !== world.account) return { ok: true };
          performed++;
          tries.add(attempt);
          return { ok: true };
        },
        { repeatable: kind.repeatable },
      ),
    );
    await until("the run is done", isDone(world, batch));
    expect(performed).toBe(kind.performed);
    // the try that death cut off does not count
    expect([...tries]).toEqual(kind.performed > 0 ? [1] : []);
    expect(await statesOf(world)).toEqual(kind.states);
    expect((await stepsOf(world)).map((step) => step.next)).toEqual([kind.next, kind.next, kind.next]);
    expect(await broken(world)).toEqual([]);
  });
});
