import type { z } from "zod";
import { formatDollars } from "./formatDollars.ts";
import { formatPercent } from "./formatPercent.ts";
import type { reportCounts } from "./report.ts";

/** What a measure counts in. A rate is a share: 0.25 is 25 %. */
export type MeasureKind = "count" | "rate" | "dollars" | "seconds";

/** The counts that measures are made of. */
export type Counts = z.infer<typeof reportCounts>;

interface Measure {
  label: string;
  kind: MeasureKind;
  /** Null where the measure is not defined, such as a rate of nothing. */
  of: (counts: Counts) => number | null;
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Everything that a report can show, in the order of its columns: figures first, then rates (decision 0098). */
export const measures = {
  enrolled: { label: "Enrolled", kind: "count", of: ({ enrolled }) => enrolled },
  filtered: { label: "Filtered", kind: "count", of: ({ filtered }) => filtered },
  sent: { label: "Sent", kind: "count", of: ({ sent }) => sent },
  delivered: { label: "Delivered", kind: "count", of: ({ delivered }) => delivered },
  failed: { label: "Failed", kind: "count", of: ({ failed }) => failed },
  replies: { label: "Replies", kind: "count", of: ({ replies }) => replies },
  optOuts: { label: "Opt-outs", kind: "count", of: ({ optOuts }) => optOuts },
  clicks: { label: "Clicks", kind: "count", of: ({ clicks }) => clicks },
  calls: { label: "Calls", kind: "count", of: ({ calls }) => calls },
  inboundCalls: { label: "Inbound calls", kind: "count", of: ({ inboundCalls }) => inboundCalls },
  abandonedCalls: { label: "Abandoned calls", kind: "count", of: ({ abandonedCalls }) => abandonedCalls },
  answeredByHuman: { label: "Answered by human", kind: "count", of: ({ answeredByHuman }) => answeredByHuman },
  answeredByMachine: { label: "Answered by machine", kind: "count", of: ({ answeredByMachine }) => answeredByMachine },
  averageTalkSeconds: {
    label: "Average talk",
    kind: "seconds",
    of: ({ answered, averageTalkSeconds }) => (answered === 0 ? null : averageTalkSeconds),
  },
  segments: { label: "Segments", kind: "count", of: ({ segments }) => segments },
  cost: { label: "Cost", kind: "dollars", of: ({ cost }) => cost },
  emails: { label: "E-mails", kind: "count", of: ({ emails }) => emails },
  sends: {
    label: "All sends",
    kind: "count",
    of: ({ sent, calls, inboundCalls, emails }) => sent + (calls - inboundCalls) + emails,
  },
  deliveryRate: { label: "Delivery rate", kind: "rate", of: ({ delivered, sent }) => share(delivered, sent) },
  replyRate: { label: "Reply rate", kind: "rate", of: ({ replies, sent }) => share(replies, sent) },
  clickRate: { label: "Click rate", kind: "rate", of: ({ clicks, sent }) => share(clicks, sent) },
  optOutRate: { label: "Opt-out rate", kind: "rate", of: ({ optOuts, sent }) => share(optOuts, sent) },
  answerRate: { label: "Answer rate", kind: "rate", of: ({ answered, calls }) => share(answered, calls) },
  abandonRate: {
    label: "Abandon rate",
    kind: "rate",
    of: ({ abandonedCalls, inboundCalls }) => share(abandonedCalls, inboundCalls),
  },
  costPerReply: { label: "Cost per reply", kind: "dollars", of: ({ cost, replies }) => share(cost, replies) },
} as const satisfies Record<string, Measure>;

export type MeasureId = keyof typeof measures;
export const measureIds = Object.keys(measures) as [MeasureId, ...MeasureId[]];

/** The measures of a report that names none. */
export const usualMeasures: readonly MeasureId[] = [
  "sent",
  "delivered",
  "replies",
  "deliveryRate",
  "replyRate",
  "optOutRate",
];

/** How a measure changed since the period before. */
export interface Change {
  /** Percent of the earlier value, or points for rates. Null if nothing can be compared. */
  by: number | null;
  direction: "up" | "down" | "same";
}

/** Compares a measure with the period before: figures in percent, rates in percentage points. */
export function changeOf(measure: MeasureId, now: number | null, before: number | null): Change {
  if (now === null || before === null) return { by: null, direction: "same" };
  const isRate = measures[measure].kind === "rate";
  if (!isRate && before === 0) return { by: now === 0 ? 0 : null, direction: now === 0 ? "same" : "up" };
  const by = isRate ? (now - before) * 100 : ((now - before) / before) * 100;
  // what is shown as 0 is no change
  return { by, direction: Math.abs(by) < 0.05 ? "same" : by > 0 ? "up" : "down" };
}

/** The counts of several lines together. The average talk time is over all answered calls. */
export function addCounts(lines: readonly Counts[]): Counts {
  const sum = (of: (line: Counts) => number): number => lines.reduce((before, line) => before + of(line), 0);
  const answered = sum((line) => line.answered);
  const talk = sum((line) => line.averageTalkSeconds * line.answered);
  return {
    enrolled: sum((line) => line.enrolled),
    filtered: sum((line) => line.filtered),
    sent: sum((line) => line.sent),
    delivered: sum((line) => line.delivered),
    failed: sum((line) => line.failed),
    replies: sum((line) => line.replies),
    optOuts: sum((line) => line.optOuts),
    clicks: sum((line) => line.clicks),
    calls: sum((line) => line.calls),
    inboundCalls: sum((line) => line.inboundCalls),
    abandonedCalls: sum((line) => line.abandonedCalls),
    answered,
    answeredByHuman: sum((line) => line.answeredByHuman),
    answeredByMachine: sum((line) => line.answeredByMachine),
    averageTalkSeconds: answered === 0 ? 0 : Math.round((talk / answered) * 10) / 10,
    segments: sum((line) => line.segments),
    cost: sum((line) => line.cost),
    emails: sum((line) => line.emails),
  };
}

/** A value as pages, mails and files of reports show it. */
export function formatMeasure(kind: MeasureKind, value: number | null): string {
  if (value === null) return "---";
  if (kind === "rate") return formatPercent(value * 100);
  if (kind === "dollars") return formatDollars(value);
  const text = value.toLocaleString("en-US", { maximumFractionDigits: 1 });
  return kind === "seconds" ? `${text} s` : text;
}

/** "12.5 % more", "0.4 points less", "no change" or "new". */
export function describeChange(measure: MeasureId, { by, direction }: Change): string {
  if (by === null) return direction === "same" ? "nothing to compare" : "new";
  if (direction === "same") return "no change";
  const size = Math.abs(by);
  const words =
    measures[measure].kind === "rate"
      ? `${size.toLocaleString("en-US", { maximumFractionDigits: 1 })} points`
      : formatPercent(size);
  return `${words} ${direction === "up" ? "more" : "less"}`;
}
