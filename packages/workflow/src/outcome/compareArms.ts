import { type Arm, type Interval, lacks, smallest, type Verdict } from "./arm.ts";
import { describeVerdict } from "./describeVerdict.ts";

/** The risk of a wrong winner. */
const risk = 0.05;

const rateOf = ({ converted, people }: Arm): number => (people === 0 ? 0 : converted / people);

/** The 95 % interval of one rate by Wilson's formula, which stays between 0 and 1 for few contacts. */
export function rateInterval({ converted, people }: Arm): Interval {
  if (people === 0) return { low: 0, high: 1 };
  const z = 1.959964;
  const p = converted / people;
  const scale = 1 + z ** 2 / people;
  const middle = (p + z ** 2 / (2 * people)) / scale;
  const half = (z * Math.sqrt((p * (1 - p)) / people + z ** 2 / (4 * people ** 2))) / scale;
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

const varianceOf = (arm: Arm): number => (rateOf(arm) * (1 - rateOf(arm))) / arm.people;

/** Always-valid evidence that two rates differ, as a logarithm (the mixture sequential probability ratio test). */
const logEvidence = (difference: number, variance: number): number =>
  0.5 * Math.log(variance / (variance + smallest ** 2)) +
  (smallest ** 2 * difference ** 2) / (2 * variance * (variance + smallest ** 2));

/** Half of the always-valid interval of a difference, at this risk. */
const halfWidth = (variance: number, alpha: number): number =>
  Math.sqrt(
    ((variance * (variance + smallest ** 2)) / smallest ** 2) *
      (2 * Math.log(1 / alpha) + Math.log((variance + smallest ** 2) / variance)),
  );

/**
 * Compares arms by an always-valid test, so that a result can be read as often as anyone likes (decision 0092). A winner has
 * the highest rate and differs from every other arm; the risk is divided among all pairs.
 */
export function compareArms(arms: readonly Arm[]): Verdict {
  const verdict = decide(arms);
  return { ...verdict, sentence: describeVerdict(arms, verdict) };
}

function decide(arms: readonly Arm[]): Omit<Verdict, "sentence"> {
  const nothing = { leader: null, difference: null, more: null };
  if (arms.length < 2 || arms.every(({ people }) => people === 0)) return { ...nothing, kind: "none" };
  if (isUneven(arms)) return { ...nothing, kind: "uneven" };
  if (arms.some((arm) => lacks(arm) !== undefined)) return { ...nothing, kind: "early" };
  const order = arms.map((_, index) => index).sort((a, b) => rateOf(at(arms, b)) - rateOf(at(arms, a)));
  const [leader = 0, ...others] = order;
  const best = at(arms, leader);
  const alpha = (2 * risk) / (arms.length * (arms.length - 1));
  const pairs = others.map((index) => pairOf(best, at(arms, index), alpha));
  const next = pairs[0] as Pair;
  const difference = { low: next.d - next.half, high: next.d + next.half };
  if (pairs.every(({ isDecided }) => isDecided)) return { kind: "winner", leader, difference, more: 0 };
  if (pairs.every(({ d, half }) => d + half < smallest)) return { ...nothing, kind: "equal", difference };
  const people = arms.reduce((sum, arm) => sum + arm.people, 0);
  const times = Math.max(...pairs.map((pair) => timesMore(pair, alpha)));
  const more = times >= mostTimes ? null : roundUp(people * (times - 1));
  return { kind: "open", leader: next.d === 0 ? null : leader, difference, more };
}

interface Pair {
  d: number;
  variance: number;
  half: number;
  isDecided: boolean;
}

function pairOf(best: Arm, other: Arm, alpha: number): Pair {
  const d = rateOf(best) - rateOf(other);
  const variance = varianceOf(best) + varianceOf(other);
  const isDecided = logEvidence(d, variance) >= Math.log(1 / alpha);
  return { d, variance, half: halfWidth(variance, alpha), isDecided };
}

const mostTimes = 64;

/** By what factor the number of contacts must grow until the pair is decided one way or the other. */
function timesMore({ d, variance, isDecided }: Pair, alpha: number): number {
  if (isDecided) return 1;
  const isEnough = (times: number): boolean =>
    logEvidence(d, variance / times) >= Math.log(1 / alpha) || d + halfWidth(variance / times, alpha) < smallest;
  let [low, high] = [1, mostTimes];
  if (!isEnough(high)) return mostTimes;
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Two leading digits, because the figure is an estimate. */
function roundUp(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.ceil(count / unit) * unit;
}

/** Whether the arms' sizes are so far from the planned weights that chance explains it in fewer than 1 of 1,000 cases. */
function isUneven(arms: readonly Arm[]): boolean {
  if (arms.some(({ weight }) => weight === undefined)) return false;
  const planned = arms.reduce((sum, { weight = 0 }) => sum + weight, 0);
  const people = arms.reduce((sum, arm) => sum + arm.people, 0);
  if (planned === 0) return false;
  let squares = 0;
  for (const { weight = 0, people: came } of arms) {
    const expected = (people * weight) / planned;
    if (expected === 0 && came > 0) return true;
    if (expected > 0) squares += (came - expected) ** 2 / expected;
  }
  const degrees = arms.filter(({ weight = 0 }) => weight > 0).length - 1;
  return degrees > 0 && squares > chiSquared(degrees);
}

/** The chi-squared value that is exceeded by chance in 1 of 1,000 cases (Wilson and Hilferty's approximation). */
const chiSquared = (degrees: number): number =>
  degrees * (1 - 2 / (9 * degrees) + 3.0902 * Math.sqrt(2 / (9 * degrees))) ** 3;

const at = (arms: readonly Arm[], index: number): Arm => arms[index] as Arm;
