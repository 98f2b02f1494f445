import { describe, expect, it } from "vitest";
import { addCounts, changeOf, describeChange, formatMeasure, measures } from "./measures.ts";

const none = addCounts([]);

describe("the measures of a report", () => {
  it.each([
    ["deliveryRate", { sent: 8, delivered: 6 }, 0.75],
    ["replyRate", { sent: 8, replies: 2 }, 0.25],
    ["optOutRate", { sent: 8, optOuts: 1 }, 0.125],
    ["clickRate", { sent: 0, clicks: 1 }, null],
    ["answerRate", { calls: 4, answered: 3 }, 0.75],
    ["abandonRate", { inboundCalls: 4, abandonedCalls: 1 }, 0.25],
    ["costPerReply", { cost: 3, replies: 2 }, 1.5],
    ["costPerReply", { cost: 3, replies: 0 }, null],
    ["sends", { sent: 5, calls: 4, inboundCalls: 1, emails: 2 }, 10],
    ["averageTalkSeconds", { answered: 0 }, null],
  ] as const)("%s of %j", (id, counts, value) => {
    expect(measures[id].of({ ...none, ...counts })).toBe(value);
  });

  it("weigh the average talk time by answered calls", () => {
    const lines = [
      { ...none, answered: 3, averageTalkSeconds: 10 },
      { ...none, answered: 1, averageTalkSeconds: 30 },
    ];
    expect(addCounts(lines).averageTalkSeconds).toBe(15);
  });

  it.each([
    ["sent", 9, 8, "12.5 % more"],
    ["sent", 6, 8, "25 % less"],
    ["sent", 8, 8, "no change"],
    ["sent", 8, 0, "new"],
    ["replyRate", 0.254, 0.25, "0.4 points more"],
    ["replyRate", 0.2501, 0.25, "no change"],
    ["replyRate", null, 0.25, "nothing to compare"],
  ] as const)("%s of %j after %j", (id, now, before, words) => {
    expect(describeChange(id, changeOf(id, now, before))).toBe(words);
  });

  it.each([
    ["count", 1234, "1,234"],
    ["rate", 0.1234, "12.3 %"],
    ["dollars", 12.5, "$12.50"],
    ["seconds", 12.34, "12.3 s"],
    ["rate", null, "---"],
  ] as const)("are shown as %s", (kind, value, text) => {
    expect(formatMeasure(kind, value)).toBe(text);
  });
});
