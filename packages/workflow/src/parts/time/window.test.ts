import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instantOf, localMoment } from "./clock.ts";
import { everyDay, hasDay, weekdays } from "./daysOfWeek.ts";
import { recipientZones } from "./recipientZones.ts";
import { evaluateWindow, type WindowRule, windowRules } from "./window.ts";

const at = (text: string): number => Date.parse(text);
const hour = 3600;

const rule = (zones: string[], from: number, to: number, days = everyDay): WindowRule => ({
  zones,
  days,
  startSecond: from * hour,
  endSecond: to * hour,
  name: "workflow window",
});

describe("a window", () => {
  test("is open from its start until just before its end", () => {
    const rules = [rule(["America/New_York"], 8, 17)];
    const end = at("2026-03-10T21:00:00Z");
    expect(evaluateWindow(at("2026-03-10T12:00:00Z"), rules)).toEqual({ open: true, openUntil: end });
    expect(evaluateWindow(end - 1, rules)).toEqual({ open: true, openUntil: end });
    expect(evaluateWindow(end, rules)).toEqual({
      open: false,
      opensAt: at("2026-03-11T12:00:00Z"),
      because: "workflow window 08:00 to 17:00 in America/New_York",
    });
  });

  test("without rules is always open", () => {
    expect(evaluateWindow(0, [])).toEqual({ open: true });
  });

  test("of all hours on all days never closes", () => {
    expect(evaluateWindow(at("2026-03-10T12:00:00Z"), [rule(["America/New_York"], 0, 24)])).toEqual({ open: true });
  });

  test("of several zones is open only when it is open in all of them (readings, Recipient's zone)", () => {
    const rules = [rule(["America/New_York", "America/Los_Angeles"], 8, 21)];
    expect(evaluateWindow(at("2026-01-12T14:00:00Z"), rules)).toMatchObject({
      open: false,
      opensAt: at("2026-01-12T16:00:00Z"),
    });
    expect(evaluateWindow(at("2026-01-12T20:00:00Z"), rules)).toEqual({
      open: true,
      openUntil: at("2026-01-13T02:00:00Z"),
    });
  });

  test("names every zone of a split area code, also those that are open", () => {
    const { zones } = recipientZones({ phone: "+16055550123" });
    const split = [{ ...rule([...zones], 8, 21), source: "by area code" }];
    expect(evaluateWindow(at("2026-01-12T14:30:00Z"), split)).toEqual({
      open: false,
      opensAt: at("2026-01-12T15:00:00Z"),
      because: "workflow window 08:00 to 21:00 in America/Chicago, America/Denver, by area code",
    });
  });

  test("waits over the weekend for its days", () => {
    const rules = [rule(["America/New_York"], 8, 17, weekdays)];
    expect(evaluateWindow(at("2026-03-13T22:00:00Z"), rules)).toMatchObject({ opensAt: at("2026-03-16T12:00:00Z") });
  });

  test("that nothing ever satisfies says so", () => {
    const never = [rule(["America/New_York"], 8, 9), rule(["America/New_York"], 9, 10)];
    expect(evaluateWindow(at("2026-03-13T12:30:00Z"), never)).toMatchObject({ open: false, opensAt: null });
    expect(evaluateWindow(0, [rule(["Etc/UTC"], 8, 9, 0)])).toMatchObject({ open: false, opensAt: null });
  });

  test("over midnight belongs to the day on which it begins", () => {
    const friday = [rule(["Etc/UTC"], 22, 6, 1 << 5)];
    expect(evaluateWindow(at("2026-03-14T03:00:00Z"), friday)).toEqual({
      open: true,
      openUntil: at("2026-03-14T06:00:00Z"),
    });
    expect(evaluateWindow(at("2026-03-14T22:30:00Z"), friday)).toMatchObject({ opensAt: at("2026-03-20T22:00:00Z") });
  });

  test("opens an hour earlier or later on the clock of UTC after daylight saving changes", () => {
    const rules = [rule(["America/New_York"], 8, 17)];
    expect(evaluateWindow(at("2026-03-07T23:00:00Z"), rules)).toMatchObject({ opensAt: at("2026-03-08T12:00:00Z") });
    expect(evaluateWindow(at("2026-10-31T23:00:00Z"), rules)).toMatchObject({ opensAt: at("2026-11-01T13:00:00Z") });
  });

  test("whose start falls into a gap opens at the first instant after it", () => {
    const rules = [rule(["America/New_York"], 2.5, 5)];
    expect(evaluateWindow(at("2026-03-08T06:00:00Z"), rules)).toMatchObject({ opensAt: at("2026-03-08T07:00:00Z") });
  });

  test("with other hours on Sundays is open when either holds", () => {
    const texas: WindowRule = {
      ...rule(["America/Chicago"], 9, 21, 126),
      or: [{ days: 1, startSecond: 12 * hour, endSecond: 21 * hour }],
    };
    expect(evaluateWindow(at("2026-01-11T16:00:00Z"), [texas])).toMatchObject({ opensAt: at("2026-01-11T18:00:00Z") });
    expect(evaluateWindow(at("2026-01-12T16:00:00Z"), [texas])).toMatchObject({ open: true });
  });

  test("gives one array for equal rules, so that its verdict is remembered", () => {
    const make = () => windowRules([rule(["America/New_York"], 8, 17)]);
    expect(make()).toBe(make());
    expect(windowRules([rule(["America/New_York"], 8, 18)])).not.toBe(make());
  });
});

describe("any window", () => {
  const zones = ["America/New_York", "America/Los_Angeles", "Africa/Cairo", "Australia/Lord_Howe", "Asia/Kathmandu"];
  const rules = fc.array(
    fc.record({
      zones: fc.uniqueArray(fc.constantFrom(...zones), { minLength: 1, maxLength: 2 }),
      days: fc.integer({ min: 1, max: 127 }),
      startSecond: fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 900),
      endSecond: fc.integer({ min: 1, max: 96 }).map((quarter) => quarter * 900),
      name: fc.constant("window"),
    }),
    { minLength: 1, maxLength: 2 },
  );
  const instant = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) });

  /** The definition of a window, read off the wall clock; away from the changes of clocks it is the same thing. */
  const openOnWall = (ms: number, all: WindowRule[]): boolean =>
    all.every((one) =>
      one.zones.every((zone) => {
        const { day, secondOfDay } = localMoment(ms, zone);
        const yesterday = (day + 6) % 7;
        return one.startSecond < one.endSecond
          ? hasDay(one.days, day) && secondOfDay >= one.startSecond && secondOfDay < one.endSecond
          : (hasDay(one.days, day) && secondOfDay >= one.startSecond) ||
              (hasDay(one.days, yesterday) && secondOfDay < one.endSecond);
      }),
    );

  test("agrees with the wall clocks, is closed before it opens and open when it does", () => {
    fc.assert(
      fc.property(instant, rules, (ms, all) => {
        const quarter = Math.floor(ms / 900_000) * 900_000;
        if (nearClockChange(quarter)) return;
        const verdict = evaluateWindow(quarter, all);
        expect(verdict.open).toBe(openOnWall(quarter, all));
        if (verdict.open && verdict.openUntil !== undefined) {
          expect(evaluateWindow(verdict.openUntil - 1, [...all]).open).toBe(true);
          expect(evaluateWindow(verdict.openUntil, [...all]).open).toBe(false);
        }
        if (!verdict.open && verdict.opensAt !== null) {
          expect(evaluateWindow(verdict.opensAt - 1, [...all]).open).toBe(false);
          expect(evaluateWindow(verdict.opensAt, [...all]).open).toBe(true);
          for (let step = quarter; step < verdict.opensAt; step += 900_000) {
            if (!nearClockChange(step)) expect(openOnWall(step, all)).toBe(false);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  const changes = ["2026-03-08", "2026-11-01", "2026-04-24", "2026-10-30", "2026-04-05", "2026-10-04"].map((date) =>
    instantOf(date, 0, "Etc/UTC"),
  );
  const nearClockChange = (ms: number): boolean => changes.some((change) => Math.abs(ms - change) < 36 * 3_600_000);
});
