import { describe, expect, it } from "vitest";
import type { CarrierClock, OutgoingText } from "../carrier.ts";
import { failures } from "../failures.ts";
import { MemorySmsc, usualSettings as settings } from "../testWires/memorySmsc.ts";
import { answerTo, commands, cString, type Pdu, readShortMessage, writeShortMessage } from "./pdu.ts";
import { type AcceptedPart, type CarrierDelivery, type SmppSettings, smppCarrier } from "./smppCarrier.ts";
import { status } from "./statuses.ts";
import { tryBind } from "./tryBind.ts";

let ids = 0;
const text = (to: string): OutgoingText => ({
  accountId: "a",
  messageId: `message-${++ids}`,
  from: "+12025550100",
  to,
  text: "Hello",
  mediaUrl: null,
  segments: 1,
  encoding: "GSM7",
});

/** The time of one connection, which stands still while a test holds it. */
class Clock implements CarrierClock {
  private heldAt: number | null = null;

  now(): number {
    return this.heldAt ?? performance.now();
  }

  after(ms: number, run: () => void): () => void {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  }

  hold(): void {
    this.heldAt = performance.now();
  }

  goOn(): void {
    this.heldAt = null;
  }
}

function open(changes: Partial<SmppSettings> = {}, answerWithinMs = 1_000) {
  const smsc = new MemorySmsc();
  const clock = new Clock();
  const kept: AcceptedPart[] = [];
  const brought: CarrierDelivery[] = [];
  const store = { fails: false };
  const carrier = smppCarrier({
    name: "smpp:1",
    accountId: "a",
    settings: { ...settings, ...changes },
    clock,
    connect: smsc.connect,
    digest: (bytes) => bytes.toString("hex"),
    answerWithinMs,
    reconnectMs: 5,
    restMs: 10,
    store: {
      async keep(part) {
        kept.push(part);
      },
      async find({ messageId }) {
        const parts = kept.filter((part) => part.messageId === messageId);
        return parts.length > 0 && parts.length === parts[0]?.total ? parts[0].carrierRef : null;
      },
      async take(group) {
        if (store.fails) throw new Error("the database is away");
        brought.push(...group);
      },
    },
  });
  return { smsc, clock, carrier, kept, brought, store };
}

const until = async (what: string, holds: () => boolean) => {
  for (let tries = 0; tries < 2_000; tries++) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(`Waited without success: ${what}`);
};
const bound = (carrier: ReturnType<typeof open>["carrier"]) =>
  until("it is bound", () => carrier.health().state === "bound");

describe("an SMPP connection as a carrier", () => {
  it("submits with addresses, asks for a receipt and keeps the id of every part", async () => {
    const { smsc, carrier, kept } = open({ idForm: "decimal" });
    smsc.react = (_, count) => ({ status: 0, id: `00${count}A` });
    await bound(carrier);
    const one = { ...text("+13035550142"), text: "a".repeat(200) };
    expect(await carrier.send(one)).toEqual({ outcome: "accepted", carrierRef: "001A" });
    const [first] = smsc.submits.map((pdu) => readShortMessage(pdu.body));
    expect(first).toMatchObject({
      source: { ton: 1, npi: 1, digits: "12025550100" },
      destination: { ton: 1, npi: 1, digits: "13035550142" },
      registered: 1,
    });
    expect(kept.map(({ number, total, key }) => [number, total, key])).toEqual([
      [1, 2, "26"],
      [2, 2, "42"],
    ]);
    expect(await carrier.lookUp(one)).toEqual({ found: true, carrierRef: "001A" });
  });

  it.each([
    [0x58, "carrier_throttled", true],
    [0x14, "carrier_throttled", true],
    [0x08, "carrier_unavailable", true],
    [0x64, "carrier_unavailable", true],
    [0x0b, "carrier_invalid_number", false],
    [0x0a, "carrier_unregistered", false],
    [0x45, "carrier_rejected", false],
    [0x104, "carrier_content", false],
    [0x4ff, "carrier_rejected", false],
  ])("the status %i is a definite no: %s, may be tried again: %s (telecom §2.4)", async (code, failure, again) => {
    const { smsc, carrier } = open();
    smsc.react = () => ({ status: code });
    await bound(carrier);
    const result = await carrier.send(text("+13035550142"));
    expect(result).toMatchObject({ outcome: "refused", failure });
    expect(result.outcome === "refused" && failures[result.failure].retryable).toBe(again);
  });

  it("rests after a throttle, then tries one at a time until one is taken", async () => {
    const { smsc, clock, carrier } = open();
    await bound(carrier);
    expect(carrier.room).toBe(10);
    clock.hold();
    smsc.react = (_, count) => ({ status: count === 1 ? status.throttled : 0 });
    await carrier.send(text("+13035550142"));
    expect(carrier.room).toBe(0);
    clock.goOn();
    await until("it has rested", () => carrier.room === 1);
    await carrier.send(text("+13035550142"));
    expect(carrier.room).toBe(10);
    expect(carrier.health().throttledAt).not.toBeNull();
  });

  it("a throttle within a long text waits without sending earlier parts again", async () => {
    const { smsc, carrier } = open();
    await bound(carrier);
    smsc.react = (_, count) => ({ status: count === 2 || count === 3 ? status.queueFull : 0 });
    expect(await carrier.send({ ...text("+13035550142"), text: "a".repeat(400) })).toMatchObject({
      outcome: "accepted",
    });
    const numbers = smsc.submits.map((pdu) => readShortMessage(pdu.body).bytes[5]);
    expect(numbers).toEqual([1, 2, 2, 2, 3]);
  });

  it("binds again after the connection ends, with the texts under way in doubt", async () => {
    const { smsc, carrier } = open();
    await bound(carrier);
    smsc.react = () => "drop";
    expect(await carrier.send(text("+13035550142"))).toEqual({ outcome: "in_doubt" });
    expect(carrier.room).toBe(0);
    // not bound: certainly nothing was written
    expect(await carrier.send(text("+13035550142"))).toMatchObject({
      outcome: "refused",
      failure: "carrier_unavailable",
    });
    await bound(carrier);
    expect(smsc.submits).toHaveLength(1);
    expect(carrier.health().lastError?.words).toBe("the carrier closed the connection");
  });

  it("an answer that comes too late still says what was taken", async () => {
    const { smsc, carrier } = open({}, 20);
    await bound(carrier);
    smsc.react = () => "silent";
    const one = text("+13035550142");
    expect(await carrier.send(one)).toEqual({ outcome: "in_doubt" });
    const { sequence } = smsc.submits[0] as Pdu;
    smsc.say({ command: answerTo(commands.submitSm), status: 0, sequence, body: cString("late-1") });
    await until("it is kept", () => carrier.health().sent === 1);
    expect(await carrier.lookUp(one)).toEqual({ found: true, carrierRef: "late-1" });
  });

  it("answers a delivery only after it is stored", async () => {
    const { smsc, carrier, brought, store } = open();
    await bound(carrier);
    const at = { ton: 1, npi: 1, digits: "13035550142" };
    const body = writeShortMessage({
      source: at,
      destination: at,
      esmClass: 0,
      registered: 0,
      coding: 0,
      bytes: Buffer.from("STOP"),
      tlvs: new Map(),
    });
    const answers = () =>
      smsc.heard.filter((pdu) => pdu.command === answerTo(commands.deliverSm)).map((pdu) => [pdu.sequence, pdu.status]);
    smsc.say({ command: commands.deliverSm, status: 0, sequence: 7, body });
    await until("it is answered", () => answers().length === 1);
    expect(brought.map(({ delivery }) => delivery)).toMatchObject([
      { kind: "text", from: "+13035550142", text: "STOP" },
    ]);
    store.fails = true;
    smsc.say({ command: commands.deliverSm, status: 0, sequence: 8, body });
    await until("it is answered", () => answers().length === 2);
    expect(answers()).toEqual([
      [7, 0],
      [8, status.temporary],
    ]);
  });

  it("asks a silent carrier whether it is there, and answers when it is asked itself", async () => {
    const { smsc, carrier } = open({ enquireSeconds: 0.01 });
    await bound(carrier);
    await until("it asks", () => smsc.heard.some((pdu) => pdu.command === commands.enquireLink));
    smsc.say({ command: commands.enquireLink, status: 0, sequence: 3, body: Buffer.alloc(0) });
    await until("it answers", () => smsc.heard.some((pdu) => pdu.command === answerTo(commands.enquireLink)));
    smsc.say({ command: 0x102, status: 0, sequence: 4, body: Buffer.alloc(0) });
    await until("it does not know the command", () => smsc.heard.some((pdu) => pdu.command === commands.genericNack));
    await carrier.stop();
    expect(smsc.heard.at(-1)?.command).toBe(commands.unbind);
  });

  it("says why a bind is refused, tries again, and a trial says the same", async () => {
    const { smsc, carrier } = open();
    smsc.bindStatus = 0x0e;
    await until("the error is reported", () => carrier.health().lastError !== null);
    expect(carrier.health()).toMatchObject({
      state: expect.stringMatching(/waiting|connecting/),
      lastError: { words: "the password is wrong (ESME_RINVPASWD)" },
    });
    const trial = () => tryBind({ clock: new Clock(), connect: smsc.connect, settings, answerWithinMs: 1_000 });
    expect(await trial()).toBe("the password is wrong (ESME_RINVPASWD)");
    smsc.bindStatus = 0;
    await bound(carrier);
    expect(await trial()).toBeNull();
  });

  it("refuses what it cannot carry: pictures", async () => {
    const { carrier } = open();
    await bound(carrier);
    expect(await carrier.send({ ...text("+13035550142"), mediaUrl: "https://example.com/a.png" })).toMatchObject({
      failure: "carrier_no_pictures",
    });
  });
});
