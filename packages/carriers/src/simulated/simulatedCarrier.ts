import type { LookUp, OutgoingText, SendResult, SessionCarrier } from "../carrier.ts";
import { behaviourOf, type HandsetBehaviour, rcsBehaviourOf } from "./behaviours.ts";

/** A text as the simulated carrier takes it. */
export interface AcceptedText extends OutgoingText {
  /** When the first receipt is due, milliseconds from now; null: none ever. */
  receiptAfterMs: number | null;
}

/** The simulated carrier's memory, handed in: what it took lives in the database, so that any process is this carrier. */
interface SimulatedStore {
  /** Remembers texts, each once per `messageId`, and answers the carrier's ids in the same order. */
  take(texts: readonly AcceptedText[]): Promise<string[]>;
  /** The user's RCS setting of a handset. Null: its number decides. */
  rcsSwitch(handset: { accountId: string; to: string }): Promise<boolean | null>;
  /** The carrier's id of a text that it took. */
  find(message: { accountId: string; messageId: string }): Promise<string | null>;
}

/** How the simulated carrier behaves in time; timers are handed in. */
export interface SimulatedOptions {
  store: SimulatedStore;
  /** Resolves after so many milliseconds. */
  pause(ms: number): Promise<void>;
  /** From the hand-over to the answer. */
  latencyMs?: number;
  /** Between the hand-over and the first receipt: a value in this range, by the message's id. */
  receiptAfterMs?: readonly [number, number];
  /** After this long without an answer the sender gives up. */
  timeoutMs?: number;
  /** Segments a second and number. */
  segmentsPerSecond?: number | null;
}

/** Texts that were handed over in the same few milliseconds are remembered together. */
const gatherMs = 4;
const mostGathered = 500;

/** The carrier that a new user meets first, and that every end-to-end test runs against (architecture, Carriers). */
export function simulatedCarrier(options: SimulatedOptions): SessionCarrier {
  const { store, pause } = options;
  const latencyMs = options.latencyMs ?? 20;
  const timeoutMs = options.timeoutMs ?? 2_000;
  const [least, most] = options.receiptAfterMs ?? [1_000, 3_000];
  const gather = gathering(store, pause);
  const taken = (text: OutgoingText, { receipts: [first] }: HandsetBehaviour): AcceptedText => {
    const usual = least + (most - least) * fractionOf(text.messageId);
    return { ...text, receiptAfterMs: first === undefined ? null : usual * first.after };
  };
  // texts that were refused once; the second try goes through
  const refusedOnce = new Set<string>();
  const firstTime = (messageId: string): boolean => {
    if (refusedOnce.delete(messageId)) return false;
    refusedOnce.add(messageId);
    return true;
  };

  async function send(text: OutgoingText): Promise<SendResult> {
    const handset = text.rcs
      ? rcsBehaviourOf(text.to, text.rcs.type, await store.rcsSwitch(text))
      : behaviourOf(text.to);
    const behaviour = handset.send;
    if (behaviour === "accept") return accept(text, handset);
    if ("refuse" in behaviour) {
      await pause(latencyMs);
      return { outcome: "refused", failure: behaviour.refuse, code: behaviour.code };
    }
    if ("loseText" in behaviour) {
      await pause(timeoutMs);
      return { outcome: "in_doubt" };
    }
    if ("loseAnswer" in behaviour) {
      await Promise.all([gather(taken(text, handset)), pause(timeoutMs)]);
      return { outcome: "in_doubt" };
    }
    if (!firstTime(text.messageId)) return accept(text, handset);
    await pause(latencyMs);
    return "throttleOnce" in behaviour
      ? { outcome: "refused", failure: "carrier_throttled", code: "20429" }
      : { outcome: "refused", failure: "carrier_unavailable", code: null };
  }

  async function accept(text: OutgoingText, handset: HandsetBehaviour): Promise<SendResult> {
    const [carrierRef] = await Promise.all([gather(taken(text, handset)), pause(latencyMs)]);
    return { outcome: "accepted", carrierRef };
  }

  return {
    name: "simulated",
    takesRcs: true,
    // the store is part of this carrier: when it does not answer, neither does the carrier
    send: (text) => send(text).catch((): SendResult => ({ outcome: "in_doubt" })),
    async lookUp(message): Promise<LookUp> {
      const carrierRef = await store.find(message);
      return carrierRef === null ? { found: false } : { found: true, carrierRef };
    },
    forgetsAfterMs: timeoutMs * 5,
    paceOf: () => options.segmentsPerSecond ?? null,
    stop: async () => {},
  };
}

/** Collects texts for a few milliseconds and remembers them with one call. */
function gathering(
  store: SimulatedStore,
  pause: (ms: number) => Promise<void>,
): (text: AcceptedText) => Promise<string> {
  let waiting: { text: AcceptedText; resolve(ref: string): void; reject(error: unknown): void }[] = [];
  const flush = async (): Promise<void> => {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    try {
      const refs = await store.take(group.map((one) => one.text));
      group.forEach((one, index) => {
        one.resolve(refs[index] ?? "");
      });
    } catch (error) {
      for (const one of group) one.reject(error);
    }
  };
  return (text) =>
    new Promise((resolve, reject) => {
      waiting.push({ text, resolve, reject });
      if (waiting.length >= mostGathered) void flush();
      else if (waiting.length === 1) void pause(gatherMs).then(flush);
    });
}

/** A number in [0, 1) from an id: the same message has the same delay whenever it is asked. */
function fractionOf(id: string): number {
  let hash = 0;
  for (let index = 0; index < id.length; index++) hash = (Math.imul(hash, 31) + id.charCodeAt(index)) | 0;
  return (hash >>> 0) / 4_294_967_296;
}
