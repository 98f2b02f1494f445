import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import sample from "../../../packages/workflow/fixtures/wire/inbound.all.destinations.json" with { type: "json" };
import { receiveMessage } from "../src/inbound/receiveMessage.ts";
import { listBroken } from "../src/store/invariants.ts";
import { insertPartitions } from "../src/store/partition.ts";
import { insertDestination, insertRouteTag, putRouteNumbers } from "../src/store/routing/inboundRoute.ts";
import { ask, makeWorld, quickWorker, until } from "./engineWorld.ts";
import { freshDatabase } from "./freshDatabase.ts";

const perSecond = Number(process.env["TRUNKLINE_PROVE_INBOUND"] ?? 2_000);
const seconds = Number(process.env["TRUNKLINE_PROVE_INBOUND_SECONDS"] ?? 60);
const words = ["my order", "cancel my order", "12345", "hello", "HELP"];

describe("texts that come in, routed (spec 1 §4.4; architecture, What it must reach)", () => {
  it(`${perSecond} a second for ${seconds} s: each is stored, answered and routed once, even if it is reported twice or late`, async () => {
    const db = await freshDatabase({ connections: 16 });
    // as a server has them before it answers its first call
    await db.owner((q) => insertPartitions(q, 1));
    const world = await makeWorld(db);
    const { account, number } = world;
    await db.tx([account], async (q) => {
      await insertRouteTag(q, account, "support", "");
      await putRouteNumbers(q, account, "support", { phones: [number], numberSetIds: [] });
      for (const { destination } of sample)
        if (destination.destType !== "workflow") await insertDestination(q, account, destination as never, true);
    });
    const worker = quickWorker(db);
    const total = perSecond * seconds;
    const one = (index: number) => ({
      from: `+1303${String(5_000_000 + (index % 20_000))}`,
      to: number,
      text: words[index % words.length] ?? "",
      mediaUrl: null,
      carrier: "simulated",
      carrierRef: `prove-${index}`,
    });
    const waiting: Promise<unknown>[] = [];
    const began = performance.now();
    let reported = 0;
    let slowest = 0;
    // an open loop: what is due is reported, whether or not earlier texts are stored yet
    while (reported < total) {
      const due = Math.min(total, Math.floor(((performance.now() - began) / 1_000) * perSecond));
      for (; reported < due; reported++) {
        const at = performance.now();
        const took = () => {
          slowest = Math.max(slowest, performance.now() - at);
        };
        waiting.push(receiveMessage(db, one(reported)).then(took));
        // every twentieth is reported again, at once or much later
        if (reported % 20 === 0) waiting.push(receiveMessage(db, one(reported)));
        if (reported % 20 === 10 && reported > 5_000) waiting.push(receiveMessage(db, one(reported - 5_000)));
      }
      await pause(5);
    }
    await Promise.all(waiting);
    const took = (performance.now() - began) / 1_000;
    const count = async (from: string): Promise<number> =>
      (await ask<{ n: number }>(db, world, `select count(*)::int n from ${from}`))[0]?.n ?? -1;
    const ofAccount = "where account_id = $1";
    expect(await count(`message ${ofAccount} and direction = 'in'`)).toBe(total);
    expect(await count(`route_decision ${ofAccount}`)).toBe(total);
    expect(await count(`route_decision ${ofAccount} and outcome = 'answered'`)).toBe(total / words.length);
    const forwarded = `message ${ofAccount} and direction = 'out' and contact_id is null`;
    expect(await count(forwarded)).toBe(await count(`route_decision ${ofAccount} and dest_type = 'sms'`));
    expect(await count(`message ${ofAccount} and direction = 'out' and contact_id is not null`)).toBe(
      total / words.length,
    );
    await until(
      "what was answered and forwarded is sent",
      async () => (await count(`message ${ofAccount} and direction = 'out' and state = 'queued'`)) === 0,
      () => count(`message ${ofAccount} and direction = 'out' and state = 'queued'`),
    );
    await worker.stop();
    expect(await db.tx([account], (q) => listBroken(q, account))).toEqual([]);
    console.log(
      `${Math.round(total / took)} texts a second stored, answered and routed, ${Math.round(slowest)} ms the slowest`,
    );
  });
});
