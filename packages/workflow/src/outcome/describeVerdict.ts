import { type Arm, fewest, lacks, smallest, type Verdict } from "./arm.ts";

const points = (share: number): string => (Math.abs(share) * 100).toFixed(1);
const count = (n: number): string => n.toLocaleString("en-US");

/** The verdict of a comparison as plain sentences. */
export function describeVerdict(arms: readonly Arm[], verdict: Omit<Verdict, "sentence">): string {
  const { kind, leader, difference, more } = verdict;
  const best = leader === null ? "" : (arms[leader]?.name ?? "");
  switch (kind) {
    case "none":
      return "Nothing to compare yet.";
    case "uneven":
      return "Contacts are not divided as planned, so there is no verdict.";
    case "early":
      return describeEarly(arms);
    case "equal":
      return `No difference of ${smallest * 100} points or more.`;
    case "winner":
      return `${best} is better by ${points(difference?.low ?? 0)} to ${points(difference?.high ?? 0)} points. This holds however often you look.`;
    case "open":
      return `${best === "" ? "All are level" : `${best} is ahead`}; ${
        more === null
          ? "far more contacts are needed until we know"
          : `about ${count(more)} more contacts until we know`
      }.${describeRange(best, difference)}`;
  }
}

function describeEarly(arms: readonly Arm[]): string {
  const [first] = arms.flatMap((arm) => {
    const lacking = lacks(arm);
    return lacking === undefined ? [] : [{ name: arm.name, ...lacking }];
  });
  if (first === undefined) return "Too early.";
  const { name, what, has } = first;
  return `Too early. ${name} has ${count(has)} contacts ${what} the goal, and ${fewest} are needed.`;
}

const describeRange = (best: string, difference: Verdict["difference"]): string =>
  best === "" || difference === null
    ? ""
    : ` ${best} may be ${points(difference.low)} points ${difference.low < 0 ? "worse" : "better"} or ${points(difference.high)} points better.`;
