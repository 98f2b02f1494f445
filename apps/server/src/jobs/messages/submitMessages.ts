import { numberPace } from "@trunkline/carriers/registry/carrierTerms.ts";
import { accountSettings } from "@trunkline/contract/identity/account.ts";
import type { Answer } from "@trunkline/workflow/engine/effects.ts";
import { destinationProblem } from "../../rules/destination.ts";
import { chargePace, leasePace, type Paced } from "../../store/carriers/bucket.ts";
import type { Database, Query } from "../../store/database.ts";
import { endMessages } from "../../store/journeys/answer.ts";
import { listClaimSettings } from "../../store/journeys/claimWorld.ts";
import { type MessageState, messageClass, moveMessages } from "../../store/messages/message.ts";
import { claimQueued, type QueuedMessage } from "../../store/messages/sendQueue.ts";
import { addSpend, lockSpend } from "../../store/runs/count.ts";
import { enforceDayCaps, type Registrations, readRegistrations } from "../registration/enforceRegistration.ts";
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
  /** Called for a carrier whose capacity was not requested, because 10DLC campaign limits delayed all of its texts. */
  skipped?(carrier: string): void;
}

/**
 * Moves queued texts to `submitting` and returns those that may be sent now. This transaction checks everything that may
 * stop a text, set by set: batch, do-not-contact list, window, kill switch, spend, destination, pace. The reason is saved
 * with the text, and its journey is notified (architecture, Sending).
 */
export function submitMessages(db: Database, lanes: readonly DealtLane[], by: Submitter): Promise<QueuedMessage[]> {
  const accountIds = [...new Set(lanes.map((lane) => lane.accountId))];
  return db.tx(
    accountIds,
    async (q) => {
      const queued = await claimInTurn(q, lanes);
      if (queued.length === 0) return [];
      const stopped: MessageState[] = [];
      const { wanted, registrations } = await stopUnwanted(q, queued, stopped, by);
      const leases: Lease[] = [];
      const ofNumbers = await keepPace(q, wanted, stopped, leases, {
        keyOf: (message) => `number ${message.from}`,
        perSecondOf: ({ carrier, from }) => by.paceOf(carrier, from),
      });
      const ofRegistered = await keepPace(q, ofNumbers, stopped, leases, numberPaceAt(registrations));
      // before the connection: a slow 10DLC campaign must not push back what else goes over it
      const ofCampaigns = await keepPace(q, ofRegistered, stopped, leases, campaignPace(registrations));
      const asked = new Set(ofCampaigns.map(({ carrier }) => carrier));
      for (const { carrier } of ofNumbers) if (!asked.has(carrier)) by.skipped?.(carrier);
      const paced = await keepPace(q, ofCampaigns, stopped, leases, {
        keyOf: ({ carrier }) => `carrier ${carrier}`,
        perSecondOf: ({ carrier }) => by.carrierPaceOf(carrier),
      });
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
    carrier === "simulated"
      ? (settings.get(accountId)?.registrationDemanded ?? false)
      : (by.demandsRegistration?.(carrier) ?? false),
  );
  const wanted = queued.filter((message) => {
    const { killSwitch = false, countryCodes = [] } = settings.get(message.accountId) ?? {};
    const reason = killSwitch
      ? "kill_switch"
      : (reasonAgainst(message, countryCodes) ?? registrations.problemOf(message));
    if (reason === null) return true;
    const state = reason === "window" ? "cancelled" : "blocked";
    stopped.push({ accountId: message.accountId, messageId: message.messageId, state, reason });
    return false;
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

/** What a number, or a whole connection, may not send yet stays in the queue until its bucket has room. */
async function keepPace(
  q: Query,
  queued: readonly QueuedMessage[],
  stopped: MessageState[],
  leases: Lease[],
  { keyOf, perSecondOf }: Pace,
): Promise<QueuedMessage[]> {
  const groups = Map.groupBy(queued, (message) => `${message.accountId} ${keyOf(message)}`);
  const paced = [...groups.values()].flatMap((group) => {
    const first = group[0] as QueuedMessage;
    const perSecond = perSecondOf(first);
    const segments = group.reduce((sum, message) => sum + message.segments, 0);
    return perSecond === null ? [] : [{ accountId: first.accountId, key: keyOf(first), segments, perSecond }];
  });
  if (paced.length === 0) return [...queued];
  const grants = await leasePace(q, paced);
  const going: QueuedMessage[] = [];
  const overdrawn: Paced[] = [];
  for (const [name, group] of groups) {
    const grant = grants.get(name);
    let room = grant?.segments ?? Number.POSITIVE_INFINITY;
    const own = paced.find((one) => `${one.accountId} ${one.key}` === name);
    const perSecond = own?.perSecond ?? 1;
    const granted: QueuedMessage[] = [];
    let behind = 0;
    for (const message of group) {
      if (room > 0) {
        room -= message.segments;
        granted.push(message);
        continue;
      }
      const delayMs = (grant?.nextInMs ?? 0) + (behind * 1000) / perSecond;
      behind += message.segments;
      stopped.push({ ...idOf(message), state: "queued", reason: confirmationOf(message), delayMs });
    }
    going.push(...granted);
    if (own) leases.push({ ...own, granted });
    // a text goes whole: what its last segments took beyond the lease is paid by those behind it
    if (own && room < 0) overdrawn.push({ ...own, segments: -room });
  }
  await chargePace(q, overdrawn);
  return going;
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
