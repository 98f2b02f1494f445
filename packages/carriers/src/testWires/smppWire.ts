import type { CarrierClock } from "../carrier.ts";
import type { CarrierWire } from "../carrierCases.ts";
import type { Failure } from "../failures.ts";
import { commands, writeShortMessage } from "../smpp/pdu.ts";
import { type AcceptedPart, type CarrierDelivery, smppCarrier } from "../smpp/smppCarrier.ts";
import { status } from "../smpp/statuses.ts";
import { MemorySmsc, usualSettings } from "./memorySmsc.ts";
import { wireText } from "./wireText.ts";

const refused: Readonly<Partial<Record<Failure, number>>> = {
  carrier_invalid_number: 0x0b,
  carrier_unregistered: 0x0a,
  carrier_content: 0x104,
  carrier_account: 0x03,
  carrier_rejected: 0x45,
};
const states = { sent: "ACCEPTD", delivered: "DELIVRD", undelivered: "UNDELIV" } as const;
const addressOf = (phone: string) => ({ ton: 1, npi: 1, digits: phone.slice(1) });

/** What the SMSC writes about a text. */
const receiptOf = (id: string, event: keyof typeof states): string =>
  `id:${id} sub:001 dlvrd:001 submit date:2611212138 done date:2611212139 stat:${states[event]} err:000 text:Hello`;

const deliveryOf = (from: string, to: string, esmClass: number, text: string): Buffer =>
  writeShortMessage({
    source: addressOf(from),
    destination: addressOf(to),
    esmClass,
    registered: 0,
    coding: 0,
    bytes: Buffer.from(text),
    tlvs: new Map(),
  });

const clock: CarrierClock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

/** An SMSC by SMPP 3.4. */
export async function smppWire(): Promise<CarrierWire> {
  const smsc = new MemorySmsc();
  const kept: AcceptedPart[] = [];
  const brought: CarrierDelivery[] = [];
  let isReachable = true;
  let taken = 0;
  let sequence = 100;
  const carrier = smppCarrier({
    name: "smpp:c1",
    accountId: "a1",
    settings: { ...usualSettings, window: 100 },
    clock,
    connect: () => (isReachable ? smsc.connect() : Promise.reject(new Error("connection refused"))),
    digest: (bytes) => bytes.toString("hex"),
    answerWithinMs: 1_000,
    reconnectMs: 1,
    restMs: 1,
    store: {
      async keep(part) {
        kept.push(part);
      },
      find: async ({ messageId }) => kept.find((part) => part.messageId === messageId)?.carrierRef ?? null,
      async take(group) {
        brought.push(...group);
      },
    },
  });
  const recover = async () => {
    while (carrier.room === 0) await turn();
  };
  await recover();
  const bring = async (from: string, to: string, esmClass: number, text: string) => {
    const before = brought.length;
    const body = deliveryOf(from, to, esmClass, text);
    smsc.say({ command: commands.deliverSm, status: 0, sequence: ++sequence, body });
    while (brought.length === before) await turn();
    return brought.at(-1)?.delivery;
  };
  const accept = (count: number) => ({ status: 0, id: `id-${count}` });
  const refOf = ({ messageId }: { messageId: string }) => kept.find((part) => part.messageId === messageId)?.carrierRef;
  return {
    carrier,
    text: wireText,
    async does(doing) {
      isReachable = doing !== "unreachable";
      if (!isReachable) smsc.drop();
      while (!isReachable && carrier.room !== 0) await turn();
      smsc.react = (_, count) => {
        if (doing === "throttle") return { status: status.throttled };
        if (typeof doing === "object") return { status: refused[doing.refuse] ?? 0 };
        taken += 1;
        return doing === "loseAnswer" || doing === "failAfter" ? "drop" : accept(count);
      };
    },
    refusals: Object.keys(refused) as Failure[],
    taken: () => taken,
    recover,
    async report(event, text) {
      const id = refOf(text) ?? `id-${taken}`;
      const read = await bring(text.to, text.from, 4, receiptOf(id, event));
      if (read?.kind !== "receipt") return null;
      return {
        names: read.key,
        isNamed: read.key.toLowerCase() === id,
        status: read.status ?? "submitted",
        failure: read.failure,
      };
    },
    async write(from, to, text) {
      const read = await bring(from, to, 0, text);
      return read?.kind === "text" ? { ...read, optOut: null } : null;
    },
  };
}
