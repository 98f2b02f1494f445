import type { Assumptions } from "@trunkline/contract/runs/dryRun.ts";
import type { ReplyPlace } from "@trunkline/workflow/outbound/replyPaths.ts";

/** What a user assumes of contacts and carriers, as it is typed. */
export interface Assumed {
  delivered: number | "";
  clicks: number | "";
  machine: number | "";
  noAnswer: number | "";
  busy: number | "";
  failed: number | "";
  seconds: number | "";
  /** By `keyOf`. */
  replies: ReadonlyMap<string, AssumedReply>;
}

export interface AssumedReply {
  percent: number | "";
  minutes: number | "";
}

export const keyOf = (node: number, path: number | null): string => `${node} ${path ?? "other"}`;

const usualMinutes = 10;
const mostMinutes = 30 * 24 * 60;
export const noReply: AssumedReply = { percent: 0, minutes: usualMinutes };

/** The form of assumptions, such as those of earlier runs. */
export const readAssumed = ({ deliveredPercent, clickPercent, calls, replies }: Assumptions): Assumed => ({
  delivered: deliveredPercent,
  clicks: clickPercent,
  machine: calls.machine,
  noAnswer: calls.noAnswer,
  busy: calls.busy,
  failed: calls.failed,
  seconds: calls.seconds,
  replies: new Map(
    replies.map(({ node, path, percent, afterSeconds }) => [
      keyOf(node, path),
      { percent, minutes: Math.round(afterSeconds / 60) },
    ]),
  ),
});

/** What is wrong with the form, by field: a name, or the key of a reply with `.percent` or `.minutes`. */
export function assumedIssues(assumed: Assumed, places: readonly ReplyPlace[]): ReadonlyMap<string, string> {
  const issues = new Map<string, string>();
  const { delivered, clicks, machine, noAnswer, busy, failed, seconds, replies } = assumed;
  const shares = { delivered, clicks, machine, noAnswer, busy, failed };
  for (const [name, value] of Object.entries(shares)) if (!isPercent(value)) issues.set(name, percentWords);
  if (sum([machine, noAnswer, busy, failed]) > 100) issues.set("failed", "These are more than 100 percent together");
  if (!isWhole(seconds, 1, 3_600)) issues.set("seconds", "Enter 1 to 3,600 seconds");
  for (const { node, answers } of places) {
    const keys = answers.map(({ path }) => keyOf(node, path));
    for (const key of keys) {
      const { percent, minutes } = replies.get(key) ?? noReply;
      if (!isPercent(percent)) issues.set(`${key}.percent`, percentWords);
      if (!isWhole(minutes, 0, mostMinutes)) issues.set(`${key}.minutes`, "Enter 0 to 43,200 minutes");
    }
    if (sum(keys.map((key) => (replies.get(key) ?? noReply).percent)) > 100)
      issues.set(`${keys.at(-1)}.percent`, "The replies here are more than 100 percent together");
  }
  return issues;
}

const percentWords = "Enter 0 to 100 percent";
const isWithin = (value: number | "", least: number, most: number): boolean =>
  typeof value === "number" && value >= least && value <= most;
const isWhole = (value: number | "", least: number, most: number): boolean =>
  isWithin(value, least, most) && Number.isInteger(value);
const isPercent = (value: number | ""): boolean => isWithin(value, 0, 100);
const sum = (values: readonly (number | "")[]): number => values.reduce<number>((all, one) => all + Number(one), 0);

/** The assumptions of a form without issues. Replies of nodes that are gone are left out. */
export function writeAssumed(assumed: Assumed, places: readonly ReplyPlace[]): Assumptions {
  const { delivered, clicks, machine, noAnswer, busy, failed, seconds, replies } = assumed;
  return {
    deliveredPercent: Number(delivered),
    clickPercent: Number(clicks),
    calls: {
      machine: Number(machine),
      noAnswer: Number(noAnswer),
      busy: Number(busy),
      failed: Number(failed),
      seconds: Number(seconds),
    },
    replies: places.flatMap(({ node, answers }) =>
      answers.flatMap(({ path }) => {
        const { percent, minutes } = replies.get(keyOf(node, path)) ?? noReply;
        if (Number(percent) === 0) return [];
        return [{ node, path, percent: Number(percent), afterSeconds: Number(minutes) * 60 }];
      }),
    ),
  };
}
