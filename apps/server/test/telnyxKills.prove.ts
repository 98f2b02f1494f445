import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { listBroken } from "../src/store/invariants.ts";
import { ageWorkers, runUntilKilled, statesOf } from "./crashCycles.ts";
import { ask, handsets, makeCampaign, makeContacts, runBatch, statusOf, until } from "./engineWorld.ts";
import { callFlow, callNode } from "./ownCalls.ts";
import { oneText } from "./ownSmsc.ts";
import { ownTelnyx } from "./ownTelnyx.ts";
import type { TelnyxServer } from "./telnyxServer.ts";

const { place, makeTelnyxWorld } = await ownTelnyx();
const { db, startOne } = place;
const people = 100;
const kills = 24;

/** What a difficult provider does with each request, by turns: it also throttles every seventh phone once. */
function difficult() {
  const throttled = new Set<string>();
  return (to: string, nth: number) => {
    if (Number(to.slice(-2)) % 7 === 3 && !throttled.has(to)) {
      throttled.add(to);
      return { status: 429, code: "10011", headers: { "x-ratelimit-reset": "0" } };
    }
    return (["accept", "acceptAndFail", "statusFirst", "acceptAndDrop", "accept"] as const)[nth % 5] ?? "accept";
  };
}

/** Reports forged failures, and statuses twice and out of order, and lets people answer, until it is stopped. */
function live(provider: TelnyxServer): () => Promise<void> {
  let isStopped = false;
  async function follow<One>(list: readonly One[], does: (one: One, nth: number) => Promise<void>): Promise<void> {
    const under: Promise<void>[] = [];
    for (let next = 0; !isStopped || next < list.length; ) {
      const one = list[next];
      if (one === undefined) await pause(20);
      else under.push(does(one, next++));
    }
    await Promise.all(under);
  }
  const signature = Buffer.alloc(64).toString("base64");
  const texts = follow(provider.taken, async (text) => {
    const payload = { id: text.id, to: [{ phone_number: text.to, status: "delivery_failed" }], errors: [] };
    const forged = await provider.post(text.webhookUrl, { event_type: "message.finalized", payload }, { signature });
    expect(forged.status).toBe(403);
    for (const status of ["delivered", "sent", "delivered"]) await provider.tell(text, status);
  });
  const calls = follow(provider.calls, async (call, nth) => {
    await pause((nth % 7) * 40);
    if (nth % 6 === 5) return call.hangUp("user_busy");
    if (nth % 4 === 0) await call.answer("machine", "beep_detected");
    else await call.answer("human_residence");
    for (let polls = 0; call.is !== "over" && polls < 1_200; polls++) {
      if (call.at?.command.startsWith("gather")) await call.press("");
      await pause(50);
    }
    await call.tell("call.hangup", { hangup_cause: "user_busy" });
  });
  return async () => {
    isStopped = true;
    await Promise.all([texts, calls]);
  };
}

const most = (of: readonly { to: string }[]): number =>
  Math.max(0, ...[...Map.groupBy(of, ({ to }) => to).values()].map(({ length }) => length));

describe("a worker that is killed while it sends through Telnyx (reliability F1, I1–I5)", () => {
  it(`sends each of ${people} texts and calls at most once and says nothing twice, over ${kills} kills, counted at the provider`, async () => {
    const folder = await mkdtemp(join(tmpdir(), "trunkline-kills-"));
    const certificate = join(folder, "ca.pem");
    await writeFile(certificate, place.provider.cert);
    const [doesText, doesCall] = [difficult(), difficult()];
    place.provider.does = ({ to }, nth) => doesText(to, nth);
    place.provider.doesCall = doesCall;
    const world = await makeTelnyxWorld();
    const text = await makeCampaign(db, world, oneText(world.template));
    const call = await makeCampaign(db, world, callFlow(callNode()));
    const batches = [
      await runBatch(db, world, text, await makeContacts(db, world, handsets(people, 1_000))),
      await runBatch(db, world, call, await makeContacts(db, world, handsets(people, 2_000))),
    ];
    const stop = live(place.provider);
    const points = ["before", "during", "committed"] as const;
    const provider = { masterKey: place.masterKey, publicUrl: place.publicUrl, certificate };
    let killed = 0;
    for (let cycle = 0; cycle < kills; cycle++) {
      const at = 8 + ((cycle * 37) % 160);
      if (await runUntilKilled(db.url, at, points[cycle % 3] ?? "before", provider)) killed++;
      await ageWorkers(db);
    }
    startOne({ unknownAfterMs: 20_000 });
    const done = async () =>
      (await Promise.all(batches.map((batch) => statusOf(db, world, batch)))).every((status) => status === "done");
    await until("both runs are done", done, () => ask(db, world, "select count(*) from step where account_id = $1"));
    await stop();
    await rm(folder, { recursive: true });
    const { taken, calls, mistakes } = place.provider;
    expect(killed).toBe(kills);
    expect(mistakes).toEqual([]);
    expect([most(taken), most(calls)]).toEqual([1, 1]);
    expect(calls.filter(({ log }) => log.length > 1)).toEqual([]);
    const states = await statesOf(db, world);
    expect(states["accepted"]).toBe(taken.length);
    expect((states["accepted"] ?? 0) + (states["unknown"] ?? 0)).toBe(people);
    const rows = await ask<{ state: string; line: string | null; n: number }>(
      db,
      world,
      "select state, line, count(*)::int n from call where account_id = $1 group by 1, 2",
    );
    const of = (state: string) => rows.filter((row) => row.state === state).reduce((sum, { n }) => sum + n, 0);
    expect(of("accepted")).toBe(calls.length);
    expect(of("accepted") + of("unknown")).toBe(people);
    expect(rows.filter(({ line }) => !["completed", "busy", null].includes(line))).toEqual([]);
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
    console.log(
      `${killed} kills: ${taken.length} texts and ${calls.length} calls of ${people} at the provider, none twice`,
    );
  });
});
