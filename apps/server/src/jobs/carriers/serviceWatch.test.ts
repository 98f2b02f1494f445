import type { SendResult } from "@trunkline/carriers/carrier.ts";
import { describe, expect, it } from "vitest";
import { ServiceWatch } from "./serviceWatch.ts";

const accepted: SendResult = { outcome: "accepted", carrierRef: "1" };
const refused = (failure: Extract<SendResult, { outcome: "refused" }>["failure"], code = "1"): SendResult => ({
  outcome: "refused",
  failure,
  code,
});
const of = (carrier: string, ...results: (SendResult | { outcome: "not_sent" })[]) =>
  results.map((result) => ({ accountId: "a", carrier, result }));
const figures = (watch: ServiceWatch, nowMs: number, ...results: Parameters<typeof of>[1][]) =>
  watch.changes(of("twilio:c", ...results), nowMs).map(({ failures, reason }) => [failures, reason]);

describe("what a connection's carrier takes", () => {
  it("is written when it begins, and again after a minute", () => {
    const watch = new ServiceWatch("calls");
    expect(figures(watch, 0, accepted)).toEqual([[0, null]]);
    expect(figures(watch, 59_000, accepted)).toEqual([]);
    expect(figures(watch, 60_000, accepted)).toEqual([[0, null]]);
  });

  it("is written at once after refusals, which are all written", () => {
    const watch = new ServiceWatch("calls");
    figures(watch, 0, accepted);
    expect(figures(watch, 1, refused("carrier_account"), refused("carrier_account"))).toEqual([[2, "carrier_account"]]);
    expect(figures(watch, 2, { outcome: "in_doubt" })).toEqual([[1, "in_doubt"]]);
    expect(figures(watch, 3, accepted)).toEqual([[0, null]]);
  });

  it("works where one of several is accepted", () => {
    expect(figures(new ServiceWatch("texts"), 0, refused("carrier_account"), accepted)).toEqual([[0, null]]);
  });

  it.each(["carrier_invalid_number", "carrier_content", "carrier_throttled"] as const)(
    "is not doubted for %s",
    (failure) => {
      expect(figures(new ServiceWatch("texts"), 0, refused(failure))).toEqual([]);
    },
  );

  it("is not asked of what was never handed over, and not of the simulated carrier", () => {
    const watch = new ServiceWatch("texts");
    expect(figures(watch, 0, { outcome: "not_sent" })).toEqual([]);
    expect(watch.changes(of("simulated", accepted, refused("carrier_account")), 0)).toEqual([]);
  });
});
