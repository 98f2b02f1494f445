import { describe, expect, it } from "vitest";
import type { CarrierServiceRow } from "../store/carriers/carrierService.ts";
import { describeServices } from "./describeServices.ts";

const since = "2026-11-26T10:00:00.000Z";
const calls = (row: Partial<CarrierServiceRow>): CarrierServiceRow => ({
  service: "calls",
  worked: null,
  failingSince: since,
  failures: 1,
  reason: "carrier_account",
  code: "21215",
  ...row,
});
const stateOf = (row: Partial<CarrierServiceRow>) =>
  describeServices({ kind: "twilio", services: [calls(row)], successAt: null }).find(
    ({ service }) => service === "calls",
  );

describe("a service of a connection", () => {
  it("fails at the first refusal of the account, with the carrier's code", () => {
    expect(stateOf({})).toEqual({
      service: "calls",
      state: "fails",
      lastSuccessAt: null,
      failingSince: since,
      reason: "the carrier refused the account (21215)",
    });
  });

  it.each([
    [4, "untried"],
    [5, "fails"],
  ])("that was refused %i times in a row without such a reason is %s", (failures, state) => {
    expect(stateOf({ failures, reason: "carrier_unknown", code: null })?.state).toBe(state);
  });

  it("works once the carrier took one", () => {
    expect(stateOf({ worked: since, failingSince: null, failures: 0, reason: null })).toMatchObject({
      state: "works",
      lastSuccessAt: since,
      reason: null,
    });
  });

  it("that was never tried is named as well", () => {
    expect(
      describeServices({ kind: "telnyx", services: [], successAt: null }).map(({ service, state }) => [service, state]),
    ).toEqual([
      ["texts", "untried"],
      ["calls", "untried"],
    ]);
  });

  it("is none of a connection that places no calls", () => {
    expect(
      describeServices({ kind: "smpp", services: [calls({})], successAt: null }).map(({ service }) => service),
    ).toEqual(["texts"]);
  });
});
