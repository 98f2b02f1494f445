import { describe, expect, it } from "vitest";
import { numberPace, termsOf, useCasesOf } from "./carrierTerms.ts";
import { networkOf } from "./networkOf.ts";

const standing = { registryId: "B1", entityType: "PRIVATE_PROFIT", status: "VETTED_VERIFIED", score: 80 };

describe("carrier terms (telecom §4.3)", () => {
  it.each([
    [{}, "MIXED", "B", 4_500, 200_000],
    [{}, "2FA", "A", 4_500, 200_000],
    [{ score: 74 }, "MIXED", "D", 2_400, 40_000],
    [{ score: 50 }, "2FA", "C", 2_400, 40_000],
    [{ score: 49 }, "MARKETING", "F", 240, 10_000],
    [{ score: 24 }, "2FA", "E", 240, 2_000],
    [{ status: "VERIFIED", score: null }, "2FA", "E", 240, 2_000],
    [{}, "LOW_VOLUME", "T", 75, 2_000],
    [{ score: 10, attributes: ["russell3000"] }, "MIXED", "B", 4_500, 200_000],
    [{ entityType: "GOVERNMENT", status: "VERIFIED", score: null }, "2FA", "A", 4_500, null],
    [{ entityType: "SOLE_PROPRIETOR", status: "VERIFIED", score: null }, "SOLE_PROPRIETOR", "W", 15, 1_000],
  ])("%j with %s: class %s, %i a minute at AT&T, %s a day at T-Mobile", (more, usecase, tier, perMinute, perDay) => {
    const [att, tmobile] = termsOf({ ...standing, ...more }, usecase);
    expect([att?.tier, att?.perMinute, tmobile?.perDay]).toEqual([tier, perMinute, perDay]);
  });

  it("count pictures by a pace of their own", () => {
    const pictures = (more: object, usecase: string) => termsOf({ ...standing, ...more }, usecase)[0]?.mmsPerMinute;
    expect(pictures({}, "MIXED")).toBe(2_400);
    expect(pictures({ score: 50 }, "2FA")).toBe(1_200);
    expect(pictures({ score: 1 }, "MARKETING")).toBe(150);
    expect(pictures({}, "LOW_VOLUME")).toBe(50);
  });

  it("give each number a pace at Verizon, and one segment a second where a carrier is known and its pace is not (§14.3)", () => {
    const all = termsOf(standing, "MIXED");
    const at = (network: string) => numberPace(all.filter((one) => one.network === network))?.perMinute;
    expect([at("att"), at("tmobile"), at("verizon"), at("uscellular")]).toEqual([undefined, undefined, 6_000, 60]);
    // the handset's carrier is unknown, so only published limits apply
    expect(numberPace(all)).toEqual({ network: "verizon", perMinute: 6_000 });
    expect(numberPace([])).toBe(null);
  });

  it("qualify a brand by what it is", () => {
    const useCases = (more: object) => useCasesOf({ ...standing, ...more }).map(({ usecase }) => usecase);
    expect(useCases({ status: "UNVERIFIED" })).toEqual([]);
    expect(useCases({ status: "VERIFIED" })).not.toContain("POLITICAL");
    expect(useCases({})).toContain("POLITICAL");
    expect(useCases({})).not.toContain("CHARITY");
    expect(useCases({ entityType: "NON_PROFIT", attributes: ["501c3"] })).toContain("CHARITY");
    expect(useCases({ entityType: "GOVERNMENT" })).toContain("EMERGENCY");
  });
});

describe("the network of a number", () => {
  it.each([
    ["T-Mobile USA, Inc.", "tmobile"],
    ["Cellco Partnership dba Verizon Wireless", "verizon"],
    ["AT&T Wireless", "att"],
    ["Cricket Wireless", "att"],
    ["United States Cellular Corp.", "uscellular"],
    ["Simulated Mobile", undefined],
  ])("%s is %s", (company, network) => {
    expect(networkOf({ company })).toBe(network);
  });
});
