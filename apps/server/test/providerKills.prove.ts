import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { listBroken } from "../src/store/invariants.ts";
import { ageWorkers, runUntilKilled, statesOf } from "./crashCycles.ts";
import { ask, handsets, makeCampaign, makeContacts, runBatch, statusOf, type TestNode, until } from "./engineWorld.ts";
import { callFlow, callNode } from "./ownCalls.ts";
import { ownProvider } from "./ownProvider.ts";
import { oneText } from "./ownSmsc.ts";
import { makeRcsWorld, rcsFlow } from "./rcsFlow.ts";
import type { TwilioServer } from "./twilioServer.ts";

const own = await ownProvider();
const { db, startOne } = own;
const richText = { type: "text" as const, text: "Hi ${firstName}", mediaUrl: null, cards: [] };
/** Where the paths of an RCS message end. */
const ends: TestNode[] = [
  { id: 3, type: "control", children: [] },
  { id: 6, type: "control", children: [] },
];
const people = 200;
const kills = 40;

/** What a difficult provider does with each request, by turns: it also throttles every seventh phone once. */
function difficult() {
  const throttled = new Set<string>();
  return (to: string, nth: number) => {
    if (Number(to.slice(-2)) % 7 === 3 && !throttled.has(to)) {
      throttled.add(to);
      return { status: 429, code: 20429, retryAfter: "0" };
    }
    return (["accept", "acceptAndFail", "statusFirst", "acceptAndDrop", "accept"] as const)[nth % 5] ?? "accept";
  };
}

/** Reports statuses late, twice and out of order, and lets people answer, until it is stopped. */
function live(provider: TwilioServer): () => Promise<void> {
  let isStopped = false;
  const texts = (async () => {
    for (let next = 0; !isStopped || next < provider.taken.length; ) {
      const text = provider.taken[next];
      if (text === undefined) {
        await pause(20);
        continue;
      }
      next++;
      // a forged failure comes first
      const forged = { MessageSid: text.sid, MessageStatus: "failed", ErrorCode: "30007" };
      expect((await provider.post(text.statusCallback ?? "", forged, "Zm9yZ2Vk")).status).toBe(403);
      for (const status of ["delivered", "sent", "delivered"]) await provider.tell(text, status);
    }
  })();
  const calls = (async () => {
    const under: Promise<void>[] = [];
    for (let next = 0; !isStopped || next < provider.calls.length; ) {
      const call = provider.calls[next];
      if (call === undefined) {
        await pause(20);
        continue;
      }
      const nth = next++;
      under.push(
        (async () => {
          await pause((nth % 7) * 40);
          if (nth % 6 === 5) return call.end("busy", 0);
          await call.answer(nth % 4 === 0 ? "machine_end_beep" : "human");
          for (let polls = 0; !call.hasEnded && polls < 200; polls++) {
            if (call.at?.name === "Gather") await call.press("");
            await pause(50);
          }
          await call.tellStatus(7);
        })(),
      );
    }
    await Promise.all(under);
  })();
  return async () => {
    isStopped = true;
    await Promise.all([texts, calls]);
  };
}

const most = (of: readonly { to: string }[]): number =>
  Math.max(0, ...[...Map.groupBy(of, ({ to }) => to).values()].map(({ length }) => length));

describe("a worker that is killed while it sends through a provider (reliability F1, I1–I5)", () => {
  it(`sends each of ${people} texts, RCS messages and calls at most once and loses none, over ${kills} kills, counted at the provider`, async () => {
    const folder = await mkdtemp(join(tmpdir(), "trunkline-kills-"));
    const certificate = join(folder, "ca.pem");
    await writeFile(certificate, own.provider.cert);
    const [doesText, doesCall] = [difficult(), difficult()];
    own.provider.does = ({ to }, nth) => doesText(to, nth);
    own.provider.doesCall = doesCall;
    const world = await makeRcsWorld(own, { ...richText, suggestions: [] });
    const text = await makeCampaign(db, world, oneText(world.template));
    const call = await makeCampaign(db, world, callFlow(callNode()));
    const rich = await makeCampaign(db, world, rcsFlow(world).slice(0, 2).concat(ends));
    const texted = handsets(people, 1_000);
    const called = handsets(people, 2_000);
    const batches = [
      await runBatch(db, world, text, await makeContacts(db, world, texted)),
      await runBatch(db, world, call, await makeContacts(db, world, called)),
      await runBatch(db, world, rich, await makeContacts(db, world, handsets(people, 3_000))),
    ];
    const stop = live(own.provider);
    const points = ["before", "during", "committed"] as const;
    const provider = { masterKey: own.masterKey, publicUrl: own.publicUrl, certificate };
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
    const { taken, calls, mistakes } = own.provider;
    expect(killed).toBe(kills);
    expect(mistakes).toEqual([]);
    expect([most(taken), most(calls)]).toEqual([1, 1]);
    expect(taken.filter(({ to }) => to.startsWith("rcs:")).length).toBeGreaterThan(0);
    // what is with the provider is accepted here, and the rest is unknown: it was handed over when its worker was killed
    const states = await statesOf(db, world);
    expect(states["accepted"]).toBe(taken.length);
    expect((states["accepted"] ?? 0) + (states["unknown"] ?? 0)).toBe(2 * people);
    const forged = await ask(db, world, "select from message where account_id = $1 and reason = 'carrier_filtered'");
    expect(forged).toEqual([]);
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
      `${killed} kills: ${taken.length} of ${2 * people} texts and RCS messages and ${calls.length} of ${people} calls at the provider, none twice`,
    );
  });
});
