import type { StayLine } from "@trunkline/contract/agents/callCenter.ts";
import { describe, expect, it } from "vitest";
import { describeCalls, drawCalls, measuresOf } from "./callCharts.ts";

const line = (values: Partial<StayLine>): StayLine => ({
  ...{ name: null, kind: null, userId: null, from: "2026-03-03T00:00:00.000Z", to: "2026-03-04T00:00:00.000Z" },
  ...{ targetPercent: 80, entered: 0, answered: 0, answeredInTime: 0, answeredLate: 0, abandoned: 0 },
  ...{ shortAbandoned: 0, unanswered: 0, released: 0, handled: 0 },
  ...{ serviceLevel: { count: 0, of: 0, rate: null }, abandonment: { count: 0, of: 0, rate: null } },
  ...{ averageWait: null, averageAbandonedWait: null, averageTalk: null, averageWrapUp: null, averageHandling: null },
  ...values,
});
const calls = (answered: number, abandoned: number, other: number): Partial<StayLine> => ({
  entered: answered + abandoned + other,
  answered,
  abandonment: { count: abandoned, of: answered + abandoned, rate: null },
});
const level = (count: number, of: number) => ({ serviceLevel: { count, of, rate: of === 0 ? null : count / of } });
const days = { startDate: "2026-03-03", endDate: "2026-03-05", zone: "Etc/UTC", measure: undefined };
const valuesOf = (drawn: ReturnType<typeof drawCalls>, chart: number) =>
  Object.fromEntries(drawn.charts[chart]?.series.map(({ id, values }) => [id, values]) ?? []);

describe("the chart of calls over time", () => {
  it("has every day, and the service level with its target and gaps", () => {
    const lines = [
      line({ ...calls(8, 1, 1), ...level(6, 9) }),
      line({ from: "2026-03-05T00:00:00.000Z", ...calls(1, 0, 0), ...level(1, 1) }),
    ];
    const drawn = drawCalls({ lines, grouping: "day", ...days });
    expect(drawn.charts.map(({ title }) => title)).toEqual(["Calls by day", "Service level by day"]);
    expect(drawn.steps.map(({ name }) => name)).toEqual(["Tue, 03/03", "Wed, 03/04", "Thu, 03/05"]);
    expect(valuesOf(drawn, 0)).toEqual({ answered: [8, 0, 1], abandoned: [1, 0, 0], other: [1, 0, 0] });
    expect(valuesOf(drawn, 1)).toEqual({ serviceLevel: [6 / 9, null, 1], target: [0.8, 0.8, 0.8] });
    expect(drawn.note).toBeNull();
  });

  it("has the days of the reader's zone", () => {
    const lines = [line({ from: "2026-03-04T05:00:00.000Z", ...calls(2, 0, 0) })];
    const drawn = drawCalls({ lines, grouping: "day", ...days, zone: "America/New_York" });
    expect(valuesOf(drawn, 0)["answered"]).toEqual([0, 2, 0]);
  });

  it("has quarters of an hour on one day, and hours on more, whose rates are those of their calls", () => {
    const lines = [
      line({ from: "2026-03-03T09:15:00.000Z", ...calls(4, 0, 0), ...level(4, 4) }),
      line({ from: "2026-03-03T09:45:00.000Z", ...calls(16, 0, 0), ...level(0, 16) }),
      line({ from: "2026-03-03T11:00:00.000Z", ...calls(1, 0, 0), ...level(1, 1) }),
    ];
    const day = drawCalls({ lines, grouping: "quarter", ...days, endDate: "2026-03-03" });
    expect(day.steps.map(({ name }) => name.replace("\u00a0", " "))).toEqual([
      "9:15 AM",
      "9:30 AM",
      "9:45 AM",
      "10:00 AM",
      "10:15 AM",
      "10:30 AM",
      "10:45 AM",
      "11:00 AM",
    ]);
    expect(valuesOf(day, 0)["answered"]).toEqual([4, 0, 16, 0, 0, 0, 0, 1]);
    const more = drawCalls({ lines, grouping: "quarter", ...days });
    expect([more.charts[0]?.title, more.note]).toEqual([
      "Calls by hour",
      "Choose at most 2 days to see each quarter of an hour. The table has them all.",
    ]);
    expect(valuesOf(more, 0)["answered"]).toEqual([20, 0, 1]);
    expect(valuesOf(more, 1)["serviceLevel"]).toEqual([0.2, null, 1]);
    // an hour begins where the clock of the zone says so
    const nepal = drawCalls({ lines, grouping: "quarter", ...days, zone: "Asia/Kathmandu" });
    expect(valuesOf(nepal, 0)["answered"]).toEqual([20, 1]);
    const month = drawCalls({ lines, grouping: "quarter", ...days, endDate: "2026-03-31" });
    expect([month.charts[0]?.title, month.steps.length]).toEqual(["Calls by day", 29]);
  });

  it("has no target where queues have different ones, and says so", () => {
    const lines = [line({ targetPercent: 80 }), line({ from: "2026-03-04T00:00:00.000Z", targetPercent: null })];
    const drawn = drawCalls({ lines, grouping: "day", ...days });
    expect(valuesOf(drawn, 1)["target"]).toBeUndefined();
    expect(drawn.note).toBe("These queues have different targets. Group by queue to compare each with its own.");
  });
});

describe("the bars of calls by name", () => {
  const queue = (name: string, values: Partial<StayLine>) => line({ kind: "queue", name, ...values });

  it("are sorted, and their parts add up to the calls", () => {
    const lines = [queue("few", calls(1, 1, 0)), queue("many", calls(5, 2, 3))];
    const drawn = drawCalls({ lines, grouping: "place", ...days, measure: "calls" });
    expect(drawn.steps.map(({ name }) => name)).toEqual(["many, queue", "few, queue"]);
    expect(valuesOf(drawn, 0)).toEqual({ answered: [5, 1], abandoned: [2, 1], other: [3, 0] });
  });

  it("have each queue's own target, the lowest service level first, and no queue without one", () => {
    const lines = [
      queue("good", level(9, 10)),
      queue("none", level(0, 0)),
      queue("bad", { ...level(1, 2), targetPercent: 90 }),
    ];
    const drawn = drawCalls({ lines, grouping: "place", ...days, measure: "serviceLevel" });
    expect(drawn.steps.map(({ name }) => name)).toEqual(["bad, queue", "good, queue"]);
    expect(valuesOf(drawn, 0)).toEqual({ serviceLevel: [0.5, 0.9], target: [0.9, 0.8] });
    const [chart] = drawn.charts;
    expect(chart && describeCalls(chart, drawn)).toBe(
      "Service level: Service level, Target by name, highest Service level: 90 %, good, queue. All figures are in the table.",
    );
  });

  it("are at most ten, and say how many there are", () => {
    const lines = Array.from({ length: 12 }, (_, place) => queue(`queue ${place}`, { averageWait: place }));
    const drawn = drawCalls({ lines, grouping: "place", ...days, measure: "wait" });
    expect(drawn.steps.map(({ name }) => name).slice(0, 2)).toEqual(["queue 11, queue", "queue 10, queue"]);
    expect([drawn.steps.length, drawn.note]).toEqual([10, "The 10 highest of 12 are shown. The table has all."]);
  });

  it("can show what the table has a column of", () => {
    expect(measuresOf("place").map(({ label }) => label)).toEqual([
      "Calls",
      "Service level",
      "Abandonment",
      "Average wait",
      "Average talk",
      "Average wrap-up",
      "Average handling",
    ]);
    expect(measuresOf("agent")[0]?.label).toBe("Answered calls");
    expect(measuresOf("day")).toEqual([]);
  });
});
