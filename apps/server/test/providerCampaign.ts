import { expect, it } from "vitest";
import type { Worker } from "../src/program/worker.ts";
import type { WorkerParts } from "../src/program/workerParts.ts";
import type { CarrierConnectionRow } from "../src/store/carriers/carrierConnection.ts";
import type { Database } from "../src/store/database.ts";
import { listBroken } from "../src/store/invariants.ts";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  oneText,
  runBatch,
  statusOf,
  until,
} from "./engineWorld.ts";
import { itOutlivesFaults, storedMessages } from "./providerFaults.ts";
import type { Doing, ProviderServer } from "./providerServer.ts";
import { type SentText, sentTexts } from "./sentTexts.ts";
import type { testServer } from "./server.ts";

/** What campaigns through a provider are looked at with. */
export const campaignsOf = (db: Database) => {
  const sentOf = (world: EngineWorld) => sentTexts(db, world);
  return {
    sentOf,
    /** Whether so many texts are there, and all of them are like this. */
    allAre: (world: EngineWorld, count: number, is: (sent: SentText) => boolean) => async () => {
      const sent = await sentOf(world);
      return sent.length === count && sent.every(is);
    },
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

/** A text from a phone to a number, as a test describes it. */
interface PhoneText {
  to: string;
  id: string;
  text: string;
  /** The word with which the provider has opted the phone out. */
  optOut?: "STOP";
  picture?: { type: "image/gif"; data: Buffer };
}

/** A provider that gets one request a text, and its world. */
interface ProviderPlace<
  World extends EngineWorld,
  Taken extends { to: string; from?: string | undefined },
  Refusal extends object,
> {
  /** `npm test` meets the table of faults here. */
  isInEverySuite?: boolean;
  db: Database;
  server: Awaited<ReturnType<typeof testServer>>;
  startOne(parts?: Partial<WorkerParts>): Worker;
  makeWorld(settings?: { windowSize?: number; demandsRegistration?: boolean }): Promise<World>;
  healthOf(world: World): Promise<CarrierConnectionRow>;
  bound(world: World): Promise<void>;
  provider(): ProviderServer & {
    taken: Taken[];
    mistakes: string[];
    tell(text: Taken, status: string): Promise<number>;
  };
  wordsOf(text: Taken): string;
  /** Decides how the stand-in treats a phone. */
  decide(does: (phone: string) => Doing | Refusal): void;
  throttled: Refusal;
  /** Refusals of a text, and the reasons that they are. */
  refusals: readonly (readonly [refusal: Refusal, reason: string])[];
  /** Reports that a text was not delivered because the phone is a landline. */
  tellLandline(text: Taken): Promise<unknown>;
  /** Replaces the secret of the account at the provider; what it answers brings the old one back. */
  changeSecret(): () => void;
  /** What the connection then says. */
  secretProblem: string;
  /** Reports a failure with a wrong signature. Returns the HTTP status. */
  forge(text: Taken): Promise<number>;
  /** A phone writes to a number. Returns the HTTP status. */
  receive(world: World, from: string, text: PhoneText): Promise<number>;
}

/** The cases of a campaign that every such provider must pass. */
export function itCarriesCampaigns<
  World extends EngineWorld,
  Taken extends { to: string; from?: string | undefined },
  Refusal extends object,
>(place: ProviderPlace<World, Taken, Refusal>): void {
  const { db, startOne, makeWorld, healthOf, provider, wordsOf } = place;
  const { sentOf, start, isDone, isSound } = campaignsOf(db);
  const firstTaken = () => {
    const [text] = provider().taken;
    if (text === undefined) throw new Error("the provider took nothing");
    return text;
  };

  it("leaves as the published description asks for it, and its receipts come back", async () => {
    const world = await makeWorld();
    startOne();
    const phones = handsets(5, 100);
    await until("the run is done", isDone(world, await start(world, phones)));
    expect(provider().mistakes).toEqual([]);
    expect(
      provider()
        .taken.map((text) => [text.to, text.from, wordsOf(text)])
        .sort(),
    ).toEqual([...phones].sort().map((phone) => [phone, world.number, "Hi Ann, the gold offer of Boston ends soon."]));
    for (const text of provider().taken) {
      expect(await provider().tell(text, "sent")).toBe(200);
      expect(await provider().tell(text, "delivered")).toBe(200);
    }
    expect((await sentOf(world)).map(({ state, receipt }) => [state, receipt])).toEqual(
      phones.map(() => ["accepted", "delivered"]),
    );
    expect((await healthOf(world)).receipts).toBe(5);
    await isSound(world);
  });

  itOutlivesFaults({
    ...place,
    makeWorld: () => makeWorld({ windowSize: 7 }),
    flow: ({ template }) => oneText(template),
    taken: () => provider().taken,
    async report(text) {
      for (const status of ["delivered", "sent", "delivered"]) await provider().tell(text, status);
    },
    stored: (world) => storedMessages(db, world),
    outcome: "delivered",
  });

  it("shows the reason of each refusal on its text", async () => {
    const world = await makeWorld();
    const phones = handsets(place.refusals.length, 320);
    place.decide((phone) => place.refusals[phones.indexOf(phone)]?.[0] ?? "accept");
    startOne();
    await until("the run is done", isDone(world, await start(world, phones)));
    const reasons = new Map((await sentOf(world)).map(({ phone, state, reason }) => [phone, [state, reason]]));
    expect(phones.map((phone) => reasons.get(phone))).toEqual(place.refusals.map(([, reason]) => ["rejected", reason]));
  });

  it("sends nothing from an unregistered number where the connection demands registration, and says why", async () => {
    const world = await makeWorld({ demandsRegistration: true });
    startOne();
    await place.bound(world);
    await until("the run is done", isDone(world, await start(world, handsets(1, 325))));
    expect(await sentOf(world)).toMatchObject([{ state: "blocked", reason: "unregistered" }]);
    expect(provider().taken).toEqual([]);
  });

  it("shows why a text was not delivered", async () => {
    const world = await makeWorld();
    startOne();
    await until("the run is done", isDone(world, await start(world, handsets(1, 330))));
    await place.tellLandline(firstTaken());
    expect(await sentOf(world)).toMatchObject([{ receipt: "undelivered", reason: "carrier_landline" }]);
  });

  it("keeps its texts in the queue while the secret is wrong, says so, and sends them once it is right", async () => {
    const world = await makeWorld();
    const changeBack = place.changeSecret();
    startOne();
    const batch = await start(world, handsets(3, 340));
    await until("it is reported", async () => (await healthOf(world)).error !== null);
    expect((await healthOf(world)).error).toContain(place.secretProblem);
    expect((await sentOf(world)).every(({ state }) => state === "queued")).toBe(true);
    changeBack();
    await until("the run is done", isDone(world, batch));
    expect(provider().taken).toHaveLength(3);
  });
}

/** The cases of texts from phones that every such provider must pass. */
export function itReceivesTexts<
  World extends EngineWorld,
  Taken extends { to: string; from?: string | undefined },
  Refusal extends object,
>(place: ProviderPlace<World, Taken, Refusal>): void {
  const { db, server, startOne, makeWorld, receive } = place;
  const { sentOf, start, isDone, inbound } = campaignsOf(db);
  const phone = "+13035550177";

  it("are received once however often their event is repeated", async () => {
    const world = await makeWorld();
    for (let times = 0; times < 3; times++)
      expect(await receive(world, phone, { to: world.number, id: "SM1", text: "Shall we?" })).toBe(200);
    expect(await inbound(world)).toEqual([{ from: phone, text: "Shall we?", media: null, reason: null }]);
  });

  it("bring their picture, which is kept here", async () => {
    const world = await makeWorld();
    const data = Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00;");
    await receive(world, phone, { to: world.number, id: "MM1", text: "", picture: { type: "image/gif", data } });
    const [received] = await inbound(world);
    expect(received?.media).toMatch(/\/MM1\.gif$/);
    const kept = await server.api.app.inject({ url: new URL(received?.media ?? "").pathname });
    expect(kept.headers["content-type"]).toBe("image/gif");
    expect(kept.rawPayload).toEqual(data);
    expect(received?.reason).toBeNull();
  });

  it("leave out a picture that is too large, and say so", async () => {
    const world = await makeWorld();
    const data = Buffer.concat([Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00"), Buffer.alloc(5 * 1024 * 1024)]);
    await receive(world, phone, { to: world.number, id: "MM9", text: "Large", picture: { type: "image/gif", data } });
    expect(await inbound(world)).toEqual([{ from: phone, text: "Large", media: null, reason: "pictures_lost" }]);
  });

  it("to numbers of no connection are not received", async () => {
    const world = await makeWorld();
    expect(await receive(world, phone, { to: "+13035550999", id: "SM9", text: "Hi" })).toBe(200);
    expect(await inbound(world)).toEqual([]);
  });

  it("opt the contact out where the provider answered the keyword, without a second confirmation", async () => {
    const world = await makeWorld();
    await receive(world, phone, { to: world.number, id: "SM4", text: "ARRET", optOut: "STOP" });
    expect(await ask(db, world, "select distinct phone from dnc where account_id = $1")).toEqual([{ phone }]);
    expect(await sentOf(world)).toEqual([]);
  });

  it("are replies to the run that wrote to the contact last", async () => {
    const world = await makeWorld();
    startOne();
    await place.bound(world);
    const [handset = ""] = handsets(1, 400);
    await until("the run is done", isDone(world, await start(world, [handset])));
    await receive(world, handset, { to: world.number, id: "SM5", text: "Yes please" });
    expect(
      await ask(db, world, "select batch_id is not null known from message where account_id = $1 and direction = 'in'"),
    ).toEqual([{ known: true }]);
  });
}
