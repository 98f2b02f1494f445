import type { SendResult, SessionCarrier } from "@trunkline/carriers/carrier.ts";
import { type Failure, failures } from "@trunkline/carriers/failures.ts";
import type { Answer } from "@trunkline/workflow/engine/effects.ts";
import { mostLeased } from "../../store/carriers/bucket.ts";
import { eachInTurn, transactionsOf } from "../../store/claimDialect.ts";
import { type Database, isLostConnection } from "../../store/database.ts";
import { endMessages } from "../../store/journeys/answer.ts";
import { type MessageState, moveMessages } from "../../store/messages/message.ts";
import { messageClass } from "../../store/messages/queuedMessage.ts";
import { type DueLane, listDueLanes, type QueuedMessage, type QueueScan } from "../../store/messages/sendQueue.ts";
import { addCampaignCounts, countSends } from "../../store/runs/count.ts";
import { traceCall } from "../../tracing/traceCall.ts";
import type { Traces } from "../../tracing/traces.ts";
import { ServiceWatch } from "../carriers/serviceWatch.ts";
import { Gatherer } from "../gatherer.ts";
import type { PollTimer } from "../pollTimer.ts";
import type { LaneRing } from "../runs/laneRing.ts";
import { type DealtLane, inTurn, type OpenCarrier, SendTurns } from "./sendTurns.ts";
import { submitMessages } from "./submitMessages.ts";

/** What a sender works with. */
export interface SenderOptions {
  db: Database;
  workerId: string;
  slot: number;
  carriers: ReadonlyMap<string, SessionCarrier>;
  /** Texts under way at once over each carrier that sets no number of its own. */
  window?: number;
  /** Epoch ms, for carriers' day caps; the machine's clock by default. */
  now?: () => number;
  /** What sends are recorded in. Default: nothing. */
  traces?: Traces | undefined;
  /** False when the worker's heartbeat is old: others may have declared it dead. */
  isAlive(): boolean;
  /** Called when journeys have been answered. */
  answered?(): void;
  failed(error: unknown): void;
}

/** Tries before a text that the carrier never took is given up. One that throttles takes it later. */
const mostAttempts = 8;
const isGivenUp = (failure: Failure, attempt: number): boolean =>
  !failures[failure].retryable || (failure !== "carrier_throttled" && attempt + 1 >= mostAttempts);
/** Results that are written together. */
const mostGathered = 500;

interface Ended {
  message: QueuedMessage;
  result: SendResult | { outcome: "not_sent" };
}

/** What a turn of sending did. */
export interface Sent {
  messages: readonly QueuedMessage[];
  /** It sent or ended something: there may be more to do at once. */
  worked: boolean;
}

/** Sends texts: keeps as many under way as each carrier takes, and writes how they ended in bulk. */
export class Sender {
  private readonly options: SenderOptions;
  private readonly window: number;
  private readonly turns = new SendTurns();
  private readonly backingOff = new Map<string, number>();
  private readonly underWay = new Map<string, number>();
  private readonly watch = new ServiceWatch("texts");
  private readonly gatherer = new Gatherer<Ended>(mostGathered, (ended) => this.write(ended));

  constructor(options: SenderOptions) {
    this.options = options;
    this.window = options.window ?? 500;
  }

  /** Sends what is due of these accounts, as far as the carriers have room for it: one turn. */
  async send(accounts: readonly string[]): Promise<Sent> {
    const open = this.openCarriers();
    if (open.length === 0) return { messages: [], worked: false };
    this.turns.set(accounts);
    const turn = this.turns.next();
    const classes = Object.values(messageClass);
    const due = await this.listDue(classes.flatMap((of) => this.turns.scans(turn, open, of)));
    const dealt = this.turns.deal(
      open,
      classes.map((of) => due.filter((lane) => lane.class === of)),
    );
    const sent = await this.submit(dealt);
    this.turns.note({ accounts: turn, due, dealt }, sent.messages);
    return sent;
  }

  /** The carriers that take texts now, and how many. */
  private openCarriers(): OpenCarrier[] {
    const now = performance.now();
    return [...this.options.carriers.values()].flatMap((carrier) => {
      const { name, accountId } = carrier;
      const isBackingOff = (this.backingOff.get(name) ?? 0) > now;
      const free = carrier.room ?? this.window - (this.underWay.get(name) ?? 0);
      // no more is claimed than its pace can let go at once
      const room = carrier.pace == null ? free : Math.min(free, mostLeased(carrier.pace));
      return room > 0 && !isBackingOff ? [{ name, accountId, room }] : [];
    });
  }

  private async listDue(scans: readonly QueueScan[]): Promise<DueLane[]> {
    const { db } = this.options;
    const due: DueLane[] = [];
    const list = async (group: readonly QueueScan[]): Promise<void> => {
      const accountIds = [...new Set(group.map(({ accountId }) => accountId))];
      const byClass = Map.groupBy(group, (scan) => scan.class);
      if (group.length === 0) return;
      await db.tx(
        accountIds,
        async (q) => {
          for (const [of, ofClass] of byClass) due.push(...(await listDueLanes(q, ofClass, of)));
        },
        { byKey: true },
      );
    };
    await eachInTurn(transactionsOf(db, scans), list, this.options.failed);
    return due;
  }

  /** Claims what was dealt, hands it to the carriers and returns it. */
  private async submit(dealt: readonly DealtLane[]): Promise<Sent> {
    const { db, workerId, slot, carriers, now } = this.options;
    const paceOf = (carrier: string, number: string) => carriers.get(carrier)?.paceOf(number) ?? null;
    const carrierPaceOf = (carrier: string) => carriers.get(carrier)?.pace ?? null;
    const demandsRegistration = (carrier: string) => carriers.get(carrier)?.demandsRegistration ?? false;
    const messages: QueuedMessage[] = [];
    let ended = 0;
    // handed over as soon as it is committed: whatever fails afterwards must not leave it in doubt
    const submit = async (group: readonly DealtLane[]): Promise<void> => {
      if (group.length === 0) return;
      const submitted = await submitMessages(db, group, {
        paced: (carrier, nextInMs) => this.backingOff.set(carrier, performance.now() + nextInMs),
        ended: (count) => {
          ended += count;
        },
        workerId,
        slot,
        paceOf,
        carrierPaceOf,
        demandsRegistration,
        ...(now && { now }),
      });
      for (const message of submitted) void this.hand(message);
      messages.push(...submitted);
    };
    const groups = transactionsOf(db, dealt);
    await eachInTurn(groups, submit, this.options.failed);
    // the next turn begins after the last card, not after the account whose transaction was the last
    const inOrder = groups.length > 1 ? inTurn(messages, dealt) : messages;
    return { messages: inOrder, worked: messages.length > 0 || ended > 0 };
  }

  private async hand(message: QueuedMessage): Promise<void> {
    this.countUnderWay(message.carrier, 1);
    const carrier = this.options.carriers.get(message.carrier);
    // nothing has been written yet, so all of this is safe to try again or refuse; a connection may have been closed
    // since its texts were claimed
    const result: Ended["result"] = !this.options.isAlive()
      ? { outcome: "not_sent" }
      : carrier === undefined
        ? { outcome: "not_sent" }
        : message.channel === "rcs" && !carrier.takesRcs
          ? { outcome: "refused", failure: "carrier_no_rcs", code: null }
          : await this.submitTo(carrier, message);
    this.countUnderWay(message.carrier, -1);
    this.gatherer.add({ message, result });
  }

  private submitTo(carrier: SessionCarrier, message: QueuedMessage): Promise<SendResult> {
    const { accountId, batchId, journeyId, node, messageId, channel, attempt } = message;
    const attributes = {
      "trunkline.account_id": accountId,
      "trunkline.batch_id": batchId ?? undefined,
      "trunkline.node": node ?? undefined,
      "trunkline.message_id": messageId,
      "trunkline.carrier": carrier.name,
      "trunkline.attempt": attempt,
    };
    const describe = (result: SendResult) => ({
      attributes: { "trunkline.outcome": result.outcome },
      failed: result.outcome === "refused" ? result.failure : undefined,
    });
    return traceCall(this.options.traces, { journeyId, name: `send ${channel}`, attributes, describe }, () =>
      carrier.send(message),
    );
  }

  private countUnderWay(carrier: string, by: number): void {
    const count = (this.underWay.get(carrier) ?? 0) + by;
    if (count > 0) this.underWay.set(carrier, count);
    else this.underWay.delete(carrier);
  }

  /** What cannot be written now is found in doubt later, because the carrier remembers our ids. */
  private async write(ended: readonly Ended[]): Promise<void> {
    try {
      const { db, slot } = this.options;
      const byAccount = ended.map((one) => ({ accountId: one.message.accountId, one }));
      await eachInTurn(transactionsOf(db, byAccount), (group) =>
        writeEnded(
          db,
          slot,
          group.map(({ one }) => one),
        ),
      );
      this.options.answered?.();
      await this.watch.note(
        db,
        ended.map(({ message: { accountId, carrier }, result }) => ({ accountId, carrier, result })),
      );
    } catch (error) {
      this.options.failed(error);
    }
  }

  /** Waits until nothing is under way and everything is written. */
  drain(): Promise<void> {
    return this.gatherer.drain(() => this.underWay.size > 0);
  }
}

/** Writes how sends ended, answers their journeys and counts them. */
async function writeEnded(db: Database, slot: number, ended: readonly Ended[]): Promise<void> {
  const changes = ended.map(stateAfter).sort((a, b) => (a.messageId < b.messageId ? -1 : 1));
  const reasons = new Map(changes.map((change) => [change.messageId, change.reason]));
  await eachInTurn(transactionsOf(db, changes), (group) =>
    db.tx(
      [...new Set(group.map(({ accountId }) => accountId))],
      async (q) => {
        const moved = await moveMessages(q, ["submitting", "in_doubt"], group, null);
        await endMessages(q, moved, (message) => answerOf(message, reasons.get(message.messageId) ?? null));
        await addCampaignCounts(q, slot, countSends(moved));
      },
      { byKey: true },
    ),
  );
}

/** The state that a result leads to. */
function stateAfter({ message, result }: Ended): MessageState {
  const key = { accountId: message.accountId, messageId: message.messageId };
  const kept = message.isConfirmation ? "confirmation" : null;
  if (result.outcome === "accepted") return { ...key, state: "accepted", reason: null, carrierRef: result.carrierRef };
  if (result.outcome === "in_doubt") return { ...key, state: "in_doubt", reason: "in_doubt" };
  if (result.outcome === "not_sent") return { ...key, state: "queued", reason: kept };
  if (isGivenUp(result.failure, message.attempt)) return { ...key, state: "rejected", reason: result.failure };
  return {
    ...key,
    state: "queued",
    reason: kept ?? result.failure,
    delayMs: Math.min(60_000, 500 * 2 ** message.attempt),
  };
}

/** What the journey hears: nothing while the text is still on its way or in doubt. */
export function answerOf({ state }: { state: string }, reason: string | null): Answer | undefined {
  if (state === "accepted") return { ok: true };
  if (state === "rejected" || state === "unknown") return { ok: false, reason: reason ?? "carrier_unknown" };
  return undefined;
}

/** Hands queued texts to the carriers while they have room. */
export async function runSendLoop(
  sender: Sender,
  ring: LaneRing,
  pollTimer: PollTimer,
  failed: (error: unknown) => void,
): Promise<void> {
  while (!pollTimer.stopped) {
    try {
      const { worked } = ring.senders.length === 0 ? { worked: false } : await sender.send(ring.senders);
      if (worked) pollTimer.worked();
      else await pollTimer.idle(ring.isQuiet);
    } catch (error) {
      failed(error);
      await pollTimer.backOff(isLostConnection(error));
    }
  }
}
