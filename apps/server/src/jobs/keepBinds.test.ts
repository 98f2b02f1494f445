import { randomBytes } from "node:crypto";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { type CarrierSettings, carrierSettings } from "@trunkline/contract/carrier.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeCertificate } from "../../test/certificate.ts";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  replyFlow,
  runBatch,
  statusOf,
  type TestNode,
  until,
} from "../../test/engineWorld.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { startReceiver } from "../../test/receiver.ts";
import { type Smsc, startSmsc } from "../../test/smsc.ts";
import { leadTexts } from "../../test/textRoute.ts";
import { passwordPlace } from "../carriers/openSmppLine.ts";
import { openEgress } from "../egress/egress.ts";
import { openSecrets } from "../secrets/secrets.ts";
import {
  type CarrierConnectionRow,
  carrierNameOf,
  findCarrierConnection,
  saveCarrierConnection,
} from "../store/carrierConnection.ts";
import type { Database } from "../store/database.ts";
import { listBroken } from "../store/invariants.ts";
import { newId } from "../store/newId.ts";
import type { Worker } from "../worker.ts";

const secrets = openSecrets(randomBytes(32));
let db: Database;
let smsc: Smsc;
const workers: Worker[] = [];

const startOne = (): Worker => {
  const worker = quickWorker(db, {
    secrets,
    egress: openEgress({ allow: ["127.0.0.0/8"] }),
    unknownAfterMs: 4_000,
    smpp: { answerWithinMs: 2_000, reconnectMs: 20, restMs: 20, graceMs: 300, partsMs: 60_000, lookEveryMs: 100 },
  });
  workers.push(worker);
  return worker;
};

beforeAll(async () => {
  db = await freshDatabase({ connections: 16 });
});
beforeEach(async () => {
  smsc = await startSmsc();
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await smsc.stop();
});
afterAll(() => db.close());

interface SmppWorld extends EngineWorld {
  connection: string;
}

/** An account whose number sends by the SMSC. */
async function makeSmppWorld(
  settings: Partial<CarrierSettings> = {},
  { password = "secret", tls = false } = {},
): Promise<SmppWorld> {
  const world = await makeWorld(db);
  const connection = newId();
  await db.tx([world.account], async (q) => {
    await saveCarrierConnection(q, world.account, connection, {
      name: "SMSC",
      host: "127.0.0.1",
      port: smsc.port,
      tls,
      systemId: "us",
      password: secrets.seal(passwordPlace(world.account, connection), password),
      settings: { ...carrierSettings.parse({}), perSecond: null, ...settings },
    });
    await q.run("update number set carrier = $2 where account_id = $1", [world.account, carrierNameOf(connection)]);
  });
  return { ...world, connection };
}

const healthOf = async (world: SmppWorld): Promise<CarrierConnectionRow> => {
  const row = await db.tx([world.account], (q) => findCarrierConnection(q, world.account, world.connection));
  if (row === null) throw new Error("the connection is gone");
  return row;
};
const bound = (world: SmppWorld) => until("it is bound", async () => (await healthOf(world)).state === "bound");

const oneText = (template: string): TestNode[] => [
  { id: 1, type: "start", children: [2] },
  { id: 2, type: "smsSend", children: [3], smsTemplateId: template, smsTemplateName: "Hello", useAiRewording: false },
  { id: 3, type: "control", children: [] },
];

async function runTo(world: SmppWorld, phones: readonly string[]): Promise<void> {
  const contacts = await makeContacts(db, world, phones);
  const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
  await until("the run is done", async () => (await statusOf(db, world, batch)) === "done", 60_000);
}

interface Sent {
  phone: string;
  state: string;
  receipt: string | null;
  reason: string | null;
  ref: string | null;
  attempt: number;
}

const sentOf = (world: EngineWorld): Promise<Sent[]> =>
  ask<Sent>(
    db,
    world,
    `select to_number phone, state, receipt, reason, carrier_ref ref, attempt from message
     where account_id = $1 and direction = 'out' order by message_id`,
  );

const textOf = (world: EngineWorld, text: string) =>
  ask(db, world, "update sms_template set text = $2 where account_id = $1 returning 1", [text]);

const quiet = async (world: EngineWorld, sent: number) =>
  until("every receipt has come", async () => {
    const rows = await sentOf(world);
    return rows.length === sent && rows.every((row) => row.state !== "accepted" || row.receipt !== null);
  });

describe("a campaign through an SMSC (architecture, Sending: never twice, never lost)", () => {
  it("that drops, delays, throttles and repeats: nothing is lost, nothing is sent twice, what is in doubt is what it kept from us", async () => {
    const world = await makeSmppWorld({ windowSize: 7 });
    const phones = handsets(200);
    const silent = new Set(phones.filter((_, index) => index % 60 === 40));
    const tried = new Map<string, number>();
    smsc.echoes = true;
    smsc.does = (unit) => {
      const to = `+${unit.destination_addr}`;
      const tries = (tried.get(to) ?? 0) + 1;
      tried.set(to, tries);
      const index = phones.indexOf(to);
      if (tries === 1 && index % 9 === 1) return { status: index % 2 === 0 ? 0x58 : 0x14 };
      if (index % 60 === 20 || index % 60 === 40) return "takeAndDrop";
      if (index % 11 === 3) return "receiptFirst";
      if (index % 13 === 5) return "repeat";
      return index % 17 === 6 ? "slow" : "accept";
    };
    smsc.stateOf = ({ to }) => (silent.has(`+${to}`) ? null : "DELIVRD");
    startOne();
    await runTo(world, phones);
    await quiet(world, 200);

    const rows = await sentOf(world);
    const takenOf = Map.groupBy(smsc.taken, ({ to }) => `+${to}`);
    expect([...takenOf.values()].filter((taken) => taken.length > 1)).toEqual([]);
    for (const row of rows) {
      const told = takenOf.has(row.phone) && !silent.has(row.phone);
      expect([row.phone, row.state, row.receipt]).toEqual(
        told ? [row.phone, "accepted", "delivered"] : [row.phone, "unknown", null],
      );
    }
    // at least what it took and never spoke of again; at most what was under way beside it
    const unknown = rows.filter((row) => row.state === "unknown");
    expect(unknown.map((row) => row.phone)).toEqual(expect.arrayContaining([...silent]));
    expect(unknown.length).toBeLessThanOrEqual(smsc.binds * 7);
    expect(smsc.mostUnderWay).toBeLessThanOrEqual(7);
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
    const health = await healthOf(world);
    expect(health.throttledAt).not.toBeNull();
    expect(health.sent).toBeGreaterThan(100);
  });

  it("what is in doubt is exactly what was kept from us, where one text is under way at a time", async () => {
    const world = await makeSmppWorld({ windowSize: 1 });
    const phones = handsets(12, 300);
    smsc.does = (_, count) => (count === 3 || count === 7 ? "takeAndDrop" : "accept");
    smsc.stateOf = ({ to }) => (to === smsc.taken[6]?.to ? null : "DELIVRD");
    startOne();
    await runTo(world, phones);
    await quiet(world, 12);
    const states = Map.groupBy(await sentOf(world), ({ state }) => state);
    // one by its receipt, which names the two numbers, one never
    expect([states.get("accepted")?.length, states.get("unknown")?.length, smsc.submits]).toEqual([11, 1, 12]);
  });

  it.each([
    ["decimal", (id: string) => BigInt(`0x${id}`).toString()],
    ["same", (id: string) => id.toLowerCase().replace(/^0+/, "")],
  ] as const)("receipts with ids written otherwise are found: %s (telecom-domain §2.3)", async (receiptIds, write) => {
    const world = await makeSmppWorld({ receiptIds });
    smsc.receiptId = write;
    smsc.does = (_, count) => (count === 1 ? "receiptFirst" : "accept");
    smsc.stateOf = ({ to }) => (to.endsWith("5") ? "EXPIRED" : "DELIVRD");
    startOne();
    await runTo(world, ["+13037770111", "+13037770115"]);
    await quiet(world, 2);
    expect((await sentOf(world)).map((row) => [row.phone, row.receipt, row.reason]).sort()).toEqual([
      ["+13037770111", "delivered", null],
      ["+13037770115", "expired", "carrier_unreachable"],
    ]);
  });

  it("a refusal ends the text with its reason, and a throttle alone is tried again", async () => {
    const world = await makeSmppWorld();
    smsc.does = ({ destination_addr }, count) =>
      destination_addr?.endsWith("3") ? { status: 0x0b } : count < 3 ? { status: 0x58 } : "accept";
    startOne();
    await runTo(world, ["+13037770212", "+13037770213"]);
    await quiet(world, 2);
    const rows = (await sentOf(world)).sort((a, b) => (a.phone < b.phone ? -1 : 1));
    expect(rows.map((row) => [row.state, row.reason])).toEqual([
      ["accepted", null],
      ["rejected", "carrier_invalid_number"],
    ]);
    expect(smsc.taken).toHaveLength(1);
  });

  it.each(["udh8", "udh16", "sar", "payload"] as const)(
    "a long text by %s is delivered when each of its parts is, and failed when one is not",
    async (concatenation) => {
      const world = await makeSmppWorld({ concatenation });
      await textOf(world, "a".repeat(310));
      smsc.stateOf = ({ id, to }) =>
        to.endsWith("2") && id === smsc.taken.filter((taken) => taken.to === to).at(-1)?.id && smsc.taken.length >= 1
          ? smsc.taken.filter((taken) => taken.to === to).length === (concatenation === "payload" ? 1 : 3)
            ? "UNDELIV"
            : "DELIVRD"
          : "DELIVRD";
      startOne();
      await runTo(world, ["+13037770311", "+13037770312"]);
      await quiet(world, 2);
      expect(smsc.taken).toHaveLength(concatenation === "payload" ? 2 : 6);
      const rows = (await sentOf(world)).sort((a, b) => (a.phone < b.phone ? -1 : 1));
      expect(rows.map((row) => row.receipt)).toEqual(["delivered", "undelivered"]);
      const first = smsc.taken.filter(({ to }) => to.endsWith("1"));
      const body = first.map(({ unit, text }) => {
        const payload = unit.message_payload;
        if (payload === undefined) return text;
        return Buffer.isBuffer(payload) ? payload.toString("latin1") : String(payload.message);
      });
      expect(body.join("")).toBe("a".repeat(310));
    },
  );
});

describe("what an SMSC brings (decisions, Replies)", () => {
  const handset = "13037770411";
  const bringing = (world: EngineWorld) => (fields: Record<string, unknown>) =>
    smsc.bring({ source_addr: handset, destination_addr: world.number.slice(1), ...fields });
  const inboundOf = (world: EngineWorld) =>
    ask<{ body: string }>(
      db,
      world,
      "select body from message where account_id = $1 and direction = 'in' order by message_id",
    );
  const part = (number: number, text: string, reference = 9) => ({
    esm_class: 0x40,
    short_message: Buffer.concat([Buffer.from([5, 0, 3, reference, 3, number]), Buffer.from(text)]),
  });

  it("a reply moves the journey, and STOP stops: the same way as any text that comes in", async () => {
    const world = await makeSmppWorld();
    startOne();
    const contacts = await makeContacts(db, world, [`+${handset}`]);
    const batch = await runBatch(db, world, await makeCampaign(db, world, replyFlow(world.template)), contacts);
    await until("it is sent", async () => (await sentOf(world))[0]?.state === "accepted");
    const bring = bringing(world);
    expect(await bring({ short_message: Buffer.from("yes") })).toBe(0);
    await until("the reply ended the run", async () => (await statusOf(db, world, batch)) === "done");
    await bring({ short_message: Buffer.from("STOP") });
    await until("the confirmation leaves by the same carrier", async () => smsc.taken.length === 2);
    expect(await ask(db, world, "select type from dnc where account_id = $1 order by type")).toEqual([
      { type: "rcs" },
      { type: "sms" },
    ]);
  });

  it("spec 1 §4.4: is led by the drawn route of its number, put together first, and told to the path's callback once", async () => {
    const world = await makeSmppWorld();
    const callback = await startReceiver();
    await leadTexts(db, world, [
      { name: "orders", contains: "one two three", callbackUrl: callback.url },
      { name: "rest", priority: 2, callbackUrl: callback.url },
    ]);
    startOne();
    await bound(world);
    for (const [number, text] of [
      [2, "two "],
      [3, "three"],
      [1, "one "],
    ] as const)
      await bringing(world)(part(number, text));
    await bringing(world)(part(2, "two "));
    await bringing(world)({ short_message: Buffer.from("hello") });
    const led = "select destination, outcome from route_decision where account_id = $1 order by destination";
    await until("both are led", async () => (await ask(db, world, led)).length === 2);
    expect(await ask(db, world, led)).toEqual([
      { destination: "orders", outcome: "delivered" },
      { destination: "rest", outcome: "delivered" },
    ]);
    await until("the callback has heard of both", async () => callback.received.length >= 2);
    const told = callback.received.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
    expect(told.map(({ text }) => text).sort()).toEqual(["hello", "one two three"]);
    expect(told.find(({ text }) => text === "hello")).toMatchObject({
      from: `+${handset}`,
      to: world.number,
      dest: "rest",
    });
  });

  it("parts come in any order and repeated, also over a new connection: one text, once", async () => {
    const world = await makeSmppWorld();
    startOne();
    await bound(world);
    const bring = bringing(world);
    await bring(part(3, "three"));
    await bring(part(1, "one "));
    await bring(part(1, "one "));
    smsc.drop();
    await until("it binds again", async () => smsc.bound === 1);
    await bring(part(3, "three"));
    await bring(part(2, "two "));
    await until("it is whole", async () => (await inboundOf(world)).length === 1);
    await bring(part(2, "two "));
    await bring({ short_message: Buffer.from("after") });
    await until("the next has come", async () => (await inboundOf(world)).length === 2);
    expect(await inboundOf(world)).toEqual([{ body: "one two three" }, { body: "after" }]);
  });

  it("SAR fields and UCS-2 are read as well; parts without the others are kept", async () => {
    const world = await makeSmppWorld();
    startOne();
    await bound(world);
    const bring = bringing(world);
    const sar = (number: number, text: string) => ({
      sar_msg_ref_num: 77,
      sar_total_segments: 2,
      sar_segment_seqnum: number,
      data_coding: 8,
      short_message: Buffer.from(text, "utf16le").swap16(),
    });
    await bring(part(2, "alone", 55));
    await bring(sar(2, "мир"));
    await bring(sar(1, "привет "));
    await until("it is whole", async () => (await inboundOf(world)).length === 1);
    expect(await inboundOf(world)).toEqual([{ body: "привет мир" }]);
    const kept = await ask(db, world, "select body, number from smpp_inbound where account_id = $1 and taken is null");
    expect(kept).toEqual([{ body: "alone", number: 2 }]);
  });

  it("an SMSC speaks for its own numbers alone: another account's number hears nothing", async () => {
    const [world, other] = [await makeSmppWorld(), await makeWorld(db)];
    startOne();
    await bound(world);
    expect(
      await smsc.bring({
        source_addr: handset,
        destination_addr: other.number.slice(1),
        short_message: Buffer.from("STOP"),
      }),
    ).toBe(0);
    await bringing(world)({ short_message: Buffer.from("mine") });
    await until("the own text has come", async () => (await inboundOf(world)).length === 1);
    expect(await ask(db, other, "select 1 from message where account_id = $1")).toEqual([]);
    expect(await ask(db, other, "select 1 from dnc where account_id = $1")).toEqual([]);
  });

  it("receipts of ids that nobody knows are kept and change nothing", async () => {
    const world = await makeSmppWorld();
    startOne();
    await runTo(world, [`+${handset}`]);
    await quiet(world, 1);
    await bringing(world)({ esm_class: 4, short_message: Buffer.from("id:FFFF stat:UNDELIV err:001 text:") });
    await until("it is judged", async () =>
      (await ask<{ judged: boolean }>(db, world, "select judged from smpp_receipt where account_id = $1")).every(
        (row) => row.judged,
      ),
    );
    expect(await ask(db, world, "select key from smpp_receipt where account_id = $1")).toEqual([{ key: "ffff" }]);
    expect((await sentOf(world)).map((row) => row.receipt)).toEqual(["delivered"]);
  });
});

describe("the bind (docs/carriers.md)", () => {
  it("is one worker's at a time, and another's when that one ends", async () => {
    const world = await makeSmppWorld();
    const first = startOne();
    await bound(world);
    startOne();
    await runTo(world, handsets(6, 500));
    expect([smsc.binds, smsc.bound]).toEqual([1, 1]);
    await first.stop();
    workers.splice(workers.indexOf(first), 1);
    await until("the other one binds", async () => smsc.binds === 2 && smsc.bound === 1);
    await runTo(world, handsets(6, 520));
    expect(smsc.taken).toHaveLength(12);
  });

  it("is taken over when its holder has died, and made anew when its connection is changed", async () => {
    const world = await makeSmppWorld();
    await db.global((q) =>
      q.run("update carrier_bind set worker = $2, held_until = now() + interval '1 second' where connection_id = $1", [
        world.connection,
        newId(),
      ]),
    );
    startOne();
    await bound(world);
    await db.tx([world.account], async (q) => {
      const row = await findCarrierConnection(q, world.account, world.connection);
      if (row) await saveCarrierConnection(q, world.account, world.connection, { ...row, systemId: "changed" });
    });
    await until("it binds anew", async () => smsc.binds === 2 && smsc.bound === 1);
    expect(smsc.systemIds).toEqual(["us", "changed"]);
  });

  it("a change in the middle of a run loses nothing and sends nothing twice", async () => {
    const world = await makeSmppWorld({ windowSize: 5 });
    const phones = handsets(40, 600);
    smsc.does = () => "slow";
    startOne();
    const contacts = await makeContacts(db, world, phones);
    const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
    for (const systemId of ["second", "third"]) {
      const before = smsc.taken.length;
      await until("some have gone out", async () => smsc.taken.length > before + 5);
      const row = await healthOf(world);
      await db.tx([world.account], (q) =>
        saveCarrierConnection(q, world.account, world.connection, { ...row, systemId }),
      );
    }
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect((await sentOf(world)).filter((row) => row.state !== "accepted")).toEqual([]);
    expect(smsc.taken.map(({ to }) => `+${to}`).sort()).toEqual([...phones].sort());
    expect(smsc.systemIds).toEqual(["us", "second", "third"]);
  });

  it("places no calls, and says so on the call (docs/carriers.md)", async () => {
    const world = await makeSmppWorld();
    startOne();
    const contacts = await makeContacts(db, world, ["+13037770999"]);
    const call = {
      id: 2,
      type: "call",
      children: [3],
      answerAction: "textToSpeech",
      textToSpeechVoice: "en-us-standard-male-1",
      textToSpeechText: "Hello",
      audioTimeout: 3,
      dtmfActions: [],
      ifMachine: "continue",
    };
    const nodes: TestNode[] = [{ id: 1, type: "start", children: [2] }, call, { id: 3, type: "control", children: [] }];
    const batch = await runBatch(db, world, await makeCampaign(db, world, nodes), contacts);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect(await ask(db, world, "select state, reason from call where account_id = $1")).toEqual([
      { state: "rejected", reason: "carrier_no_calls" },
    ]);
  });

  it("says why there is none, keeps its texts in the queue, and sends them once it is there", async () => {
    const world = await makeSmppWorld({}, { password: "wrong" });
    startOne();
    const contacts = await makeContacts(db, world, handsets(2, 540));
    const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
    await until("it is told", async () => (await healthOf(world)).error !== null);
    expect((await healthOf(world)).error).toBe("the password is wrong (ESME_RINVPASWD)");
    expect((await sentOf(world)).every((row) => row.state === "queued" && row.attempt === 0)).toBe(true);
    smsc.password = "wrong";
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect((await sentOf(world)).map((row) => row.state)).toEqual(["accepted", "accepted"]);
  });

  it("is not made to an address of this machine or network, unless the operator allows it", async () => {
    const world = await makeSmppWorld();
    workers.push(quickWorker(db, { secrets, smpp: { lookEveryMs: 100 } }));
    await until("it is told", async () => (await healthOf(world)).error !== null);
    expect((await healthOf(world)).error).toContain("TRUNKLINE_EGRESS_ALLOW");
    expect(smsc.binds).toBe(0);
  });

  it("is encrypted where the connection says TLS, and made to nobody whose certificate is not trusted", async () => {
    await smsc.stop();
    const certificate = makeCertificate();
    smsc = await startSmsc(certificate);
    const world = await makeSmppWorld({}, { tls: true });
    startOne();
    const contacts = await makeContacts(db, world, handsets(2, 560));
    const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
    await until("it is told", async () => (await healthOf(world)).error !== null);
    expect((await healthOf(world)).error).toContain("certificate");
    expect(smsc.binds).toBe(0);
    expect((await sentOf(world)).every((row) => row.state === "queued" && row.attempt === 0)).toBe(true);
    // an operator whose carrier has an authority of its own makes it known to the program
    const authorities = getCACertificates();
    try {
      setDefaultCACertificates([...authorities, certificate.cert]);
      await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    } finally {
      setDefaultCACertificates(authorities);
    }
    expect((await sentOf(world)).map((row) => row.state)).toEqual(["accepted", "accepted"]);
    expect(smsc.taken.map(({ to }) => `+${to.replace("+", "")}`).sort()).toEqual(handsets(2, 560).sort());
  });

  it("sends no more segments a second than the connection says, over all its texts and workers", async () => {
    const perSecond = 8;
    const world = await makeSmppWorld({ perSecond });
    startOne();
    startOne();
    await textOf(world, "x".repeat(200));
    await bound(world);
    await runTo(world, handsets(8, 580));
    const segments = 16;
    expect(smsc.taken).toHaveLength(segments);
    const [row] = await ask<{ seconds: number }>(
      db,
      world,
      `select extract(epoch from max(submitted) - min(submitted))::float8 seconds from message
       where account_id = $1 and direction = 'out' and state = 'accepted'`,
    );
    // a slower machine takes longer; a quicker one may send a quarter of a second ahead, twice when the bucket is new
    const ahead = 2 * Math.ceil(perSecond / 4) + 2;
    expect(row?.seconds).toBeGreaterThan((segments - ahead) / perSecond);
  });
});
