import { expect, it } from "vitest";
import { type Egress, openEgress } from "../src/egress/egress.ts";
import type { Worker } from "../src/program/worker.ts";
import type { WorkerParts } from "../src/program/workerParts.ts";
import type { Database } from "../src/store/database.ts";
import { listBroken } from "../src/store/invariants.ts";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  runBatch,
  type TestNode,
  until,
} from "./engineWorld.ts";
import { everyRow } from "./everyRow.ts";
import type { Doing } from "./providerServer.ts";

/** What a provider does with the first request for a message or call. */
const faults: readonly { provider: string; does: Doing | "throttle"; losesAnswer?: true }[] = [
  { provider: "accepts", does: "accept" },
  { provider: "throttles", does: "throttle" },
  { provider: "fails after it accepted", does: "acceptAndFail", losesAnswer: true },
  { provider: "closes the connection after it accepted", does: "acceptAndDrop", losesAnswer: true },
  { provider: "answers after the time limit", does: "acceptSlowly", losesAnswer: true },
  { provider: "reports before it answers", does: "statusFirst" },
  { provider: "reports before it fails", does: "statusAndFail" },
];
const phonesEach = 2;
/** The time limit of requests to a provider that answers late. Long enough to reach it on a busy machine: it must have accepted them. */
const limitMs = 12_000;

/** Messages or calls as they are stored. */
interface Stored {
  phone: string;
  state: string;
  outcome: string | null;
  attempt: number;
}

/** The messages of an account, as the table of faults compares them. */
export const storedMessages = (db: Database, world: EngineWorld): Promise<Stored[]> =>
  ask<Stored>(
    db,
    world,
    "select to_number phone, state, receipt outcome, attempt from message where account_id = $1 and direction = 'out'",
  );

/** Messages of one kind, or calls, through one provider. */
interface FaultyLane<World extends EngineWorld, One extends { to: string }, Refusal extends object> {
  db: Database;
  startOne(parts: Partial<WorkerParts>): Worker;
  makeWorld(): Promise<World>;
  /** Waits until the connection of messages is open. */
  bound?(world: World): Promise<void>;
  flow(world: World): TestNode[];
  /** The stand-in of this test. */
  provider(): { mistakes: string[]; goDown(): Promise<void>; comeUp(): Promise<void> };
  /** What the stand-in has accepted. */
  taken(): readonly One[];
  /** Decides how the stand-in treats a phone. */
  decide(does: (phone: string) => Doing | Refusal): void;
  throttled: Refusal;
  /** What is in doubt is sent again under its id, which the provider recognizes. */
  isRepeatable?: true;
  /** A failure with a wrong signature. Returns the HTTP status. */
  forge(one: One, world: World): Promise<number>;
  /** What the provider reports until the end, out of order and repeated. */
  report(one: One, world: World): Promise<unknown>;
  stored(world: World): Promise<Stored[]>;
  /** How each ends. */
  outcome: string;
  /** `npm test` runs the table over the Twilio API, `npm run prove` over every provider. */
  isInEverySuite?: boolean | undefined;
}

/** An egress client with a short time limit for requests about these phones. */
function impatientEgress(phones: readonly string[]): Egress {
  const egress = openEgress({ allow: ["127.0.0.0/8"] });
  const isAbout = (request: { url: string; body?: Buffer | string }) =>
    phones.some((phone) => `${request.url} ${request.body ?? ""}`.includes(phone.slice(1)));
  return {
    ...egress,
    request: (request) => egress.request(isAbout(request) ? { ...request, timeoutMs: limitMs } : request),
  };
}

/** The table of faults of a provider, in one run: each phone meets one of them. */
export function itOutlivesFaults<World extends EngineWorld, One extends { to: string }, Refusal extends object>(
  lane: FaultyLane<World, One, Refusal>,
): void {
  const { db, provider, taken, stored } = lane;
  if (!everyRow && !lane.isInEverySuite) return;

  it("loses and doubles none while the provider is down, throttles, is slow, fails after it accepted, and reports early, twice, out of order and forged", async () => {
    const world = await lane.makeWorld();
    const phones = handsets(faults.length * phonesEach, 200);
    const faultOf = (phone: string) => {
      const fault = faults[phones.indexOf(phone) % faults.length];
      if (fault === undefined) throw new Error(`${phone} is not called`);
      return fault;
    };
    const tries = new Map<string, number>();
    lane.decide((phone) => {
      const count = (tries.get(phone) ?? 0) + 1;
      tries.set(phone, count);
      const { does } = faultOf(phone);
      if (count > 1) return "accept";
      return does === "throttle" ? lane.throttled : does;
    });
    lane.startOne({ egress: impatientEgress(phones.filter((phone) => faultOf(phone).does === "acceptSlowly")) });
    await lane.bound?.(world);
    await provider().goDown();
    const campaign = await makeCampaign(db, world, lane.flow(world));
    await runBatch(db, world, campaign, await makeContacts(db, world, phones));
    await until("the provider was tried without success", async () =>
      (await stored(world)).some(({ attempt }) => attempt > 0),
    );
    expect((await stored(world)).every(({ state }) => state === "queued" || state === "submitting")).toBe(true);
    await provider().comeUp();

    const isDoubtful = (phone: string) => lane.isRepeatable !== true && faultOf(phone).losesAnswer === true;
    await until("each is accepted, or in doubt where its answer was lost", async () => {
      const rows = await stored(world);
      const isSettled = ({ phone, state }: Stored) => state === (isDoubtful(phone) ? "in_doubt" : "accepted");
      return rows.length === phones.length && rows.every(isSettled);
    });
    const before = await stored(world);
    const forged = await Promise.all(taken().map((one) => lane.forge(one, world)));
    expect(forged).toEqual(phones.map(() => 403));
    // an early report may be counted meanwhile; a failure that counted would be there until the end
    const statesOf = (rows: readonly Stored[]) => rows.map(({ phone, state }) => `${phone}: ${state}`).sort();
    expect(statesOf(await stored(world))).toEqual(statesOf(before));
    await Promise.all(taken().map((one) => lane.report(one, world)));
    await until("each is over", async () => (await stored(world)).every(({ outcome }) => outcome !== null));

    const endOf = (phone: string, { state, outcome }: Omit<Stored, "phone" | "attempt">) =>
      `${faultOf(phone).provider}: ${state}, ${outcome}`;
    expect((await stored(world)).map((row) => endOf(row.phone, row)).sort()).toEqual(
      phones.map((phone) => endOf(phone, { state: "accepted", outcome: lane.outcome })).sort(),
    );
    expect(
      taken()
        .map(({ to }) => to.replace("rcs:", ""))
        .sort(),
    ).toEqual([...phones].sort());
    const isTriedAgain = (phone: string) =>
      faultOf(phone).does === "throttle" || (lane.isRepeatable === true && faultOf(phone).losesAnswer === true);
    expect(phones.map((phone) => [faultOf(phone).provider, tries.get(phone)])).toEqual(
      phones.map((phone) => [faultOf(phone).provider, isTriedAgain(phone) ? 2 : 1]),
    );
    expect(provider().mistakes).toEqual([]);
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
  });
}
