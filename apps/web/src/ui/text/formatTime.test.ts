import { describe, expect, it } from "vitest";
import { formatAgo, formatClock, formatDuration, formatTime, formatUtc, formatZonedTime } from "./formatTime.ts";

describe("times on the pages", () => {
  it.each([
    ["2026-03-05T00:07:00Z", "03/05/2026 12:07 AM"],
    ["2026-03-05T12:00:00Z", "03/05/2026 12:00 PM"],
    ["2026-12-31T23:59:59Z", "12/31/2026 11:59 PM"],
    ["2026-03-05T01:00:00-05:00", "03/05/2026 06:00 AM"],
  ])("shows %s as MM/DD/YYYY hh:mm A in UTC (spec 2 §9)", (at, shown) => expect(formatUtc(at)).toBe(shown));
  it.each([null, undefined, "", "never"])("shows '---' for %j", (at) => expect(formatUtc(at)).toBe("---"));
  it.each([
    ["2026-03-05T12:00:00Z", "America/New_York", "03/05/2026 07:00 AM"],
    ["2026-03-05T00:07:00Z", "America/Denver", "03/04/2026 05:07 PM"],
    ["2026-07-05T12:00:00Z", "Asia/Kolkata", "07/05/2026 05:30 PM"],
  ])("shows %s in the time zone %s", (at, zone, shown) => expect(formatTime(at, zone)).toBe(shown));
  it("names the time zone", () => {
    expect(formatZonedTime("2026-03-05T12:00:00Z", "America/New_York")).toBe("03/05/2026 07:00 AM EST");
    expect(formatZonedTime("2026-03-05T12:00:00Z", "UTC")).toBe("03/05/2026 12:00 PM UTC");
  });
  it("shows the seconds of an event", () => {
    expect(formatClock("2026-03-05T12:00:09Z", "America/New_York")).toBe("07:00:09 AM");
  });
  it("shows how long ago", () => {
    const now = Date.parse("2026-03-05T12:00:00Z");
    expect(formatAgo("2026-03-05T11:59:50Z", now)).toBe("just now");
    expect(formatAgo("2026-03-05T11:57:00Z", now)).toBe("3 minutes ago");
    expect(formatAgo("2026-03-06T13:00:00Z", now)).toBe("tomorrow");
  });
  it("shows a duration", () => {
    expect(formatDuration(44.2)).toBe("45 s");
    expect(formatDuration(125)).toBe("2 min");
    expect(formatDuration(7_500)).toBe("2 h 5 min");
    expect(formatDuration(Number.POSITIVE_INFINITY)).toBe("---");
  });
});
