import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { RcsContent } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { describe, expect, it } from "vitest";
import { listBroken } from "../src/store/invariants.ts";
import { ageWorkers, runUntilKilled, statesOf } from "./crashCycles.ts";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  oneText,
  runBatch,
  statusOf,
  type TestNode,
  until,
} from "./engineWorld.ts";
import { callFlow, callNode } from "./ownCalls.ts";
import type { ownPlace } from "./ownPlace.ts";
import { ownProvider } from "./ownProvider.ts";
import { ownRbm, type RbmWorld } from "./ownRbm.ts";
import { ownTelnyx } from "./ownTelnyx.ts";
import type { Doing, ProviderServer } from "./providerServer.ts";
import { makeRcsWorld, rcsFlow } from "./rcsFlow.ts";

type Place = Pick<Awaited<ReturnType<typeof ownPlace>>, "db" | "startOne" | "masterKey" | "publicUrl"> & {
  readonly provider: ProviderServer & { mistakes: string[] };
};
interface Accepted {
  to: string;
  /** What was heard, if it is a call. */
  log?: readonly string[];
}

/** A provider whose workers are killed. */
interface KilledPlace<World extends EngineWorld> {
  place: Place;
  /** People in each of its runs. */
  people: number;
  kills: number;
  /** What is in doubt is sent again under its id, which the provider recognizes: nothing is lost. */
  isRepeatable?: true;
  makeWorld(): Promise<World>;
  /** The workflows that run at the same time, the ones that call last. */
  flows(world: World): { messages: TestNode[][]; calls: TestNode[][] };
  /** Makes the stand-in difficult. */
  trouble(): void;
  /** What it has accepted. */
  accepted(): { texts?: readonly Accepted[]; rcs?: readonly Accepted[]; calls?: readonly Accepted[] };
  /** Reports what it has accepted, and lets people answer. What it answers ends that, once nothing is left. */
  live(world: World): readonly (() => Promise<void>)[];
}

/** What a difficult provider does with each request, by turns: it also throttles every seventh phone once. */
function difficult<Refusal>(throttled: Refusal) {
  const before = new Set<string>();
  return (to: string, nth: number): Doing | Refusal => {
    if (Number(to.slice(-2)) % 7 === 3 && !before.has(to)) {
      before.add(to);
      return throttled;
    }
    if (nth % 25 === 24) return "acceptSlowly";
    return (["accept", "acceptAndFail", "statusFirst", "acceptAndDrop", "accept"] as const)[nth % 5] ?? "accept";
  };
}

/** Treats each entry of a list as it grows. What it answers ends that, once nothing is left. */
function follow<One>(list: readonly One[], treat: (one: One, nth: number) => Promise<unknown>): () => Promise<void> {
  let isStopped = false;
  const work = (async () => {
    const under: Promise<unknown>[] = [];
    for (let next = 0; !isStopped || next < list.length; ) {
      const one = list[next];
      if (one === undefined) await pause(20);
      else under.push(treat(one, next++));
    }
    await Promise.all(under);
  })();
  return () => {
    isStopped = true;
    return work;
  };
}

const twilio = await ownProvider();
const richText: RcsContent = { type: "text", text: "Hi ${firstName}", mediaUrl: null, cards: [], suggestions: [] };
/** An RCS message, and the ends of its paths. */
const rcsAlone = (world: EngineWorld): TestNode[] => [
  ...rcsFlow(world).slice(0, 2),
  { id: 3, type: "control", children: [] },
  { id: 6, type: "control", children: [] },
];
const isRcs = ({ to }: Accepted) => to.startsWith("rcs:");

const overTwilio: KilledPlace<EngineWorld> = {
  place: twilio,
  people: 200,
  kills: 40,
  makeWorld: () => makeRcsWorld(twilio, richText),
  flows: (world) => ({ messages: [oneText(world.template), rcsAlone(world)], calls: [callFlow(callNode())] }),
  trouble() {
    const throttled = { status: 429, code: 20429, retryAfter: "0" };
    const [doesText, doesCall] = [difficult(throttled), difficult(throttled)];
    twilio.provider.does = ({ to }, nth) => doesText(to, nth);
    twilio.provider.doesCall = doesCall;
  },
  accepted: () => ({
    texts: twilio.provider.taken.filter((one) => !isRcs(one)),
    rcs: twilio.provider.taken.filter(isRcs),
    calls: twilio.provider.calls,
  }),
  live: () => [
    follow(twilio.provider.taken, async (text) => {
      const forged = { MessageSid: text.sid, MessageStatus: "undelivered", ErrorCode: "30007" };
      expect((await twilio.provider.post(text.statusCallback ?? "", forged, "Zm9yZ2Vk")).status).toBe(403);
      for (const status of ["delivered", "sent", "delivered"]) await twilio.provider.tell(text, status);
    }),
    follow(twilio.provider.calls, async (call, nth) => {
      await pause((nth % 7) * 40);
      if (nth % 6 === 5) return call.end("busy", 0);
      await call.answer(nth % 4 === 0 ? "machine_end_beep" : "human");
      for (let polls = 0; !call.hasEnded && polls < 200; polls++) {
        if (call.at?.name === "Gather") await call.press("");
        await pause(50);
      }
      return call.tellStatus(7);
    }),
  ],
};

const telnyx = await ownTelnyx();

const overTelnyx: KilledPlace<EngineWorld> = {
  place: telnyx.place,
  people: 100,
  kills: 24,
  makeWorld: () => telnyx.makeTelnyxWorld(),
  flows: ({ template }) => ({ messages: [oneText(template)], calls: [callFlow(callNode())] }),
  trouble() {
    const throttled = { status: 429, code: "10011", headers: { "x-ratelimit-reset": "0" } };
    const [doesText, doesCall] = [difficult(throttled), difficult(throttled)];
    telnyx.place.provider.does = ({ to }, nth) => doesText(to, nth);
    telnyx.place.provider.doesCall = doesCall;
  },
  accepted: () => ({ texts: telnyx.place.provider.taken, calls: telnyx.place.provider.calls }),
  live() {
    const { provider } = telnyx.place;
    const signature = Buffer.alloc(64).toString("base64");
    return [
      follow(provider.taken, async (text) => {
        const payload = { id: text.id, to: [{ phone_number: text.to, status: "delivery_failed" }], errors: [] };
        const forged = { event_type: "message.finalized", payload };
        expect((await provider.post(text.webhookUrl, forged, { signature })).status).toBe(403);
        for (const status of ["delivered", "sent", "delivered"]) await provider.tell(text, status);
      }),
      follow(provider.calls, async (call, nth) => {
        await pause((nth % 7) * 40);
        if (nth % 6 === 5) return call.hangUp("user_busy");
        if (nth % 4 === 0) await call.answer("machine", "beep_detected");
        else await call.answer("human_residence");
        for (let polls = 0; !call.hasEnded && polls < 1_200; polls++) {
          if (call.at?.command.startsWith("gather")) await call.press("");
          await pause(50);
        }
        return call.tell("call.hangup", { hangup_cause: "user_busy" });
      }),
    ];
  },
};

const rbm = await ownRbm();

const overRbm: KilledPlace<RbmWorld> = {
  place: rbm.place,
  people: 200,
  kills: 24,
  isRepeatable: true,
  makeWorld: () => rbm.makeRbmWorld(richText),
  flows: (world) => ({ messages: [rcsAlone(world)], calls: [] }),
  trouble() {
    const does = difficult({ status: 429, retryAfter: "0" });
    rbm.google.does = ({ to }, nth) => does(to, nth);
  },
  accepted: () => ({ rcs: rbm.google.taken }),
  live: ({ webhook }) => [
    follow(rbm.google.taken, async ({ to, messageId }) => {
      const revoked = { phoneNumber: to, eventType: "TTL_EXPIRATION_REVOKED", eventId: `f-${messageId}`, messageId };
      expect(await rbm.google.notify(webhook, revoked, { signature: "Zm9yZ2Vk" })).toBe(403);
      for (const eventType of ["READ", "DELIVERED", "READ"]) {
        const notice = { senderPhoneNumber: to, eventType, eventId: `${eventType}-${messageId}`, messageId };
        await rbm.google.notify(webhook, notice);
      }
    }),
  ],
};

/** Kills one worker after the other while they send. Returns how many were killed. */
async function killWorkers({ db, masterKey, publicUrl, provider }: Place, kills: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "trunkline-kills-"));
  const certificate = join(folder, "ca.pem");
  await writeFile(certificate, provider.cert);
  const points = ["before", "during", "committed"] as const;
  let killed = 0;
  for (let cycle = 0; cycle < kills; cycle++) {
    const at = 8 + ((cycle * 37) % 160);
    const way = { masterKey, publicUrl, certificate };
    if (await runUntilKilled(db.url, at, points[cycle % 3] ?? "before", way)) killed++;
    await ageWorkers(db);
  }
  await rm(folder, { recursive: true });
  return killed;
}

const most = (of: readonly Accepted[]): number =>
  Math.max(0, ...[...Map.groupBy(of, ({ to }) => to).values()].map(({ length }) => length));

function itOutlivesKills<World extends EngineWorld>(killed: KilledPlace<World>): void {
  const { people, kills, place } = killed;
  const { db, startOne } = place;

  it(`sends to each of ${people} people of each run at most once and loses nothing, over ${kills} kills, counted at the provider`, async () => {
    killed.trouble();
    const world = await killed.makeWorld();
    const flows = killed.flows(world);
    const batches: string[] = [];
    for (const flow of [...flows.messages, ...flows.calls]) {
      const contacts = await makeContacts(db, world, handsets(people, 1_000 * (batches.length + 1)));
      batches.push(await runBatch(db, world, await makeCampaign(db, world, flow), contacts));
    }
    const stops = killed.live(world);
    expect(await killWorkers(place, kills)).toBe(kills);
    // what Google may have is sent again until it answers, the rest is unknown in the end
    startOne(killed.isRepeatable ? {} : { unknownAfterMs: 20_000 });
    const done = async () =>
      (await Promise.all(batches.map((batch) => statusOf(db, world, batch)))).every((status) => status === "done");
    await until("the runs are done", done, () => ask(db, world, "select count(*) from step where account_id = $1"));
    await until("no message is in doubt", async () => {
      const states = await statesOf(db, world);
      return (states["in_doubt"] ?? 0) + (states["submitting"] ?? 0) === 0;
    });
    const doubtful = "select state, line from call where account_id = $1 and state in ('in_doubt', 'submitting')";
    await until("no call is in doubt", async () => (await ask(db, world, doubtful)).length === 0);
    await Promise.all(stops.map((stop) => stop()));

    const { texts = [], rcs = [], calls = [] } = killed.accepted();
    expect(place.provider.mistakes).toEqual([]);
    for (const list of Object.values(killed.accepted())) expect(most(list)).toBe(1);
    expect(calls.filter(({ log = [] }) => log.length > 1)).toEqual([]);
    // what is with the provider is accepted here, and the rest is unknown: it was handed over when its worker was killed
    const states = await statesOf(db, world);
    expect(states["accepted"]).toBe(texts.length + rcs.length);
    expect((states["accepted"] ?? 0) + (states["unknown"] ?? 0)).toBe(flows.messages.length * people);
    if (killed.isRepeatable) expect(states["unknown"]).toBeUndefined();
    const forged = "select from message where account_id = $1 and receipt in ('undelivered', 'expired')";
    expect(await ask(db, world, forged)).toEqual([]);
    const rows = await ask<{ state: string; line: string | null; n: number }>(
      db,
      world,
      "select state, line, count(*)::int n from call where account_id = $1 group by 1, 2",
    );
    const of = (state: string) => rows.filter((row) => row.state === state).reduce((sum, { n }) => sum + n, 0);
    expect(of("accepted")).toBe(calls.length);
    expect(of("accepted") + of("unknown")).toBe(flows.calls.length * people);
    expect(rows.filter(({ line }) => !["completed", "busy", null].includes(line))).toEqual([]);
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
    console.log(
      `${kills} kills: ${texts.length} texts, ${rcs.length} RCS messages and ${calls.length} calls at the provider, ${people} in each run, none twice`,
    );
  });
}

describe("a worker that is killed while it sends (reliability F1, I1–I5)", () => {
  describe("through a provider with the Twilio API", () => itOutlivesKills(overTwilio));
  describe("through Telnyx", () => itOutlivesKills(overTelnyx));
  describe("through Google RCS", () => itOutlivesKills(overRbm));
});
