import { describe, expect, test } from "vitest";
import { DayWitness, type GroupPromise } from "./dayWitness.ts";
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
const strategies = Object.keys(distributionTypes) as (keyof typeof distributionTypes)[];
const inGroup = (settings: DistributionSettings) => ({ settings, witness: new DayWitness(settings) });
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
  witness: DayWitness;
}
interface Phone {
  state: "free" | "ringing" | "talking" | "away";
  callId: string | null;
  idleSinceMs: number;
}
type Ending = "answered" | "hungUp" | "timeout" | "empty" | "maxDials";

/** A simulated day of calls to six groups that share members. */
class Day {
  private readonly chance = chanceOf(20_271_105);
  private readonly todo: { atMs: number; order: number; run: () => void }[] = [];
  private order = 0;
  nowMs = 0;
  readonly phones = new Map<string, Phone>();
  readonly groups: Group[];
  readonly endings = new Map<string, Ending>();
  readonly waited: number[] = [];
  rings = 0;

  constructor() {
    const users = Array.from({ length: 24 }, (_, at) => `u${at}`);
    for (const userId of users) this.phones.set(userId, { state: "free", callId: null, idleSinceMs: 0 });
    this.groups = strategies.map((name, at) => ({
      name,
      ...inGroup({
        ...distributionDefaults,
        distributionType: distributionTypes[name],
        maxDials: 3,
        delayNextCall: 1 + at * 2,
        tryCallTimeout: 5 + at * 5,
        maxWaitSeconds: 180,
      }),
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
    group.witness.arrives(callId, this.nowMs);
    // some hang up before anybody could answer
    if (this.chance() < 0.1) this.at(this.nowMs + this.chance() * 40_000, () => this.hangsUp(group, callId));
    this.offer();
  }

  private hangsUp(group: Group, callId: string): void {
    const caller = group.callers.find((one) => one.callId === callId);
    if (caller === undefined) return;
    group.callers = group.callers.filter((one) => one !== caller);
    group.witness.leaves(callId);
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

  /** Members sometimes go away while they are not called. */
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

  /** Looks at every group, and does what it says; its witness looks on. */
  private offer(): void {
    for (const group of this.groups) {
      if (group.callers.length === 0) continue;
      const before = new Map(group.callers.map((caller) => [caller.callId, caller]));
      const members = this.members(group);
      const offers = offerCalls({ ...group, members }, this.nowMs, this.chance);
      const phones = members.map(({ state, ...one }) => ({
        ...one,
        isFree: state === "free",
        isAway: state === "away",
      }));
      group.witness.looks(offers, phones, this.nowMs);
      for (const { userId } of offers.stops) this.becomesFree(userId);
      for (const { callId, because } of offers.leaves) this.ends(before.get(callId)!, because);
      group.callers = offers.callers;
      group.memory = offers.memory;
      for (const { callId, userId } of offers.rings) this.begins(group, callId, userId);
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

  private begins(group: Group, callId: string, userId: string): void {
    const phone = this.phones.get(userId)!;
    expect(phone.state).toBe("free");
    Object.assign(phone, { state: "ringing", callId });
    this.rings++;
    const does = this.chance();
    const afterMs = Math.floor(this.chance() * 20_000);
    if (does < 0.6) this.at(this.nowMs + afterMs, () => this.answers(group, callId, userId));
    else if (does < 0.7) this.at(this.nowMs + afterMs, () => this.declines(group, callId, userId));
  }

  private isRinging(group: Group, callId: string, userId: string): Caller | undefined {
    const caller = group.callers.find((one) => one.callId === callId);
    return caller?.ring?.userIds.includes(userId) && this.phones.get(userId)?.callId === callId ? caller : undefined;
  }

  private answers(group: Group, callId: string, userId: string): void {
    const caller = this.isRinging(group, callId, userId);
    if (caller === undefined) return;
    group.callers = group.callers.filter((one) => one !== caller);
    group.witness.leaves(callId);
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
    group.witness.declines(callId, userId, this.nowMs);
    const after = withoutPhone(caller, userId, group.settings, this.nowMs);
    group.callers = group.callers.map((one) => (one === caller ? after : one));
    this.offer();
  }
}

const isBefore = (a: { atMs: number; order: number }, b: { atMs: number; order: number }): boolean =>
  a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

describe("a day of 10 000 calls to six groups that share their people (telecom §8)", () => {
  const day = new Day();
  day.run();
  const groupOf = (name: string): Group => day.groups.find((group) => group.name === name)!;
  const ended = [...day.endings.values()];
  const countOf = (ending: Ending): number => ended.filter((one) => one === ending).length;

  test("every caller is served or let go, exactly once on a busy day", () => {
    expect(day.endings.size).toBe(callsOfTheDay);
    expect(Math.max(...day.waited)).toBeLessThanOrEqual(180_000);
    expect([...day.phones.values()].filter(({ state }) => state === "ringing" || state === "talking")).toEqual([]);
    for (const ending of ["hungUp", "maxDials", "timeout"] as const) expect(countOf(ending)).toBeGreaterThan(20);
    expect(countOf("answered")).toBeGreaterThan(callsOfTheDay / 2);
    expect(day.rings).toBeGreaterThan(callsOfTheDay);
  });

  const promises: [promise: GroupPromise, atLeast: number][] = [
    ["arrival order", 1_000],
    ["never rung twice at once", 1_000],
    ["who is rung", 1_000],
    ["timers", 1_000],
  ];
  describe.for(strategies)("%s", (name) => {
    test.for(promises)("%s, at every one of at least %i occasions", ([promise, atLeast]) => {
      const { broken, seen } = groupOf(name).witness;
      expect(broken.filter((one) => one.promise === promise)).toEqual([]);
      expect(seen[promise]).toBeGreaterThan(atLeast);
    });
  });

  test("Max Dials: exactly three attempts under Sequential, and no limit under the others", () => {
    expect(groupOf("sequential").witness.broken).toEqual([]);
    expect(groupOf("sequential").witness.seen["max dials"]).toBeGreaterThan(100);
    expect(groupOf("sequential").witness.mostDials).toBe(3);
    for (const name of strategies.filter((one) => one !== "sequential"))
      expect([name, groupOf(name).witness.mostDials > 3]).toEqual([name, true]);
  });

  test("Weighted Round Robin: each member's attempts are their weight's share of those for which they were free", () => {
    const { shares } = groupOf("weightedRoundRobin").witness;
    expect(shares.size).toBe(8);
    // random choices may differ by the standard deviation
    for (const [userId, { rung, fair, variance }] of shares)
      expect([userId, Math.abs(rung - fair) < Math.sqrt(variance) / 2]).toEqual([userId, true]);
  });

  test("Random: free members are rung equally often within chance", () => {
    const { shares } = groupOf("random").witness;
    expect(shares.size).toBe(8);
    for (const [userId, { rung, fair, variance }] of shares)
      expect([userId, Math.abs(rung - fair) < 4 * Math.sqrt(variance)]).toEqual([userId, true]);
  });
});
