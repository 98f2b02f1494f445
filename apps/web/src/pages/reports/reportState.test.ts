import { describe, expect, it } from "vitest";
import { addressOf, readState, settingsOf, splitsOf } from "./reportState.ts";

const today = "2026-03-12";

describe("a report in the address", () => {
  it("is the last thirty days by day without one", () => {
    expect(readState({}, today)).toMatchObject({
      view: "results",
      grouping: "day",
      period: "Last 30 days",
      from: "2026-02-11",
      to: "2026-03-12",
      chart: "bars",
      compare: true,
    });
  });

  it.each([
    {},
    { view: "failures", channel: "rcs" },
    { grouping: "hourOfDay", split: "channel", kind: "stacked", period: "This month" },
    { from: "2026-01-03", to: "2026-01-05", measures: "sent,replyRate", compare: "no" },
    { grouping: "brand", workflow: "0198c5c0-0000-7000-8000-000000000001" },
  ])("is the same after it was saved: %j", (address) => {
    const state = readState(address, today);
    expect(readState(addressOf(settingsOf(state)), today)).toEqual(state);
  });

  it("moves with today where it was saved with a period", () => {
    const saved = addressOf(settingsOf(readState({ period: "Yesterday" }, today)));
    expect(readState(saved, "2026-04-01")).toMatchObject({ from: "2026-03-31", to: "2026-03-31" });
  });

  it("takes the figure of an older address", () => {
    expect(readState({ chart: "replies" }, today).measures).toEqual(["replies"]);
  });

  it("ignores what is unknown", () => {
    const address = { grouping: "constructor", measures: "toString,sent", kind: "pie", from: "soon" };
    expect(readState(address, today)).toMatchObject({ grouping: "day", measures: ["sent"], chart: "bars" });
  });

  it.each([
    ["day", undefined, ["campaign", "template", "number", "carrier", "channel", "state"]],
    ["day", "a template", ["campaign", "template", "number", "carrier", "channel"]],
    ["state", undefined, ["campaign", "channel"]],
    ["number", undefined, ["campaign", "template", "carrier", "channel"]],
  ] as const)("offers the splits that go with %s and %s", (grouping, template, splits) => {
    expect(splitsOf({ grouping, template })).toEqual(splits);
  });
});
