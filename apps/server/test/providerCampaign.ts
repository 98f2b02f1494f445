import { expect, it } from "vitest";
import type { Worker } from "../src/program/worker.ts";
import type { Database } from "../src/store/database.ts";
import { listBroken } from "../src/store/invariants.ts";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  runBatch,
  statusOf,
  until,
} from "./engineWorld.ts";
import { oneText } from "./ownSmsc.ts";
import { type SentText, sentTexts } from "./sentTexts.ts";

/** What campaigns through a provider are looked at with. */
export const campaignsOf = (db: Database) => {
  const sentOf = (world: EngineWorld) => sentTexts(db, world);
  return {
    sentOf,
    allAre: (world: EngineWorld, is: (sent: SentText) => boolean) => async () => {
      const sent = await sentOf(world);
      return sent.length > 0 && sent.every(is);
    },
    numberOf: async (world: EngineWorld): Promise<string> =>
      (await ask<{ phone: string }>(db, world, "select phone from number where account_id = $1 limit 1"))[0]?.phone ??
      "",
    /** Starts a run of one text; its id. */
    start: async (world: EngineWorld, phones: readonly string[]) =>
      runBatch(
        db,
        world,
        await makeCampaign(db, world, oneText(world.template)),
        await makeContacts(db, world, phones),
      ),
    isDone: (world: EngineWorld, batch: string) => async () => (await statusOf(db, world, batch)) === "done",
    isSound: async (world: EngineWorld) =>
      expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]),
    /** The received texts, oldest first. */
    inbound: (world: EngineWorld) =>
      ask<{ from: string; text: string; media: string | null; reason: string | null }>(
        db,
        world,
        `select from_number "from", body text, media_url media, reason from message
         where account_id = $1 and direction = 'in' order by message_id`,
      ),
  };
};

/** What a stand-in for a provider does with a text, besides refusing it. */
type Doing = "accept" | "acceptAndFail" | "acceptAndDrop" | "statusFirst";

/** A provider that gets one request a text, and its world. */
interface ProviderPlace<World extends EngineWorld, Taken extends { to: string; from?: string | undefined }, Refusal> {
  db: Database;
  startOne(): Worker;
  makeWorld(settings?: { windowSize: number }): Promise<World>;
  receiptsOf(world: World): Promise<number>;
  provider(): {
    taken: Taken[];
    mistakes: string[];
    does(text: { to: string }, count: number): Doing | Refusal;
    tell(text: Taken, status: string): Promise<number>;
  };
  wordsOf(text: Taken): string;
  throttled: Refusal;
}

/** The cases of a campaign that every such provider must pass. */
export function itCarriesCampaigns<
  World extends EngineWorld,
  Taken extends { to: string; from?: string | undefined },
  Refusal,
>({ db, startOne, makeWorld, receiptsOf, provider, wordsOf, throttled }: ProviderPlace<World, Taken, Refusal>): void {
  const { sentOf, allAre, numberOf, start, isDone, isSound } = campaignsOf(db);

  it("leaves as the published description asks for it, and its receipts come back", async () => {
    const world = await makeWorld();
    startOne();
    const phones = handsets(5, 100);
    await until("the run is done", isDone(world, await start(world, phones)));
    expect(provider().mistakes).toEqual([]);
    const number = await numberOf(world);
    expect(
      provider()
        .taken.map((text) => [text.to, text.from, wordsOf(text)])
        .sort(),
    ).toEqual([...phones].sort().map((phone) => [phone, number, "Hi Ann, the gold offer of Boston ends soon."]));
    for (const text of provider().taken) {
      expect(await provider().tell(text, "sent")).toBe(200);
      expect(await provider().tell(text, "delivered")).toBe(200);
    }
    expect((await sentOf(world)).map(({ state, receipt }) => [state, receipt])).toEqual(
      phones.map(() => ["accepted", "delivered"]),
    );
    expect(await receiptsOf(world)).toBe(5);
    await isSound(world);
  });

  it("that meets lost answers, throttling and statuses early, twice and in any order loses and doubles none", async () => {
    const world = await makeWorld({ windowSize: 7 });
    const phones = handsets(60, 200);
    const tries = new Map<string, number>();
    provider().does = ({ to }) => {
      const nth = (tries.get(to) ?? 0) + 1;
      tries.set(to, nth);
      const index = phones.indexOf(to);
      if (nth === 1 && index % 9 === 1) return throttled;
      if (index % 10 === 3) return "acceptAndFail";
      if (index % 10 === 5) return "acceptAndDrop";
      return index % 7 === 2 ? "statusFirst" : "accept";
    };
    startOne();
    await start(world, phones);
    await until("every text is with the provider", async () => provider().taken.length === phones.length);
    await until(
      "what was not answered is in doubt",
      allAre(world, ({ state }) => state === "accepted" || state === "in_doubt"),
    );
    expect((await sentOf(world)).filter(({ state }) => state === "in_doubt").length).toBe(12);
    for (const text of provider().taken.toReversed())
      for (const status of ["delivered", "sent", "delivered"]) await provider().tell(text, status);
    expect((await sentOf(world)).every(({ state, receipt, ref }) => state === "accepted" && receipt && ref)).toBe(true);
    expect(new Set(provider().taken.map(({ to }) => to)).size).toBe(phones.length);
    expect(provider().taken).toHaveLength(phones.length);
    expect(provider().mistakes).toEqual([]);
    await isSound(world);
  });
}
