import type { Offers } from "./offerCalls.ts";
import { type DistributionSettings, distributionTypes } from "./settings.ts";

/** The current state of a member's phone. */
export interface PhoneNow {
  userId: string;
  weight: number;
  isFree: boolean;
  isAway: boolean;
  idleSinceMs: number;
}

interface Waiting {
  callId: string;
  sinceMs: number;
  /** No attempt before this: the end of the last one plus the delay. */
  readyAtMs: number;
  dials: number;
  tried: string[];
  ring: { userIds: Set<string>; untilMs: number } | null;
}

/** What a work group guarantees its callers and members (telecom §8). */
export type GroupPromise = "arrival order" | "never rung twice at once" | "who is rung" | "max dials" | "timers";

/**
 * Observes one group for a day and keeps its own records of callers and phones, without using the state of the
 * distribution. Broken promises are recorded.
 */
export class DayWitness {
  readonly broken: { promise: GroupPromise; what: string }[] = [];
  /** How often each promise was checked. */
  readonly seen: Record<GroupPromise, number> = {
    "arrival order": 0,
    "never rung twice at once": 0,
    "who is rung": 0,
    "max dials": 0,
    timers: 0,
  };
  /** Per member: attempts, the fair share of attempts, and the variance due to chance. */
  readonly shares = new Map<string, { rung: number; fair: number; variance: number }>();
  mostDials = 0;
  private readonly settings: DistributionSettings;
  private readonly waiting = new Map<string, Waiting>();
  private lastRung: string | null = null;
  private lastLookMs = -1;
  /** Weighted Round Robin: the credit of each member. */
  private readonly due = new Map<string, number>();

  constructor(settings: DistributionSettings) {
    this.settings = settings;
  }

  arrives(callId: string, nowMs: number): void {
    this.waiting.set(callId, { callId, sinceMs: nowMs, readyAtMs: nowMs, dials: 0, tried: [], ring: null });
  }

  /** The caller was answered or hung up. */
  leaves(callId: string): void {
    this.waiting.delete(callId);
  }

  /** A phone was declined. */
  declines(callId: string, userId: string, nowMs: number): void {
    const caller = this.waiting.get(callId);
    if (!caller?.ring) return;
    caller.ring.userIds.delete(userId);
    if (caller.ring.userIds.size === 0) this.pauses(caller, nowMs);
  }

  /** The group was processed. `members` is their state just before, in their order. */
  looks(offers: Offers, members: readonly PhoneNow[], nowMs: number): void {
    const phones = members.map((member) => ({ ...member }));
    this.checkMissed(nowMs);
    this.recordStops(offers, phones, nowMs);
    this.recordLeaves(offers, phones, nowMs);
    for (const ring of offers.rings) this.recordRing(ring, phones, nowMs);
    this.checkNoPhoneIdles(phones, nowMs);
    this.lastLookMs = nowMs;
  }

  private check(promise: GroupPromise, holds: boolean, what: string): void {
    this.seen[promise] += 1;
    if (!holds) this.broken.push({ promise, what });
  }

  private endsAt = ({ sinceMs }: Waiting): number => sinceMs + this.settings.maxWaitSeconds * 1_000;

  private inOrder(): Waiting[] {
    return [...this.waiting.values()].sort((a, b) => a.sinceMs - b.sinceMs || (a.callId < b.callId ? -1 : 1));
  }

  private pauses(caller: Waiting, nowMs: number): void {
    caller.ring = null;
    caller.readyAtMs = nowMs + this.settings.delayNextCall * 1_000;
  }

  /** Every end of a ring, pause or wait is processed in its own millisecond. */
  private checkMissed(nowMs: number): void {
    for (const caller of this.waiting.values()) {
      const times = [this.endsAt(caller), caller.ring?.untilMs ?? caller.readyAtMs];
      const missed = times.find((atMs) => atMs > Math.max(this.lastLookMs, caller.sinceMs) && atMs < nowMs);
      if (missed !== undefined) this.check("timers", false, `${caller.callId}: ${missed} was missed`);
    }
  }

  private recordStops({ stops }: Offers, phones: PhoneNow[], nowMs: number): void {
    for (const { callId, userId } of stops) {
      const ring = this.waiting.get(callId)?.ring;
      this.check("timers", ring?.untilMs === nowMs, `${userId} stopped at ${nowMs} and not at ${ring?.untilMs}`);
      const phone = phones.find((one) => one.userId === userId);
      if (phone) Object.assign(phone, { isFree: true, idleSinceMs: nowMs });
    }
    for (const caller of this.waiting.values())
      if (caller.ring !== null && caller.ring.untilMs <= nowMs) {
        const stopped = stops.filter(({ callId }) => callId === caller.callId).map(({ userId }) => userId);
        const all = [...caller.ring.userIds];
        this.check(
          "timers",
          all.every((one) => stopped.includes(one)),
          `${caller.callId} rings on after ${nowMs}`,
        );
        this.pauses(caller, nowMs);
      }
  }

  private recordLeaves({ leaves }: Offers, phones: readonly PhoneNow[], nowMs: number): void {
    const isSequential = this.settings.distributionType === distributionTypes.sequential;
    for (const { callId, because } of leaves) {
      const caller = this.waiting.get(callId);
      if (caller === undefined) continue;
      if (because === "timeout") this.check("timers", this.endsAt(caller) === nowMs, `${callId} let go at ${nowMs}`);
      if (because === "maxDials")
        this.check("max dials", isSequential && caller.dials === this.settings.maxDials, `${callId}: ${caller.dials}`);
      if (because === "empty")
        this.check(
          "timers",
          phones.every(({ isAway }) => isAway),
          `${callId}: not empty`,
        );
      this.waiting.delete(callId);
    }
    for (const caller of this.waiting.values()) {
      this.check("timers", this.endsAt(caller) > nowMs, `${caller.callId} waits longer than it may`);
      if (isSequential && caller.ring === null)
        this.check("max dials", caller.dials < this.settings.maxDials, `${caller.callId} waits after its last dial`);
    }
  }

  private recordRing({ callId, userId, untilMs }: Offers["rings"][number], phones: PhoneNow[], nowMs: number): void {
    const caller = this.waiting.get(callId);
    const phone = phones.find((one) => one.userId === userId);
    if (caller === undefined || phone === undefined) {
      this.check("who is rung", false, `${userId} for ${callId}, who is unknown`);
      return;
    }
    this.check("never rung twice at once", phone.isFree, `${userId} at ${nowMs}`);
    const isAll = this.settings.distributionType === distributionTypes.ringAll;
    if (caller.ring === null) this.recordAttempt(caller, phones, phone, untilMs, nowMs);
    else this.check("who is rung", isAll && !caller.tried.includes(userId), `${userId} along with others of ${callId}`);
    this.check("timers", caller.ring === null || caller.ring.untilMs === untilMs, `${userId} until ${untilMs}`);
    caller.ring ??= { userIds: new Set(), untilMs };
    caller.ring.userIds.add(userId);
    caller.tried.push(userId);
    phone.isFree = false;
    this.lastRung = userId;
  }

  private recordAttempt(caller: Waiting, phones: PhoneNow[], phone: PhoneNow, untilMs: number, nowMs: number): void {
    const { callId } = caller;
    const first = this.inOrder().find(({ ring, readyAtMs }) => ring === null && readyAtMs <= nowMs);
    this.check("arrival order", first?.callId === callId, `${callId} at ${nowMs} before ${first?.callId}`);
    this.check("timers", caller.readyAtMs <= nowMs, `${callId} rings at ${nowMs}, ready at ${caller.readyAtMs}`);
    const until = Math.min(nowMs + this.settings.tryCallTimeout * 1_000, this.endsAt(caller));
    this.check("timers", untilMs === until, `${callId} rings until ${untilMs} and not ${until}`);
    const free = phones.filter(({ isFree }) => isFree);
    this.checkChosen(caller, phones, free, phone);
    caller.dials += 1;
    this.mostDials = Math.max(this.mostDials, caller.dials);
  }

  private checkChosen(caller: Waiting, phones: PhoneNow[], free: PhoneNow[], phone: PhoneNow): void {
    const expected = this.expected(caller, phones, free);
    const rightly = expected.includes(phone.userId);
    this.check("who is rung", rightly, `${phone.userId} for ${caller.callId} and not ${expected.join(" or ")}`);
    const isWeighted = this.settings.distributionType === distributionTypes.weightedRoundRobin;
    const all = free.reduce((sum, { weight }) => sum + (isWeighted ? weight : 1), 0);
    for (const { userId, weight } of free) {
      const share = this.shares.get(userId) ?? { rung: 0, fair: 0, variance: 0 };
      const part = (isWeighted ? weight : 1) / all;
      this.shares.set(userId, {
        rung: share.rung + (userId === phone.userId ? 1 : 0),
        fair: share.fair + part,
        variance: share.variance + part * (1 - part),
      });
      if (isWeighted) this.due.set(userId, (this.due.get(userId) ?? 0) + weight - (userId === phone.userId ? all : 0));
    }
    // a new pass starts when no one is left of the old one
    if (!free.some(({ userId }) => !caller.tried.includes(userId)) || this.isRingAll) caller.tried = [];
  }

  private get isRingAll(): boolean {
    return this.settings.distributionType === distributionTypes.ringAll;
  }

  /** The members the strategy may ring now. */
  private expected(caller: Waiting, phones: readonly PhoneNow[], free: readonly PhoneNow[]): string[] {
    const ids = free.map(({ userId }) => userId);
    switch (this.settings.distributionType) {
      case distributionTypes.firstInFirstOut: {
        const longest = Math.min(...free.map(({ idleSinceMs }) => idleSinceMs));
        return free.filter(({ idleSinceMs }) => idleSinceMs === longest).map(({ userId }) => userId);
      }
      case distributionTypes.roundRobin: {
        const order = phones.map(({ userId }) => userId);
        const at = this.lastRung === null ? 0 : order.indexOf(this.lastRung) + 1;
        return [...order.slice(at), ...order.slice(0, at)].filter((userId) => ids.includes(userId)).slice(0, 1);
      }
      case distributionTypes.sequential:
        return [ids.find((userId) => !caller.tried.includes(userId)) ?? ids[0] ?? ""];
      case distributionTypes.weightedRoundRobin: {
        const dueOf = ({ userId, weight }: PhoneNow): number => (this.due.get(userId) ?? 0) + weight;
        const most = Math.max(...free.map(dueOf));
        return free.filter((one) => dueOf(one) === most).map(({ userId }) => userId);
      }
      default:
        return ids;
    }
  }

  /** No caller who is ready waits while a phone is free, and under Ring All every free phone rings. */
  private checkNoPhoneIdles(phones: readonly PhoneNow[], nowMs: number): void {
    const free = phones.filter(({ isFree }) => isFree).map(({ userId }) => userId);
    if (free.length === 0) return;
    for (const { callId, ring, readyAtMs, tried } of this.waiting.values()) {
      if (ring === null)
        this.check("arrival order", readyAtMs > nowMs, `${callId} waits while ${free.join()} are free`);
      else if (this.isRingAll)
        this.check(
          "who is rung",
          free.every((one) => tried.includes(one)),
          `${callId} does not ring ${free.join()}`,
        );
    }
  }
}
