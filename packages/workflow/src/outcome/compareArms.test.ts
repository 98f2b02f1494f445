import { expect, it } from "vitest";
import type { Arm } from "./arm.ts";
import { compareArms, rateInterval } from "./compareArms.ts";

const arm = (name: string, people: number, converted: number, weight?: number): Arm => ({
  name,
  people,
  converted,
  weight,
});

/** A sequence of numbers between 0 and 1 that is the same in every run (mulberry32). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** How many trials name a winner within thirty days, looked at daily, by the verdict and by the usual test. */
function simulate({ rates, perDay, trials, seed }: { rates: number[]; perDay: number; trials: number; seed: number }) {
  const next = chances(seed);
  let byVerdict = 0;
  let byUsualTest = 0;
  for (let trial = 0; trial < trials; trial++) {
    const arms = rates.map((_, index) => arm(String(index), 0, 0, 1));
    let [isNamed, isUsual] = [false, false];
    for (let day = 0; day < 30; day++) {
      arms.forEach((one, index) => {
        one.people += perDay;
        for (let contact = 0; contact < perDay; contact++) if (next() < (rates[index] ?? 0)) one.converted++;
      });
      isNamed ||= compareArms(arms).kind === "winner";
      isUsual ||= usualTest(arms[0] as Arm, arms[1] as Arm);
    }
    byVerdict += Number(isNamed);
    byUsualTest += Number(isUsual);
  }
  return { verdict: byVerdict / trials, usual: byUsualTest / trials };
}

/** The two-proportion test at 5 %, meant for one look. */
function usualTest(a: Arm, b: Arm): boolean {
  const pooled = (a.converted + b.converted) / (a.people + b.people);
  const d = b.converted / b.people - a.converted / a.people;
  return Math.abs(d) / Math.sqrt(pooled * (1 - pooled) * (1 / a.people + 1 / b.people)) > 1.96;
}

it("names a winner between identical texts in at most 5 % of trials with thirty daily looks (decision 0092)", () => {
  const { verdict, usual } = simulate({ rates: [0.1, 0.1], perDay: 500, trials: 500, seed: 1 });
  expect(verdict).toBeLessThanOrEqual(0.05);
  // the trials can tell a false winner: the usual test names one far more often
  expect(usual).toBeGreaterThan(0.2);
});

it("names a winner among four identical texts in at most 5 % of trials", () => {
  expect(simulate({ rates: [0.1, 0.1, 0.1, 0.1], perDay: 200, trials: 300, seed: 2 }).verdict).toBeLessThanOrEqual(
    0.05,
  );
});

it("finds 12 % against 10 % within thirty days in most trials", () => {
  expect(simulate({ rates: [0.1, 0.12], perDay: 500, trials: 100, seed: 3 }).verdict).toBeGreaterThan(0.9);
});

it.for<[name: string, arms: Arm[], kind: string, sentence: string]>([
  ["one arm", [arm("A", 100, 50)], "none", "Nothing to compare yet."],
  ["arms without contacts", [arm("A", 0, 0), arm("B", 0, 0)], "none", "Nothing to compare yet."],
  [
    "few conversions",
    [arm("A", 100, 3), arm("B", 100, 9)],
    "early",
    "Too early. A has 3 contacts with the goal, and 5 are needed.",
  ],
  [
    "hardly anyone without the goal",
    [arm("A", 100, 50), arm("B", 100, 98)],
    "early",
    "Too early. B has 2 contacts without the goal, and 5 are needed.",
  ],
  [
    "a split that chance does not explain",
    [arm("A", 700, 70, 50), arm("B", 300, 60, 50)],
    "uneven",
    "Contacts are not divided as planned, so there is no verdict.",
  ],
  [
    "a clear difference",
    [arm("A", 5_000, 500, 50), arm("B", 5_000, 700, 50)],
    "winner",
    "B is better by 2.0 to 6.0 points. This holds however often you look.",
  ],
  [
    "a difference that may be chance",
    [arm("A", 500, 50, 50), arm("B", 500, 70, 50)],
    "open",
    "B is ahead; about 1,700 more contacts until we know. B may be 3.6 points worse or 11.6 points better.",
  ],
  [
    "equal rates of few contacts",
    [arm("A", 200, 20), arm("B", 200, 20)],
    "open",
    "All are level; about 7,900 more contacts until we know.",
  ],
  [
    "equal rates of very many contacts",
    [arm("A", 200_000, 20_000), arm("B", 200_000, 20_010)],
    "equal",
    "No difference of 2 points or more.",
  ],
])("says of %s what is known", ([, arms, kind, sentence]) => {
  const verdict = compareArms(arms);
  expect([verdict.kind, verdict.sentence]).toEqual([kind, sentence]);
});

it("decides with about as many more contacts as it says, if the rates stay as they are", () => {
  const before = [arm("A", 500, 50), arm("B", 500, 70)];
  const { more } = compareArms(before);
  const after = (extra: number) =>
    compareArms(
      before.map((one) => ({ ...one, people: one.people + extra / 2, converted: one.converted * (1 + extra / 1_000) })),
    );
  expect(after(more ?? 0).kind).toBe("winner");
  expect(after((more ?? 0) * 0.8).kind).toBe("open");
});

it("gives the 95 % interval of a rate, which stays between 0 and 1", () => {
  const { low, high } = rateInterval(arm("A", 100, 10));
  expect([low.toFixed(3), high.toFixed(3)]).toEqual(["0.055", "0.174"]);
  expect(rateInterval(arm("A", 20, 0)).low).toBe(0);
  expect(rateInterval(arm("A", 0, 0))).toEqual({ low: 0, high: 1 });
});
