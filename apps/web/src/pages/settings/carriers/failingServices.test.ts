import type { CarrierHealth } from "@trunkline/contract/carriers/carrier.ts";
import { describe, expect, it } from "vitest";
import { describeFailing } from "./failingServices.ts";

type Service = CarrierHealth["services"][number];
const earlier = "2026-11-26T09:00:00.000Z";
const later = "2026-11-26T10:00:00.000Z";
const works = (service: Service["service"]): Service => ({
  service,
  state: "works",
  lastSuccessAt: later,
  failingSince: null,
  reason: null,
});
const fails = (service: Service["service"], failingSince: string): Service => ({
  service,
  state: "fails",
  lastSuccessAt: null,
  failingSince,
  reason: "the carrier refused the account (21215)",
});
const described = (services: Service[], carries: "numbers" | "agents" = "numbers") =>
  describeFailing({ carries, health: { services } });

describe("an open connection", () => {
  it("says that calls fail, why, since when, and that texts work", () => {
    expect(described([works("texts"), fails("calls", later)])).toEqual({
      words: "Calls fail",
      why: "the carrier refused the account (21215). Texts work",
      since: later,
    });
  });

  it("says since when the first of both fails", () => {
    expect(described([fails("texts", later), fails("calls", earlier)])).toEqual({
      words: "Texts and calls fail",
      why: "the carrier refused the account (21215)",
      since: earlier,
    });
  });

  it("names the messages of RCS agents", () => {
    expect(described([fails("texts", later)], "agents")?.words).toBe("Messages fail");
  });

  it("says nothing where all works, or nothing was tried", () => {
    expect(described([works("texts"), { ...works("calls"), state: "untried" }])).toBeNull();
  });
});
