import type { LookUp, OutgoingText, SendResult, SessionCarrier } from "@trunkline/carriers/carrier.ts";
import type { ReceiptRow } from "../../src/store/messages/receipt.ts";
import type { Roll } from "./seededWorkflow.ts";

/** A text that a worker has handed over. */
export interface Handed {
  at: number;
  worker: string;
  text: OutgoingText;
}

interface Unanswered extends Handed {
  resolve(result: SendResult): void;
}

const statuses = ["delivered", "read", "undelivered", "expired"] as const;

/**
 * A carrier with the faults of carriers (reliability F5, F6): it takes texts and answers late or never, refuses, throttles,
 * goes down, and sends receipts before the answer, repeated and in any order. It is never asked twice for one text.
 */
export class SeededCarrier {
  readonly name: string;
  private readonly roll: Roll;
  /** Counts what happens, so that two moments can be compared. */
  private readonly clock: { at: number };
  readonly handed: Handed[] = [];
  /** How often it took each text. */
  readonly taken = new Map<string, number>();
  private unanswered: Unanswered[] = [];
  private receipts: ReceiptRow[] = [];
  isDown = false;
  isFaulty = true;

  constructor(name: string, roll: Roll, clock: { at: number }) {
    this.name = name;
    this.roll = roll;
    this.clock = clock;
  }

  /** The connection that a worker has. What it hands over is answered when the seed says so. */
  connection(worker: string): SessionCarrier {
    const carrier = this;
    return {
      name: this.name,
      get room() {
        return carrier.isDown ? 0 : 50;
      },
      send: (text) =>
        new Promise((resolve) => {
          const handed = { at: ++this.clock.at, worker, text };
          this.handed.push(handed);
          this.unanswered.push({ ...handed, resolve });
        }),
      lookUp: async (message) => this.lookUp(message.messageId),
      paceOf: () => null,
      stop: async () => {},
    };
  }

  private lookUp(messageId: string): LookUp {
    if (this.isFaulty && this.roll(4) === 0) return { found: "unknown" };
    return this.taken.has(messageId) ? { found: true, carrierRef: `ref ${messageId}` } : { found: false };
  }

  /** Reads some of what was handed over: takes or refuses it, and answers, or loses the answer. True if there was something. */
  answerSome(): boolean {
    const some = this.unanswered.filter(() => this.roll(2) === 0);
    const answered = some.length === 0 ? this.unanswered.slice(0, 1) : some;
    this.unanswered = this.unanswered.filter((one) => !answered.includes(one));
    for (const one of answered) one.resolve(this.decide(one.text));
    return answered.length > 0;
  }

  private decide({ accountId, messageId }: OutgoingText): SendResult {
    const fate = this.isFaulty ? this.roll(10) : 9;
    if (fate === 0) return { outcome: "refused", failure: "carrier_throttled", code: null };
    if (fate === 1) return { outcome: "refused", failure: "carrier_rejected", code: null };
    if (fate === 2) return { outcome: "in_doubt" };
    this.take(accountId, messageId);
    return fate === 3 ? { outcome: "in_doubt" } : { outcome: "accepted", carrierRef: `ref ${messageId}` };
  }

  private take(accountId: string, messageId: string): void {
    this.taken.set(messageId, (this.taken.get(messageId) ?? 0) + 1);
    for (let count = this.roll(3); count >= 0; count--) {
      const status = statuses[this.roll(statuses.length)] ?? "delivered";
      const reason = status === "undelivered" || status === "expired" ? "carrier_unreachable" : null;
      this.receipts.push({ accountId, messageId, status, reason, code: null, carrierRef: `ref ${messageId}` });
    }
  }

  /** What dies with a worker: some of it was taken, and its answers are lost. */
  loseAnswersOf(worker: string): void {
    const lost = this.unanswered.filter((one) => one.worker === worker);
    this.unanswered = this.unanswered.filter((one) => one.worker !== worker);
    for (const { text } of lost) if (this.roll(2) === 0) this.take(text.accountId, text.messageId);
  }

  /** Some receipts, of which a few come again later. */
  someReceipts(): ReceiptRow[] {
    const some = this.receipts.filter(() => this.roll(2) === 0);
    this.receipts = this.receipts.filter((one) => !some.includes(one) || (this.isFaulty && this.roll(4) === 0));
    return some;
  }

  get isQuiet(): boolean {
    return this.unanswered.length === 0 && this.receipts.length === 0;
  }
}
