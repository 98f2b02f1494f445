import { handsetsOf } from "@trunkline/carriers/handsets.ts";
import { numberPace } from "@trunkline/carriers/registry/carrierTerms.ts";
import { accountSettings } from "@trunkline/contract/identity/account.ts";
import type { Answer } from "@trunkline/workflow/engine/effects.ts";
import { destinationProblem } from "../../rules/destination.ts";
import { chargePace, leasePace, type Paced } from "../../store/carriers/bucket.ts";
import type { Database, Query } from "../../store/database.ts";
import { endMessages } from "../../store/journeys/answer.ts";
import { listClaimSettings } from "../../store/journeys/claimWorld.ts";
import { type MessageState, moveMessages } from "../../store/messages/message.ts";
import { messageClass } from "../../store/messages/queuedMessage.ts";
import { claimQueued, type QueuedMessage } from "../../store/messages/sendQueue.ts";
import { addSpend, lockSpend } from "../../store/runs/count.ts";
import { enforceDayCaps, type Registrations, readRegistrations } from "../registration/enforceRegistration.ts";
import { enforceFrequencyCap } from "./enforceFrequencyCap.ts";
import { type DealtLane, inTurn } from "./sendTurns.ts";

/** Who submits. */
export interface Submitter {
  workerId: string;
  /** The rows of counts that are its own. */
  slot: number;
  /** Segments a second that a number may send; null: no limit. */
  paceOf(carrier: string, number: string): number | null;
  /** Segments a second over a carrier's whole connection; null: no limit. */
  carrierPaceOf(carrier: string): number | null;
  /** Whether a connection takes texts of registered numbers alone; the simulated carrier's is a setting of the account. */
  demandsRegistration?(carrier: string): boolean;
  /** Epoch ms: the day of carriers that cap it. */
  now?(): number;
  /** Called with the number of texts that were stopped here. */
  ended?(count: number): void;
  /** Called when a connection has no room for the rest of its claimed texts before `nextInMs`. They stay queued as they are. */
  paced?(carrier: string, nextInMs: number): void;
}

/**
 * Moves queued texts to `submitting` and returns those that may be sent now. This transaction checks everything that may
 * stop a text, set by set: batch, do-not-contact list, window, kill switch, frequency cap, spend, destination, pace. The reason is saved
 * with the text, and its journey is notified (architecture, Sending).
 */
export function submitMessages(db: Database, lanes: readonly DealtLane[], by: Submitter): Promise<QueuedMessage[]> {
  const accountIds = [...new Set(lanes.map((lane) => lane.accountId))];
  return db.tx(
    accountIds,
    async (q) => {
      const claimed = await claimInTurn(q, lanes);
      if (claimed.length === 0) return [];
      const stopped: MessageState[] = [];
      const queued = passOn(claimed, stopped);
      const { wanted, registrations } = await stopUnwanted(q, queued, stopped, by);
      const leases: Lease[] = [];
      const ofNumbers = await keepPace(q, wanted, stopped, leases, {
        keyOf: (message) => `number ${message.from}`,
        perSecondOf: ({ carrier, from }) => by.paceOf(carrier, from),
      });
      const ofRegistered = await keepPace(q, ofNumbers, stopped, leases, numberPaceAt(registrations));
      // before the connection: a slow 10DLC campaign must not push back what else goes over it
      const ofCampaigns = await keepPace(q, ofRegistered, stopped, leases, campaignPace(registrations));
      const ofConnections = await grantPace(q, ofCampaigns, leases, {
        keyOf: ({ carrier }) => `carrier ${carrier}`,
        perSecondOf: ({ carrier }) => by.carrierPaceOf(carrier),
      });
      // all texts of a connection wait for the same bucket: moved to later times, they would be due run by run instead of in turn
      for (const { first, nextInMs } of ofConnections.late) by.paced?.(first.carrier, nextInMs);
      const paced = ofConnections.going;
      const { going, held } = await enforceDayCaps(
        q,
        paced,
        registrations,
        by.now?.() ?? Date.now(),
        await readBudget(q, paced, stopped),
      );
      for (const { message, delayMs } of held)
        stopped.push({ ...idOf(message), state: "queued", reason: "tendlc_day", delayMs });
      await addSpend(q, by.slot, going);
      await returnPace(q, leases, going);
      const moved = await moveMessages(q, ["queued"], stopped, null);
      by.ended?.(moved.filter(({ state }) => state !== "queued").length);
      const reasons = new Map(stopped.map((one) => [one.messageId, one.reason]));
      await endMessages(q, moved, ({ messageId, state }) => answerOfStopped(state, reasons.get(messageId) ?? null));
      await moveMessages(
        q,
        ["queued"],
        going.map(({ accountId, messageId }) => ({ accountId, messageId, state: "submitting", reason: null })),
        by.workerId,
      );
      return going;
    },
    { byKey: true },
  );
}

/** Claims what the lanes were dealt, in the order in which it leaves. */
async function claimInTurn(q: Query, lanes: readonly DealtLane[]): Promise<QueuedMessage[]> {
  const claimed: QueuedMessage[] = [];
  for (const of of Object.values(messageClass)) {
    const ofClass = lanes.filter((lane) => lane.class === of);
    if (ofClass.length > 0) claimed.push(...(await claimQueued(q, ofClass, of)));
  }
  return inTurn(claimed, lanes);
}

/** Queues texts again whose number has moved: they leave through its new carrier. Returns the others. */
function passOn(claimed: readonly QueuedMessage[], stopped: MessageState[]): QueuedMessage[] {
  for (const message of claimed)
    if (message.hasMoved)
      stopped.push({ ...idOf(message), state: "queued", reason: confirmationOf(message), delayMs: 0 });
  return claimed.filter(({ hasMoved }) => !hasMoved);
}

/** The journey of a stopped text continues, or waits for its window again; one that is queued again is not notified. */
function answerOfStopped(state: string, reason: string | null): Answer | undefined {
  if (state === "queued") return undefined;
  return state === "cancelled" ? { ok: false, again: true } : { ok: false, reason: reason ?? "cancelled" };
}

async function stopUnwanted(
  q: Query,
  queued: readonly QueuedMessage[],
  stopped: MessageState[],
  by: Submitter,
): Promise<{ wanted: QueuedMessage[]; registrations: Registrations }> {
  const settings = new Map(
    (await listClaimSettings(q, [...new Set(queued.map((message) => message.accountId))])).map((row) => [
      row.accountId,
      accountSettings.parse(row.settings ?? {}),
    ]),
  );
  const registrations = await readRegistrations(q, queued, ({ accountId, carrier }) =>
    handsetsOf(carrier)
      ? (settings.get(accountId)?.registrationDemanded ?? false)
      : (by.demandsRegistration?.(carrier) ?? false),
  );
  const allowed = queued.filter((message) => {
    const { killSwitch = false, countryCodes = [] } = settings.get(message.accountId) ?? {};
    const reason = killSwitch
      ? "kill_switch"
      : (reasonAgainst(message, countryCodes) ?? registrations.problemOf(message));
    if (reason === null) return true;
    const state = reason === "window" ? "cancelled" : "blocked";
    stopped.push({ accountId: message.accountId, messageId: message.messageId, state, reason });
    return false;
  });
  const wanted = await enforceFrequencyCap(q, allowed, stopped, (accountId) => {
    const { frequencyCapTexts: texts = null, frequencyCapDays: days = 0 } = settings.get(accountId) ?? {};
    return texts === null ? null : { texts, days };
  });
  return { wanted, registrations };
}

function reasonAgainst(
  { stoppedBy, isConfirmation, windowClosed, to }: QueuedMessage,
  countryCodes: readonly string[],
): string | null {
  if (stoppedBy !== null && !isConfirmation) return stoppedBy === "contact" ? "opted_out" : "dnc";
  if (windowClosed) return "window";
  return destinationProblem(to, countryCodes);
}

/** Carriers' limits of each registered number, where registration is demanded (telecom §14.3). */
function numberPaceAt(registrations: Registrations): Pace {
  const paceOf = (message: QueuedMessage) => {
    const one = registrations.of(message);
    return one?.demanded ? numberPace(one.terms) : null;
  };
  return {
    keyOf: (message) => `10dlc ${paceOf(message)?.network ?? ""} ${message.from}`,
    perSecondOf: (message) => {
      const pace = paceOf(message);
      return pace && pace.perMinute / 60;
    },
  };
}

/** Carriers' limits of 10DLC campaigns: segments a minute of each, and pictures beside them (telecom §4.3). */
function campaignPace(registrations: Registrations): Pace {
  const paceOf = (message: QueuedMessage) => {
    const one = registrations.of(message);
    const [slowest] = (one?.terms ?? [])
      .flatMap(({ network, perMinute, mmsPerMinute }) => {
        const isPicture = message.mediaUrl !== null && mmsPerMinute != null;
        const pace = isPicture ? mmsPerMinute : perMinute;
        return pace === null ? [] : [{ bucket: isPicture ? `${network} mms` : network, pace }];
      })
      .sort((a, b) => a.pace - b.pace);
    return one && slowest
      ? { key: `10dlc ${one.registration.id} ${slowest.bucket}`, perSecond: slowest.pace / 60 }
      : null;
  };
  return {
    keyOf: (message) => paceOf(message)?.key ?? "",
    perSecondOf: (message) => paceOf(message)?.perSecond ?? null,
  };
}

/** What shares a bucket, and how fast that is. */
interface Pace {
  keyOf(message: QueuedMessage): string;
  perSecondOf(message: QueuedMessage): number | null;
}

/** A bucket, and the texts that it had room for. */
interface Lease extends Paced {
  granted: QueuedMessage[];
}

/** The texts that a bucket had no room for, and when it has room for the first of them. */
interface Late {
  first: QueuedMessage;
  texts: readonly QueuedMessage[];
  nextInMs: number;
  perSecond: number;
}

/** Moves what a number or 10DLC campaign may not send yet to the time when its bucket has room, so that others may leave before it. */
async function keepPace(
  q: Query,
  queued: readonly QueuedMessage[],
  stopped: MessageState[],
  leases: Lease[],
  pace: Pace,
): Promise<QueuedMessage[]> {
  const { going, late } = await grantPace(q, queued, leases, pace);
  for (const { texts, nextInMs, perSecond } of late) {
    let behind = 0;
    for (const message of texts) {
      const delayMs = nextInMs + (behind * 1000) / perSecond;
      behind += message.segments;
      stopped.push({ ...idOf(message), state: "queued", reason: confirmationOf(message), delayMs });
    }
  }
  return going;
}

/** Leases room from each text's bucket and divides the texts into those that may go and those that are late. */
async function grantPace(
  q: Query,
  queued: readonly QueuedMessage[],
  leases: Lease[],
  { keyOf, perSecondOf }: Pace,
): Promise<{ going: QueuedMessage[]; late: Late[] }> {
  const groups = Map.groupBy(queued, (message) => `${message.accountId} ${keyOf(message)}`);
  const paced = [...groups.values()].flatMap((group) => {
    const first = group[0] as QueuedMessage;
    const perSecond = perSecondOf(first);
    const segments = group.reduce((sum, message) => sum + message.segments, 0);
    return perSecond === null ? [] : [{ accountId: first.accountId, key: keyOf(first), segments, perSecond }];
  });
  if (paced.length === 0) return { going: [...queued], late: [] };
  const grants = await leasePace(q, paced);
  const going: QueuedMessage[] = [];
  const late: Late[] = [];
  const overdrawn: Paced[] = [];
  for (const [name, group] of groups) {
    const grant = grants.get(name);
    let room = grant?.segments ?? Number.POSITIVE_INFINITY;
    const own = paced.find((one) => `${one.accountId} ${one.key}` === name);
    const granted: QueuedMessage[] = [];
    for (const message of group) {
      if (room <= 0) break;
      room -= message.segments;
      granted.push(message);
    }
    going.push(...granted);
    const texts = group.slice(granted.length);
    const [first] = texts;
    if (first !== undefined)
      late.push({ first, texts, nextInMs: grant?.nextInMs ?? 0, perSecond: own?.perSecond ?? 1 });
    if (own) leases.push({ ...own, granted });
    // a text goes whole: what its last segments took beyond the lease is paid by those behind it
    if (own && room < 0) overdrawn.push({ ...own, segments: -room });
  }
  await chargePace(q, overdrawn);
  return { going, late };
}

/** Gives back what buckets granted to texts that something else stopped. */
async function returnPace(q: Query, leases: readonly Lease[], going: readonly QueuedMessage[]): Promise<void> {
  const sent = new Set(going);
  const unused = leases.map(({ granted, ...bucket }) => ({
    ...bucket,
    segments: -granted.reduce((sum, message) => sum + (sent.has(message) ? 0 : message.segments), 0),
  }));
  await chargePace(
    q,
    unused.filter(({ segments }) => segments < 0),
  );
}

/** Checks text by text whether the account's daily limit covers the cost; if not, the text is blocked. */
async function readBudget(
  q: Query,
  queued: readonly QueuedMessage[],
  stopped: MessageState[],
): Promise<(message: QueuedMessage) => boolean> {
  const limits = new Map(
    (await listClaimSettings(q, [...new Set(queued.map((message) => message.accountId))])).map((row) => [
      row.accountId,
      accountSettings.parse(row.settings ?? {}).spendLimitMicros,
    ]),
  );
  const rooms = new Map<string, number>();
  for (const accountId of new Set(queued.map((message) => message.accountId))) {
    const limit = limits.get(accountId) ?? null;
    rooms.set(accountId, limit === null ? Number.POSITIVE_INFINITY : limit - (await lockSpend(q, accountId)));
  }
  return (message) => {
    const room = (rooms.get(message.accountId) ?? 0) - message.costMicros;
    rooms.set(message.accountId, room);
    if (room >= 0 || message.isConfirmation) return true;
    stopped.push({ ...idOf(message), state: "blocked", reason: "spend_limit" });
    return false;
  };
}

const idOf = ({ accountId, messageId }: QueuedMessage) => ({ accountId, messageId });
const confirmationOf = (message: QueuedMessage): string | null => (message.isConfirmation ? "confirmation" : null);
