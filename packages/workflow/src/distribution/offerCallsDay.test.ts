import { describe, expect, test } from "vitest";
import {
  type Caller,
  type GroupMember,
  type GroupMemory,
  newCaller,
  newMemory,
  offerCalls,
  withoutPhone,
} from "./offerCalls.ts";
import { type DistributionSettings, distributionDefaults, distributionTypes } from "./settings.ts";

const dayMs = 86_400_000;
const callsOfTheDay = 10_000;

/** Chance that is the same every time. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Group {
  name: string;
  settings: DistributionSettings;
  members: { userId: string; weight: number }[];
  callers: Caller[];
  memory: GroupMemory;
  wakesAtMs: number;
}
interface Phone {
  state: "free" | "ringing" | "talking" | "away";
  callId: string | null;
  idleSinceMs: number;
}
type Ending = "answered" | "hungUp" | "timeout" | "empty" | "maxDials";

/** A day of calls to six groups that share their people, on a clock that nobody waits for. */
class Day {
  private readonly chance = chanceOf(20_271_105);
  private readonly todo: { atMs: number; order: number; run: () => void }[] = [];
  private order = 0;
  nowMs = 0;
  readonly phones = new Map<string, Phone>();
  readonly groups: Group[];
  readonly endings = new Map<string, Ending>();
  readonly waited: number[] = [];
  readonly rungBy: Record<string, number> = {};
  rings = 0;

  constructor() {
    const users = Array.from({ length: 24 }, (_, at) => `u${at}`);
    for (const userId of users) this.phones.set(userId, { state: "free", callId: null, idleSinceMs: 0 });
    this.groups = (Object.keys(distributionTypes) as (keyof typeof distributionTypes)[]).map((name, at) => ({
      name,
      settings: {
        ...distributionDefaults,
        distributionType: distributionTypes[name],
        maxDials: 3,
        delayNextCall: 1 + at * 2,
        tryCallTimeout: 5 + at * 5,
        maxWaitSeconds: 180,
      },
      // every group has people of its own, and shares others with its neighbours
      members: users
        .filter((_, user) => user % 6 === at || user % 6 === (at + 1) % 6)
        .map((userId, place) => ({ userId, weight: 1 + (place % 4) })),
      callers: [],
      memory: newMemory,
      wakesAtMs: -1,
    }));
    for (const userId of users) this.shift(userId);
    for (let call = 0; call < callsOfTheDay; call++) {
      const group = this.groups[call % 6]!;
      this.at(Math.floor(this.chance() * dayMs), () => this.arrives(group, `call-${call}`));
    }
  }

  run(): void {
    for (let next = this.pop(); next !== undefined; next = this.pop()) {
      this.nowMs = next.atMs;
      next.run();
    }
  }

  /** A binary heap by time, then by the order in which things were planned. */
  private at(atMs: number, run: () => void): void {
    const { todo } = this;
    todo.push({ atMs, order: this.order++, run });
    for (let at = todo.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!isBefore(todo[at]!, todo[parent]!)) break;
      [todo[at], todo[parent]] = [todo[parent]!, todo[at]!];
      at = parent;
    }
  }

  private pop() {
    const { todo } = this;
    const [first] = todo;
    const last = todo.pop();
    if (first === undefined || last === undefined || todo.length === 0) return first;
    todo[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < todo.length && isBefore(todo[left]!, todo[least]!)) least = left;
      if (right < todo.length && isBefore(todo[right]!, todo[least]!)) least = right;
      if (least === at) return first;
      [todo[at], todo[least]] = [todo[least]!, todo[at]!];
      at = least;
    }
  }

  private arrives(group: Group, callId: string): void {
    group.callers.push(newCaller(callId, this.nowMs));
    // some hang up before anybody could answer
    if (this.chance() < 0.1) this.at(this.nowMs + this.chance() * 40_000, () => this.hangsUp(group, callId));
    this.offer();
  }

  private hangsUp(group: Group, callId: string): void {
    const caller = group.callers.find((one) => one.callId === callId);
    if (caller === undefined) return;
    group.callers = group.callers.filter((one) => one !== caller);
    for (const userId of caller.ring?.userIds ?? []) this.becomesFree(userId);
    this.ends(caller, "hungUp");
    this.offer();
  }

  private ends({ callId, sinceMs }: Caller, ending: Ending): void {
    expect(this.endings.has(callId)).toBe(false);
    this.endings.set(callId, ending);
    this.waited.push(this.nowMs - sinceMs);
  }

  private becomesFree(userId: string): void {
    Object.assign(this.phones.get(userId)!, { state: "free", callId: null, idleSinceMs: this.nowMs });
  }

  /** People go away now and then, when nobody calls them. */
  private shift(userId: string): void {
    this.at(this.nowMs + this.chance() * 7_200_000, () => {
      const phone = this.phones.get(userId)!;
      if (phone.state === "free") {
        phone.state = "away";
        this.at(this.nowMs + this.chance() * 1_800_000, () => {
          this.becomesFree(userId);
          this.offer();
        });
      }
      if (this.nowMs < dayMs) this.shift(userId);
    });
  }

  private members(group: Group): GroupMember[] {
    return group.members.map(({ userId, weight }) => {
      const { state, idleSinceMs } = this.phones.get(userId)!;
      return { userId, weight, state: state === "free" || state === "away" ? state : "busy", idleSinceMs };
    });
  }

  /** Looks at every group, and does what it says; every promise is checked as it does. */
  private offer(): void {
    for (const group of this.groups) {
      if (group.callers.length === 0) continue;
      const before = new Map(group.callers.map((caller) => [caller.callId, caller]));
      const members = this.members(group);
      const offers = offerCalls({ ...group, members }, this.nowMs, this.chance);
      for (const { userId } of offers.stops) this.becomesFree(userId);
      for (const { callId, because } of offers.leaves) {
        const caller = before.get(callId)!;
        if (because === "maxDials") expect([group.name, caller.dials]).toEqual(["sequential", 3]);
        if (because === "timeout") expect(this.nowMs - caller.sinceMs).toBe(180_000);
        this.ends(caller, because);
      }
      this.checkOrder(group, offers.callers, new Set(offers.rings.map(({ callId }) => callId)));
      group.callers = offers.callers;
      group.memory = offers.memory;
      for (const { callId, userId, untilMs } of offers.rings) this.rings1(group, before.get(callId)!, userId, untilMs);
      if (offers.wakeAtMs !== null) {
        expect(offers.wakeAtMs).toBeGreaterThan(this.nowMs);
        this.wakes(group, offers.wakeAtMs);
      }
    }
  }

  /** Once per group and moment. */
  private wakes(group: Group, atMs: number): void {
    if (group.wakesAtMs === atMs) return;
    group.wakesAtMs = atMs;
    this.at(atMs, () => (group.wakesAtMs === atMs ? this.offer() : undefined));
  }

  /** Nobody is rung for a caller while an earlier one is ready and has nobody. */
  private checkOrder(group: Group, callers: readonly Caller[], rung: ReadonlySet<string>): void {
    let isSomebodyReady = false;
    for (const { callId, ring, notBeforeMs } of callers) {
      if (rung.has(callId)) expect([group.name, isSomebodyReady]).toEqual([group.name, false]);
      if (ring === null && notBeforeMs <= this.nowMs) isSomebodyReady = true;
    }
  }

  private rings1(group: Group, before: Caller, userId: string, untilMs: number): void {
    const { settings } = group;
    const phone = this.phones.get(userId)!;
    // nobody rung twice at once, on the phone, or away
    expect(phone.state).toBe("free");
    if (before.ring === null) {
      const ringMs = Math.min(settings.tryCallTimeout * 1_000, before.sinceMs + 180_000 - this.nowMs);
      expect(untilMs - this.nowMs).toBe(ringMs);
      expect(this.nowMs).toBeGreaterThanOrEqual(before.notBeforeMs);
    }
    Object.assign(phone, { state: "ringing", callId: before.callId });
    this.rings++;
    if (group.name === "weightedRoundRobin") this.rungBy[userId] = (this.rungBy[userId] ?? 0) + 1;
    const does = this.chance();
    const afterMs = Math.floor(this.chance() * 20_000);
    if (does < 0.6) this.at(this.nowMs + afterMs, () => this.answers(group, before.callId, userId));
    else if (does < 0.7) this.at(this.nowMs + afterMs, () => this.declines(group, before.callId, userId));
  }

  private isRinging(group: Group, callId: string, userId: string): Caller | undefined {
    const caller = group.callers.find((one) => one.callId === callId);
    return caller?.ring?.userIds.includes(userId) && this.phones.get(userId)?.callId === callId ? caller : undefined;
  }

  private answers(group: Group, callId: string, userId: string): void {
    const caller = this.isRinging(group, callId, userId);
    if (caller === undefined) return;
    group.callers = group.callers.filter((one) => one !== caller);
    for (const other of caller.ring?.userIds ?? []) if (other !== userId) this.becomesFree(other);
    Object.assign(this.phones.get(userId)!, { state: "talking" });
    this.ends(caller, "answered");
    this.at(this.nowMs + 20_000 + this.chance() * 160_000, () => {
      this.becomesFree(userId);
      this.offer();
    });
    this.offer();
  }

  private declines(group: Group, callId: string, userId: string): void {
    const caller = this.isRinging(group, callId, userId);
    if (caller === undefined) return;
    this.becomesFree(userId);
    const after = withoutPhone(caller, userId, group.settings, this.nowMs);
    group.callers = group.callers.map((one) => (one === caller ? after : one));
    this.offer();
  }
}

const isBefore = (a: { atMs: number; order: number }, b: { atMs: number; order: number }): boolean =>
  a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

describe("a day of 10 000 calls to six groups that share their people (telecom-domain §8)", () => {
  test("every caller is served or let go, once, in order; no phone rings twice at once; every timer holds", () => {
    const day = new Day();
    day.run();
    const ended = [...day.endings.values()];
    const counts = Object.fromEntries(
      [...new Set(ended)].sort().map((ending) => [ending, ended.filter((one) => one === ending).length]),
    );
    expect(day.endings.size).toBe(callsOfTheDay);
    expect(Math.max(...day.waited)).toBeLessThanOrEqual(180_000);
    expect([...day.phones.values()].filter(({ state }) => state === "ringing" || state === "talking")).toEqual([]);
    // the day is a busy one: each way to end is walked, and most callers are answered
    expect(Object.keys(counts)).toEqual(expect.arrayContaining(["answered", "hungUp", "maxDials", "timeout"]));
    expect(counts["answered"]).toBeGreaterThan(callsOfTheDay / 2);
    expect(day.rings).toBeGreaterThan(callsOfTheDay);
    // whoever weighs more is rung more often
    const weights = day.groups.find(({ name }) => name === "weightedRoundRobin")!.members;
    const rungOf = (weight: number) =>
      weights.filter((one) => one.weight === weight).reduce((sum, { userId }) => sum + (day.rungBy[userId] ?? 0), 0);
    expect([1, 2, 3, 4].map(rungOf)).toEqual([1, 2, 3, 4].map(rungOf).sort((a, b) => a - b));
  });
});
