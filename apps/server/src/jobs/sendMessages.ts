import type { SendResult, SessionCarrier } from "@trunkline/carriers/carrier.ts";
import { failures } from "@trunkline/carriers/failures.ts";
import type { Answer } from "@trunkline/workflow/engine/effects.ts";
import { endMessages } from "../store/answer.ts";
import { transactionsOf } from "../store/claimDialect.ts";
import { addCampaignCounts } from "../store/count.ts";
import type { Database } from "../store/database.ts";
import {
  type CarrierLane,
  type MessageState,
  type MovedMessage,
  moveMessages,
  type QueuedMessage,
  type SendLane,
} from "../store/message.ts";
import { Gatherer } from "./gatherer.ts";
import { submitMessages } from "./submitMessages.ts";

/** What a sender works with. */
export interface SenderOptions {
  db: Database;
  workerId: string;
  slot: number;
  carriers: ReadonlyMap<string, SessionCarrier>;
  /** Texts under way at once. */
  window?: number;
  /** Epoch ms, for the days of carriers that cap them; the machine's clock unless told. */
  now?: () => number;
  /** False when the worker's sign of life is old: others may have declared it dead. */
  isAlive(): boolean;
  /** Told when journeys have been answered. */
  answered?(): void;
  failed(error: unknown): void;
}

/** Tries before a text that the carrier never took is given up. */
const mostAttempts = 8;
/** Results that are written together. */
const mostGathered = 500;
/** A connection with a pace that gave nothing is asked again after this long. */
const paceRestMs = 100;

interface Ended {
  message: QueuedMessage;
  result: SendResult | { outcome: "not_sent" };
}

/** Sends texts: keeps up to a window of them under way, and writes how they ended in bulk. */
export class Sender {
  private readonly options: SenderOptions;
  private readonly window: number;
  private readonly resting = new Map<string, number>();
  private underWay = 0;
  private readonly gatherer = new Gatherer<Ended>(mostGathered, (ended) => this.write(ended));

  constructor(options: SenderOptions) {
    this.options = options;
    this.window = options.window ?? 500;
  }

  /** Room for more texts. */
  get room(): number {
    return this.window - this.underWay;
  }

  /** Takes what is due in these lanes, hands it to the carriers and answers it. */
  async send(lanes: readonly SendLane[]): Promise<readonly QueuedMessage[]> {
    const { db, workerId, slot, carriers } = this.options;
    const paceOf = (carrier: string, number: string) => carriers.get(carrier)?.paceOf(number) ?? null;
    const carrierPaceOf = (carrier: string) => carriers.get(carrier)?.pace ?? null;
    const demandsRegistration = (carrier: string) => carriers.get(carrier)?.demandsRegistration ?? false;
    const { now } = this.options;
    const all: QueuedMessage[] = [];
    // handed over as soon as it is committed: whatever fails afterwards must not leave it in doubt
    for (const group of transactionsOf(db, this.byCarrier(lanes))) {
      const spared = new Set<string>();
      const submitted = await submitMessages(db, group, {
        spared: (carrier) => spared.add(carrier),
        ...{ workerId, slot, paceOf, carrierPaceOf, demandsRegistration },
        ...(now && { now }),
      });
      for (const message of submitted) void this.hand(message);
      this.noteRests(group, submitted, spared);
      all.push(...submitted);
    }
    return all;
  }

  /** The lanes once for each carrier that takes texts of their account now; connections share out their room. */
  private byCarrier(lanes: readonly SendLane[]): CarrierLane[] {
    const all = [...this.options.carriers.values()];
    const open = all.filter(({ accountId }) => accountId === undefined);
    const own = Map.groupBy(
      all.filter(({ accountId }) => accountId !== undefined),
      ({ accountId }) => accountId,
    );
    const now = performance.now();
    const left = new Map(
      all.map((one) => [one, (this.resting.get(one.name) ?? 0) > now ? 0 : (one.room ?? Number.POSITIVE_INFINITY)]),
    );
    return lanes.flatMap((lane) =>
      [...open, ...(own.get(lane.accountId) ?? [])].flatMap((carrier) => {
        const room = left.get(carrier) ?? 0;
        const quota = Math.min(lane.quota, room);
        if (quota < 1) return [];
        left.set(carrier, room - quota);
        return [{ ...lane, carrier: carrier.name, quota }];
      }),
    );
  }

  /** A connection whose bucket is empty is not asked about again at once: its queue would only be moved about. */
  private noteRests(
    lanes: readonly CarrierLane[],
    submitted: readonly QueuedMessage[],
    spared: ReadonlySet<string>,
  ): void {
    const sent = new Set([...submitted.map(({ carrier }) => carrier), ...spared]);
    for (const { carrier } of lanes)
      if (!sent.has(carrier) && this.options.carriers.get(carrier)?.pace != null)
        this.resting.set(carrier, performance.now() + paceRestMs);
  }

  private async hand(message: QueuedMessage): Promise<void> {
    this.underWay++;
    const carrier = this.options.carriers.get(message.carrier);
    // nothing has been written yet, so all of this is safe to try again or refuse; a connection may have been closed
    // since its texts were claimed
    const result: Ended["result"] = !this.options.isAlive()
      ? { outcome: "not_sent" }
      : carrier === undefined
        ? { outcome: "not_sent" }
        : message.channel === "rcs" && !carrier.takesRcs
          ? { outcome: "refused", failure: "carrier_no_rcs", code: null }
          : await carrier.send(message);
    this.underWay--;
    this.gatherer.add({ message, result });
  }

  /** What cannot be written now is found in doubt later, because the carrier remembers our ids. */
  private async write(ended: readonly Ended[]): Promise<void> {
    try {
      const { db, slot } = this.options;
      const byAccount = ended.map((one) => ({ accountId: one.message.accountId, one }));
      for (const group of transactionsOf(db, byAccount))
        await writeEnded(
          db,
          slot,
          group.map(({ one }) => one),
        );
      this.options.answered?.();
    } catch (error) {
      this.options.failed(error);
    }
  }

  /** Waits until nothing is under way and everything is written. */
  drain(): Promise<void> {
    return this.gatherer.drain(() => this.underWay > 0);
  }
}

/** Writes how sends ended, answers their journeys and counts them: one transaction. */
async function writeEnded(db: Database, slot: number, ended: readonly Ended[]): Promise<void> {
  const accountIds = [...new Set(ended.map(({ message }) => message.accountId))];
  await db.tx(
    accountIds,
    async (q) => {
      const changes = ended.map(stateAfter).sort((a, b) => (a.messageId < b.messageId ? -1 : 1));
      const reasons = new Map(changes.map((change) => [change.messageId, change.reason]));
      const moved = await moveMessages(q, ["submitting", "in_doubt"], changes, null);
      await endMessages(q, moved, (message) => answerOf(message, reasons.get(message.messageId) ?? null));
      await addCampaignCounts(q, slot, countSends(moved));
    },
    { byKey: true },
  );
}

/** The state that a result leads to. */
export function stateAfter({ message, result }: Ended): MessageState {
  const key = { accountId: message.accountId, messageId: message.messageId };
  const kept = message.isConfirmation ? "confirmation" : null;
  if (result.outcome === "accepted") return { ...key, state: "accepted", reason: null, carrierRef: result.carrierRef };
  if (result.outcome === "in_doubt") return { ...key, state: "in_doubt", reason: "in_doubt" };
  if (result.outcome === "not_sent") return { ...key, state: "queued", reason: kept };
  if (failures[result.failure].retryable && message.attempt + 1 < mostAttempts)
    return { ...key, state: "queued", reason: kept, delayMs: Math.min(60_000, 500 * 2 ** message.attempt) };
  return { ...key, state: "rejected", reason: result.failure };
}

/** What the journey hears: nothing while the text is still on its way or in doubt. */
export function answerOf({ state }: { state: string }, reason: string | null): Answer | undefined {
  if (state === "accepted") return { ok: true };
  if (state === "rejected" || state === "unknown") return { ok: false, reason: reason ?? "carrier_unknown" };
  return undefined;
}

/** Accepted texts count as sends of their workflow. */
export function countSends(moved: readonly MovedMessage[]) {
  return moved.flatMap(({ accountId, campaignId, state, costMicros }) =>
    campaignId === null || state !== "accepted"
      ? []
      : [{ accountId, campaignId, sends: 1, replies: 0, optOuts: 0, costMicros }],
  );
}
