import { describe, expect, test } from "vitest";
import {
  type Caller,
  type GroupMember,
  type GroupMemory,
  newCaller,
  newMemory,
  type Offers,
  offerCalls,
  withoutPhone,
} from "./offerCalls.ts";
import { type DistributionSettings, distributionDefaults, distributionTypes } from "./settings.ts";

const free = (userId: string, more: Partial<GroupMember> = {}): GroupMember => ({
  userId,
  weight: 1,
  state: "free",
  idleSinceMs: 0,
  ...more,
});
const settingsOf = (
  distribution: keyof typeof distributionTypes,
  more: Partial<DistributionSettings> = {},
): DistributionSettings => ({ ...distributionDefaults, distributionType: distributionTypes[distribution], ...more });

interface Scene {
  settings: DistributionSettings;
  members: readonly GroupMember[];
  callers: readonly Caller[];
  memory?: GroupMemory;
}
const offer = ({ memory = newMemory, ...scene }: Scene, nowMs = 0, chance = 0): Offers =>
  offerCalls({ ...scene, memory }, nowMs, () => chance);
const rung = ({ rings }: Offers): string[] => rings.map(({ callId, userId }) => `${callId} ${userId}`);

/** Rings one caller after the other while every member is free, and returns who rang. */
function inTurn(scene: Omit<Scene, "callers">, count: number): string {
  let memory = newMemory;
  let who = "";
  for (let at = 0; at < count; at++) {
    const offers = offer({ ...scene, memory, callers: [newCaller(`c${at}`, at)] }, at);
    memory = offers.memory;
    who += offers.rings.map(({ userId }) => userId).join("");
  }
  return who;
}

describe("distributions of work groups (telecom §8)", () => {
  const abc = [free("a"), free("b"), free("c")];

  test("1 Ring All rings every available member at once, including those who become available meanwhile", () => {
    const settings = settingsOf("ringAll");
    const members = [free("a"), free("b", { state: "away" }), free("c", { state: "busy" }), free("d")];
    const first = offer({ settings, members, callers: [newCaller("x", 0), newCaller("y", 1)] });
    expect(rung(first)).toEqual(["x a", "x d"]);
    const now = [free("a", { state: "busy" }), free("b"), free("c", { state: "busy" }), free("d", { state: "busy" })];
    const later = offer({ settings, members: now, callers: first.callers }, 4_000);
    // the earlier caller has her too, until the same moment
    expect(later.rings).toEqual([{ callId: "x", userId: "b", untilMs: 15_000 }]);
  });

  test("a caller who is called back keeps their place, and waits past the longest wait and while everyone is away", () => {
    const settings = settingsOf("firstInFirstOut");
    const back: Caller = { ...newCaller("back", 0), isCallback: true };
    const late = 10_000_000;
    const away = offer({ settings, members: [free("a", { state: "away" })], callers: [back] }, late);
    expect([away.leaves, away.callers, away.wakeAtMs]).toEqual([[], [back], null]);
    const callers = [newCaller("live", late - 1_000), back];
    expect(rung(offer({ settings, members: [free("a")], callers }, late))).toEqual(["back a"]);
  });

  test("2 First In First Out rings the one idle longest for the caller who came first", () => {
    const members = [free("a", { idleSinceMs: 30 }), free("b", { idleSinceMs: 10 }), free("c", { idleSinceMs: 20 })];
    const callers = [newCaller("late", 3), newCaller("early", 1), newCaller("middle", 2), newCaller("last", 4)];
    expect(rung(offer({ settings: settingsOf("firstInFirstOut"), members, callers }, 50))).toEqual([
      "early b",
      "middle c",
      "late a",
    ]);
  });

  test.for([
    [0, "a"],
    [0.34, "b"],
    [0.99, "c"],
  ] as const)("3 Random rings any available member: chance %d rings %s", ([chance, who]) => {
    const offers = offer(
      {
        settings: settingsOf("random"),
        members: [free("a"), free("z", { state: "busy" }), free("b"), free("c")],
        callers: [newCaller("x", 0)],
      },
      0,
      chance,
    );
    expect(rung(offers)).toEqual([`x ${who}`]);
  });

  test("4 Weighted Round Robin rings each as often as their weight, and never in a row where it need not", () => {
    const members = [free("a", { weight: 5 }), free("b"), free("c")];
    expect(inTurn({ settings: settingsOf("weightedRoundRobin"), members }, 14)).toBe("aabacaaaabacaa");
  });

  test("7 Round Robin continues after the last member rung, skips busy members, and restarts when that member left", () => {
    const settings = settingsOf("roundRobin");
    expect(inTurn({ settings, members: abc }, 7)).toBe("abcabca");
    const callers = [newCaller("x", 0)];
    const memory = { ...newMemory, lastRung: "a" };
    const members = [free("a"), free("b", { state: "busy" }), free("c")];
    expect(rung(offer({ settings, members, callers, memory }))).toEqual(["x c"]);
    expect(rung(offer({ settings, members, callers, memory: { ...newMemory, lastRung: "gone" } }))).toEqual(["x a"]);
  });

  test("9 Sequential starts from the first member for every caller, and lets them go after Max Dials attempts", () => {
    const settings = settingsOf("sequential", { maxDials: 4 });
    expect(inTurn({ settings, members: abc }, 3)).toBe("aaa");
    let callers: readonly Caller[] = [newCaller("x", 0)];
    let who = "";
    let nowMs = 0;
    for (
      let offers = offer({ settings, members: abc, callers });
      ;
      offers = offer({ settings, members: abc, callers }, nowMs)
    ) {
      who += offers.rings.map(({ userId, untilMs }) => `${userId}${untilMs / 1_000} `).join("");
      ({ callers } = offers);
      if (offers.leaves.length > 0) {
        expect(offers.leaves).toEqual([{ callId: "x", because: "maxDials" }]);
        break;
      }
      nowMs = offers.wakeAtMs ?? Number.NaN;
    }
    // 15 seconds of ringing, 5 of pause, and none after the last ring
    expect([who.trim(), nowMs]).toEqual(["a15 b35 c55 a75", 75_000]);
  });

  test("the longest wait cuts the last ring short, and lets the caller go", () => {
    const settings = settingsOf("firstInFirstOut", { maxWaitSeconds: 30 });
    const tried = { ...newCaller("x", 0), notBeforeMs: 20_000 };
    const ringing = offer({ settings, members: [free("a")], callers: [tried] }, 20_000);
    expect(ringing.rings).toEqual([{ callId: "x", userId: "a", untilMs: 30_000 }]);
    const over = offer({ settings, members: [free("a", { state: "busy" })], callers: ringing.callers }, 30_000);
    expect([over.stops, over.leaves]).toEqual([[{ callId: "x", userId: "a" }], [{ callId: "x", because: "timeout" }]]);
  });

  test("a caller who pauses between two attempts does not block others and keeps the first place", () => {
    const settings = settingsOf("firstInFirstOut");
    const paused = { ...newCaller("x", 0), dials: 1, notBeforeMs: 20_000 };
    const callers = [paused, newCaller("y", 5)];
    expect(rung(offer({ settings, members: [free("a")], callers }, 16_000))).toEqual(["y a"]);
    expect(rung(offer({ settings, members: [free("a")], callers }, 20_000))).toEqual(["x a"]);
  });

  test("a phone whose ring is over can be had by an earlier caller at that moment", () => {
    const settings = settingsOf("firstInFirstOut");
    const rings = { ...newCaller("y", 5), dials: 1, ring: { userIds: ["a"], untilMs: 15_000 } };
    const offers = offer(
      { settings, members: [free("a", { state: "busy" })], callers: [newCaller("x", 0), rings] },
      15_000,
    );
    expect([offers.stops, rung(offers)]).toEqual([[{ callId: "y", userId: "a" }], ["x a"]]);
  });

  test("a caller waits for busy members but not when all are away", () => {
    const settings = settingsOf("roundRobin");
    const callers = [newCaller("x", 0)];
    const empty = [{ callId: "x", because: "empty" }];
    expect(offer({ settings, members: [], callers }).leaves).toEqual(empty);
    expect(offer({ settings, members: [free("a", { state: "away" })], callers }).leaves).toEqual(empty);
    expect(offer({ settings, members: [free("a", { state: "busy" })], callers }).leaves).toEqual([]);
  });

  test("a declined ring continues on the other phones until the last one", () => {
    const settings = settingsOf("ringAll");
    const [caller] = offer({ settings, members: [free("a"), free("b")], callers: [newCaller("x", 0)] }).callers;
    const one = withoutPhone(caller!, "a", settings, 2_000);
    expect(one.ring).toEqual({ userIds: ["b"], untilMs: 15_000 });
    expect(withoutPhone(one, "b", settings, 3_000)).toMatchObject({ ring: null, notBeforeMs: 8_000 });
  });
});
