import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it, test } from "vitest";
import { everyDay, hasDay, weekdays } from "./daysOfWeek.ts";
import { parseInstant } from "./instant.ts";
import {
  lateAfterMs,
  type Missed,
  nextSlot,
  type Recurrence,
  rejudgeSlot,
  type Slot,
  slotAfter,
  slotName,
  validateSchedule,
} from "./schedule.ts";
import { parseTime } from "./timeOfDay.ts";

const at = (text: string): number => parseInstant(text) ?? Number.NaN;
const iso = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : Temporal.Instant.fromEpochMilliseconds(ms).toString();
const daily = (time: string, zone: string, more: Partial<Recurrence> = {}): Recurrence => ({
  dayOfWeek: everyDay,
  secondOfDay: parseTime(time) ?? Number.NaN,
  zone,
  ...more,
});

/** Zone, wall-clock time: gaps, folds, midnight gaps, half hours, quarter hours, zones whose rules changed, days left out. */
const cases: readonly (readonly [zone: string, time: string])[] = [
  ["America/New_York", "02:30"],
  ["America/New_York", "01:30"],
  ["America/New_York", "02:00"],
  ["America/New_York", "03:00"],
  ["America/New_York", "09:30"],
  ["America/Chicago", "02:15"],
  ["America/Denver", "01:00"],
  ["America/Los_Angeles", "02:45"],
  ["America/Phoenix", "02:30"],
  ["America/Anchorage", "02:30"],
  ["America/Adak", "01:59"],
  ["America/Halifax", "02:30"],
  ["America/St_Johns", "02:01"],
  ["America/Havana", "00:30"],
  ["America/Havana", "00:00"],
  ["America/Asuncion", "00:00"],
  ["America/Asuncion", "23:30"],
  ["America/Santiago", "00:15"],
  ["America/Santiago", "23:45"],
  ["America/Sao_Paulo", "00:00"],
  ["America/Nuuk", "22:30"],
  ["America/Nuuk", "23:30"],
  ["America/Mexico_City", "02:30"],
  ["Atlantic/Azores", "00:30"],
  ["Africa/Cairo", "00:00"],
  ["Africa/Cairo", "23:30"],
  ["Africa/Casablanca", "02:30"],
  ["Africa/Casablanca", "03:30"],
  ["Asia/Beirut", "00:00"],
  ["Asia/Beirut", "23:15"],
  ["Asia/Jerusalem", "02:30"],
  ["Asia/Tehran", "00:00"],
  ["Asia/Kathmandu", "12:00"],
  ["Asia/Kolkata", "00:00"],
  ["Australia/Lord_Howe", "02:15"],
  ["Australia/Lord_Howe", "01:45"],
  ["Australia/Sydney", "02:30"],
  ["Europe/London", "01:30"],
  ["Europe/Dublin", "01:30"],
  ["Europe/Berlin", "02:30"],
  ["Pacific/Auckland", "02:30"],
  ["Pacific/Chatham", "03:00"],
  ["Pacific/Apia", "12:00"],
  ["Pacific/Kiritimati", "00:00"],
  ["Etc/UTC", "23:59"],
];

/** The instant of a local time by Temporal: in a gap the change of the clock, in a fold the first. */
function truthOf(date: Temporal.PlainDate, secondOfDay: number, zone: string): number {
  const local = date.toPlainDateTime().add({ seconds: secondOfDay });
  const earlier = local.toZonedDateTime(zone, { disambiguation: "earlier" });
  if (earlier.toPlainDateTime().equals(local)) return earlier.epochMilliseconds;
  return earlier.getTimeZoneTransition("next")?.epochMilliseconds ?? Number.NaN;
}

/** Plays a schedule on a virtual clock that looks at it every so often and sleeps now and then. */
function play(recurrence: Recurrence, missed: Missed, from: number, until: number, looksMs: () => number) {
  const fired: { slot: Slot; nowMs: number; late: boolean }[] = [];
  const skipped: Slot[] = [];
  let next = nextSlot(recurrence, from);
  for (let now = from; now < until && next !== undefined; now += looksMs()) {
    const due = validateSchedule({ recurrence, missed }, next, now);
    if (due.fire) fired.push({ slot: due.fire, nowMs: now, late: due.late });
    skipped.push(...due.skipped);
    next = due.next;
  }
  return { fired, skipped };
}

describe("a recurring run (spec 2 §3.9)", () => {
  it("has at least forty zone cases", () => expect(cases.length).toBeGreaterThanOrEqual(40));

  test.each(cases)("fires once a local day and never early: %s at %s, three years", (zone, time) => {
    const secondOfDay = parseTime(time) ?? Number.NaN;
    const from = at("2025-01-01T00:00:00Z");
    const until = at("2028-01-01T00:00:00Z");
    for (const dayOfWeek of [everyDay, weekdays]) {
      const { fired, skipped } = play({ dayOfWeek, secondOfDay, zone }, "once", from, until, () => 3_600_000 + 7_000);
      const wanted: [string, number][] = [];
      let date = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone).toPlainDate();
      for (; ; date = date.add({ days: 1 })) {
        const ms = truthOf(date, secondOfDay, zone);
        if (ms >= until) break;
        if (ms >= from && hasDay(dayOfWeek, date.dayOfWeek % 7)) wanted.push([`${date}T${time}:00`, ms]);
      }
      expect(skipped).toEqual([]);
      // the last look may lie before the last slot
      expect(fired.map(({ slot }) => [slot.name, slot.atMs])).toEqual(wanted.slice(0, fired.length));
      expect(wanted.length - fired.length).toBeLessThanOrEqual(1);
      expect(fired.filter(({ slot, nowMs }) => nowMs < slot.atMs)).toEqual([]);
    }
  });

  it("leaves out a day that a calendar leaves out: Apia had no 30 December 2011", () => {
    const names: string[] = [];
    let slot = nextSlot(daily("12:00", "Pacific/Apia"), at("2011-12-28T00:00:00Z"));
    while (names.length < 4 && slot) {
      names.push(slot.name);
      slot = slotAfter(daily("12:00", "Pacific/Apia"), slot);
    }
    expect(names).toEqual(["2011-12-28", "2011-12-29", "2011-12-31", "2012-01-01"].map((day) => `${day}T12:00:00`));
  });

  it.each<[string, string, string, string]>([
    ["a gap moves it to the first valid instant", "02:30", "America/New_York", "2026-03-08T07:00:00Z"],
    ["a fold takes the first of the two", "01:30", "America/New_York", "2026-11-01T05:30:00Z"],
    ["a midnight gap stays on its day", "00:00", "Africa/Cairo", "2026-04-23T22:00:00Z"],
  ])("%s", (_, time, zone, expected) => {
    expect(iso(nextSlot(daily(time, zone), at(expected) - 3_600_000)?.atMs)).toBe(expected);
  });

  it("has no slot without a day, and none after it has expired", () => {
    const noon = daily("12:00", "Etc/UTC");
    expect(nextSlot({ ...noon, dayOfWeek: 0 }, 0)).toBeUndefined();
    const expireMs = at("2026-05-02T12:00:00Z");
    const slot = nextSlot({ ...noon, expireMs }, at("2026-05-02T00:00:00Z"));
    expect(slot?.name).toBe("2026-05-02T12:00:00");
    expect(slotAfter({ ...noon, expireMs }, slot!)).toBeUndefined();
    expect(nextSlot({ ...noon, expireMs }, expireMs + 1)).toBeUndefined();
  });
});

describe("missed slots (readings, Schedules: `missed`)", () => {
  const nine = daily("09:00", "America/New_York");
  const first = nextSlot(nine, at("2026-05-01T00:00:00Z"))!;
  const evaluate = (missed: Missed, now: string) => validateSchedule({ recurrence: nine, missed }, first, at(now));

  it("nothing happens before its time", () => {
    expect(evaluate("once", "2026-05-01T12:59:59.999Z")).toEqual({
      fire: undefined,
      late: false,
      skipped: [],
      next: first,
    });
  });

  it("once: after five days away the last missed slot alone fires, late, and the others are skipped", () => {
    const due = evaluate("once", "2026-05-05T20:00:00Z");
    expect([due.fire?.name, due.late]).toEqual(["2026-05-05T09:00:00", true]);
    expect(due.skipped.map(({ name }) => name.slice(0, 10))).toEqual([
      "2026-05-01",
      "2026-05-02",
      "2026-05-03",
      "2026-05-04",
    ]);
    expect(due.next?.name).toBe("2026-05-06T09:00:00");
  });

  it("skip: none of them fires", () => {
    const due = evaluate("skip", "2026-05-05T20:00:00Z");
    expect([due.fire, due.skipped.length, due.next?.name]).toEqual([undefined, 5, "2026-05-06T09:00:00"]);
  });

  it("skip does not skip what is fired within a minute", () => {
    expect(validateSchedule({ recurrence: nine, missed: "skip" }, first, first.atMs + lateAfterMs).fire).toEqual(first);
    expect(
      validateSchedule({ recurrence: nine, missed: "skip" }, first, first.atMs + lateAfterMs + 1).fire,
    ).toBeUndefined();
  });

  it("a run that comes once is over when it was fired or skipped", () => {
    const once = { recurrence: undefined, missed: "once" as const };
    expect(validateSchedule(once, first, first.atMs)).toEqual({
      fire: first,
      late: false,
      skipped: [],
      next: undefined,
    });
    const skipped = validateSchedule({ ...once, missed: "skip" }, first, first.atMs + 3_600_000);
    expect(skipped).toEqual({ fire: undefined, late: true, skipped: [first], next: undefined });
  });

  it("whatever the downtime, every slot is fired or skipped once, in order, and none early", () => {
    const downtime = fc.array(fc.integer({ min: 1_000, max: 9 * 86_400_000 }), { minLength: 5, maxLength: 60 });
    fc.assert(
      fc.property(
        fc.constantFrom(...cases),
        fc.constantFrom("once", "skip" as Missed),
        downtime,
        (zoneCase, missed, gaps) => {
          const [zone, time] = zoneCase;
          const from = at("2026-02-20T00:00:00Z");
          let look = 0;
          const { fired, skipped } = play(
            daily(time, zone),
            missed as Missed,
            from,
            from + 200 * 86_400_000,
            () => gaps[look++ % gaps.length] ?? 1_000,
          );
          const all = [...fired.map(({ slot }) => slot), ...skipped].sort((a, b) => a.atMs - b.atMs);
          let expected = nextSlot(daily(time, zone), from);
          for (const slot of all) {
            expect(slot).toEqual(expected);
            expected = slotAfter(daily(time, zone), slot);
          }
          for (const { slot, nowMs, late } of fired) {
            expect(nowMs).toBeGreaterThanOrEqual(slot.atMs);
            expect(late).toBe(nowMs - slot.atMs > lateAfterMs);
            expect(late && missed === "skip").toBe(false);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("a zone whose rules change while a run waits", () => {
  it("keeps the wall clock: the slot's instant is computed again", () => {
    const name = "2026-07-01T09:00:00";
    // written down when the zone was thought to be an hour off
    const old = { name, atMs: at("2026-07-01T14:00:00Z") };
    expect(rejudgeSlot(old, "America/New_York")).toEqual({ name, atMs: at("2026-07-01T13:00:00Z") });
  });

  it("leaves a slot alone that is right, the second hour of a fold too", () => {
    const second = at("2026-11-01T06:30:00Z");
    const slot = { name: slotName(second, "America/New_York"), atMs: second };
    expect(slot.name).toBe("2026-11-01T01:30:00");
    expect(rejudgeSlot(slot, "America/New_York")).toEqual(slot);
  });

  it("a slot that was fired by the old rules does not come again by the new ones", () => {
    const nine = daily("09:00", "America/New_York");
    const firedEarly = { name: "2026-07-01T09:00:00", atMs: at("2026-07-01T12:00:00Z") };
    expect(slotAfter(nine, firedEarly)?.name).toBe("2026-07-02T09:00:00");
  });
});
