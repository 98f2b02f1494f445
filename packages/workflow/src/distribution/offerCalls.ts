import { ownValue, setOwnValue } from "../parts/ownValue.ts";
import { type DistributionSettings, distributionTypes } from "./settings.ts";

/** A member of a group and their current state. */
export interface GroupMember {
  userId: string;
  /** Share under Weighted Round Robin. */
  weight: number;
  /** Busy: ringing or talking, for any group. Away: not available. */
  state: "free" | "busy" | "away";
  /** When their phone last rang or was in a call. */
  idleSinceMs: number;
}

/** A caller waiting for a group. JSON throughout. */
export interface Caller {
  callId: string;
  sinceMs: number;
  /** Attempts so far. */
  dials: number;
  /** Members tried in this pass. For Ring All, in this attempt. */
  tried: readonly string[];
  /** Phones that are ringing, and until when. */
  ring: { userIds: readonly string[]; untilMs: number } | null;
  /** Earliest next attempt. */
  notBeforeMs: number;
  /** A caller who hung up and is called back. They keep their place, and wait until a member is there. */
  isCallback?: true;
}

/** State of a group between attempts. JSON throughout. */
export interface GroupMemory {
  /** Where the last pass of Round Robin stopped. */
  lastRung: string | null;
  /** Credit of each member under Weighted Round Robin. */
  credits: Readonly<Record<string, number>>;
}

/** A group with all its members, in order. */
export interface GroupNow {
  settings: DistributionSettings;
  members: readonly GroupMember[];
  callers: readonly Caller[];
  memory: GroupMemory;
}

/** Why a caller is released: time ran out, no member is available, or Max Dials is reached. */
type LeaveReason = "timeout" | "empty" | "maxDials";

/** Actions for the callers of a group. */
export interface Offers {
  /** Phones that start ringing. */
  rings: { callId: string; userId: string; untilMs: number }[];
  /** Phones that stop ringing. */
  stops: { callId: string; userId: string }[];
  /** Callers that are released. */
  leaves: { callId: string; because: LeaveReason }[];
  /** Callers that still wait. */
  callers: Caller[];
  memory: GroupMemory;
  /** When to run again if nothing happens. Null means never. */
  wakeAtMs: number | null;
}

/** A group without callers so far. */
export const newMemory: GroupMemory = { lastRung: null, credits: {} };

/** A new caller. */
export const newCaller = (callId: string, nowMs: number): Caller => ({
  callId,
  sinceMs: nowMs,
  dials: 0,
  tried: [],
  ring: null,
  notBeforeMs: nowMs,
});

/**
 * Decides who is rung for whom. Callers are served in order of arrival: no member is rung for a caller while an earlier
 * one could have them. A caller between two attempts does not block others (telecom §8, autofill). Pure: randomness is
 * passed in, from 0 up to 1.
 */
export function offerCalls(group: GroupNow, nowMs: number, random: () => number): Offers {
  const walk = new OfferWalk(group, nowMs, random);
  for (const caller of [...group.callers].sort(byArrival)) walk.take(caller);
  return walk.result();
}

/** Removes a declined or disconnected phone from a ring. The attempt ends with its last phone. */
export function withoutPhone(
  caller: Caller,
  userId: string,
  { delayNextCall }: DistributionSettings,
  nowMs: number,
): Caller {
  if (caller.ring === null) return caller;
  const userIds = caller.ring.userIds.filter((one) => one !== userId);
  if (userIds.length > 0) return { ...caller, ring: { ...caller.ring, userIds } };
  return { ...caller, ring: null, notBeforeMs: nowMs + delayNextCall * 1_000 };
}

const byArrival = (a: Caller, b: Caller): number => a.sinceMs - b.sinceMs || (a.callId < b.callId ? -1 : 1);

class OfferWalk {
  private readonly settings: DistributionSettings;
  private readonly members: GroupMember[];
  private readonly isEmpty: boolean;
  private readonly nowMs: number;
  private readonly random: () => number;
  private memory: GroupMemory;
  private readonly rings: Offers["rings"] = [];
  private readonly stops: Offers["stops"] = [];
  private readonly leaves: Offers["leaves"] = [];
  private readonly callers: Caller[] = [];

  constructor({ settings, members, callers, memory }: GroupNow, nowMs: number, random: () => number) {
    this.settings = settings;
    this.nowMs = nowMs;
    this.random = random;
    this.memory = memory;
    this.isEmpty = members.every(({ state }) => state === "away");
    // members whose ring has ended are free for earlier callers too
    const freed = new Set(
      callers.filter((caller) => this.ringIsOver(caller)).flatMap(({ ring }) => ring?.userIds ?? []),
    );
    this.members = members.map((member) =>
      freed.has(member.userId) && member.state === "busy"
        ? { ...member, state: "free", idleSinceMs: nowMs }
        : { ...member },
    );
  }

  take(caller: Caller): void {
    let one = caller;
    if (this.ringIsOver(one)) {
      for (const userId of one.ring?.userIds ?? []) this.stops.push({ callId: one.callId, userId });
      const untilMs = one.ring?.untilMs ?? this.nowMs;
      one = { ...one, ring: null, notBeforeMs: untilMs + this.settings.delayNextCall * 1_000 };
    }
    const because = this.reasonToLeave(one);
    if (because !== null) {
      this.leaves.push({ callId: one.callId, because });
      return;
    }
    this.callers.push(this.isRingAll ? this.ringAll(one) : this.ringOne(one));
  }

  private get isRingAll(): boolean {
    return this.settings.distributionType === distributionTypes.ringAll;
  }

  private ringIsOver(caller: Caller): boolean {
    const { ring } = caller;
    return ring !== null && (ring.untilMs <= this.nowMs || this.waitsUntil(caller) <= this.nowMs);
  }

  private waitsUntil({ sinceMs, isCallback }: Caller): number {
    return isCallback ? Number.POSITIVE_INFINITY : sinceMs + this.settings.maxWaitSeconds * 1_000;
  }

  private reasonToLeave(caller: Caller): LeaveReason | null {
    const { ring, dials, isCallback } = caller;
    if (ring !== null || isCallback) return null;
    if (this.waitsUntil(caller) <= this.nowMs) return "timeout";
    if (this.settings.distributionType === distributionTypes.sequential && dials >= this.settings.maxDials)
      return "maxDials";
    return this.isEmpty ? "empty" : null;
  }

  /** Rings everyone who is free. Members who become free meanwhile join. */
  private ringAll(caller: Caller): Caller {
    const isNew = caller.ring === null;
    if (isNew && caller.notBeforeMs > this.nowMs) return caller;
    const tried = isNew ? [] : caller.tried;
    const free = this.free().filter(({ userId }) => !tried.includes(userId));
    if (free.length === 0) return caller;
    const untilMs = caller.ring?.untilMs ?? this.ringsUntil(caller);
    for (const member of free) this.ring(caller, member, untilMs);
    const userIds = free.map(({ userId }) => userId);
    return {
      ...caller,
      dials: caller.dials + (isNew ? 1 : 0),
      tried: [...tried, ...userIds],
      ring: { userIds: [...(caller.ring?.userIds ?? []), ...userIds], untilMs },
    };
  }

  private ringOne(caller: Caller): Caller {
    if (caller.ring !== null || caller.notBeforeMs > this.nowMs) return caller;
    const chosen = this.choose(caller);
    if (chosen === undefined) return caller;
    const { member, tried } = chosen;
    const untilMs = this.ringsUntil(caller);
    this.ring(caller, member, untilMs);
    return { ...caller, dials: caller.dials + 1, tried, ring: { userIds: [member.userId], untilMs } };
  }

  private ringsUntil(caller: Caller): number {
    return Math.min(this.nowMs + this.settings.tryCallTimeout * 1_000, this.waitsUntil(caller));
  }

  private ring({ callId }: Caller, member: GroupMember, untilMs: number): void {
    member.state = "busy";
    this.memory = { ...this.memory, lastRung: member.userId };
    this.rings.push({ callId, userId: member.userId, untilMs });
  }

  private free(): GroupMember[] {
    return this.members.filter(({ state }) => state === "free");
  }

  private choose({ tried }: Caller): { member: GroupMember; tried: readonly string[] } | undefined {
    const free = this.free();
    const [first] = free;
    if (first === undefined) return undefined;
    switch (this.settings.distributionType) {
      case distributionTypes.random:
        return { member: free[Math.floor(this.random() * free.length)] ?? first, tried };
      case distributionTypes.weightedRoundRobin:
        return { member: this.byWeight(free, first), tried };
      case distributionTypes.roundRobin:
        return { member: this.afterTheLast() ?? first, tried };
      case distributionTypes.sequential: {
        const next = free.find(({ userId }) => !tried.includes(userId));
        return next ? { member: next, tried: [...tried, next.userId] } : { member: first, tried: [first.userId] };
      }
      default:
        return {
          member: free.reduce((longest, one) => (one.idleSinceMs < longest.idleSinceMs ? one : longest)),
          tried,
        };
    }
  }

  /** Rings members in turn, starting after the last one rung. */
  private afterTheLast(): GroupMember | undefined {
    const at = this.members.findIndex(({ userId }) => userId === this.memory.lastRung);
    return [...this.members.slice(at + 1), ...this.members.slice(0, at + 1)].find(({ state }) => state === "free");
  }

  /** Smooth weighting: every free member gains their weight, and the one with the most credit is rung and pays the total. */
  private byWeight(free: readonly GroupMember[], first: GroupMember): GroupMember {
    const credits: Record<string, number> = {};
    for (const { userId } of this.members) setOwnValue(credits, userId, ownValue(this.memory.credits, userId) ?? 0);
    const creditOf = ({ userId }: GroupMember): number => ownValue(credits, userId) ?? 0;
    for (const member of free) setOwnValue(credits, member.userId, creditOf(member) + member.weight);
    const chosen = free.reduce((best, one) => (creditOf(one) > creditOf(best) ? one : best), first);
    const weights = free.reduce((sum, { weight }) => sum + weight, 0);
    setOwnValue(credits, chosen.userId, creditOf(chosen) - weights);
    this.memory = { ...this.memory, credits };
    return chosen;
  }

  result(): Offers {
    const { rings, stops, leaves, callers, memory } = this;
    return { rings, stops, leaves, callers, memory, wakeAtMs: this.wakeAt() };
  }

  private wakeAt(): number | null {
    const times = this.callers.flatMap((caller) => [
      caller.ring?.untilMs ?? (caller.notBeforeMs > this.nowMs ? caller.notBeforeMs : Number.POSITIVE_INFINITY),
      this.waitsUntil(caller),
    ]);
    const first = Math.min(...times);
    return Number.isFinite(first) ? first : null;
  }
}
