import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { dateOf, epochDayOf } from "./calendar.ts";
import { instantOf, isZone, localParts } from "./clock.ts";
import { parseInstant, parseLocalDateTime } from "./instant.ts";

const zones = [
  "America/New_York",
  "America/Chicago",
  "America/Phoenix",
  "America/St_Johns",
  "America/Adak",
  "America/Sao_Paulo",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "Asia/Tehran",
  "Asia/Beirut",
  "Europe/Dublin",
  "Europe/Berlin",
  "Pacific/Apia",
  "Pacific/Chatham",
  "America/Asuncion",
  "Etc/UTC",
];
const instant = fc.integer({ min: Date.UTC(1995, 0, 1), max: Date.UTC(2045, 0, 1) });
const zone = fc.constantFrom(...zones);

describe("local time", () => {
  test("agrees with Temporal at any instant in any zone", () => {
    fc.assert(
      fc.property(instant, zone, (ms, name) => {
        const truth = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(name);
        expect(localParts(ms, name)).toEqual({
          day: truth.dayOfWeek % 7,
          secondOfDay: truth.hour * 3600 + truth.minute * 60 + truth.second,
          date: truth.toPlainDate().toString(),
        });
      }),
      { numRuns: 3000 },
    );
  });

  test("agrees with Temporal around every change of the clock", () => {
    for (const name of zones) {
      let at = Temporal.Instant.fromEpochMilliseconds(Date.UTC(2018, 0, 1)).toZonedDateTimeISO(name);
      for (let change = 0; change < 12; change++) {
        const next = at.getTimeZoneTransition("next");
        if (next === null) break;
        for (const offset of [-1, 0, 1, 999]) {
          const ms = next.epochMilliseconds + offset;
          const truth = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(name);
          expect(localParts(ms, name).secondOfDay).toBe(truth.hour * 3600 + truth.minute * 60 + truth.second);
        }
        at = next;
      }
    }
  });
});

/** What Temporal's "compatible" reading gives, but for a gap: the first valid instant after it. */
function instantByTemporal(date: string, second: number, name: string): number {
  const local = Temporal.PlainDate.from(date).toPlainDateTime().add({ seconds: second });
  const earlier = local.toZonedDateTime(name, { disambiguation: "earlier" });
  if (earlier.toPlainDateTime().equals(local)) return earlier.epochMilliseconds;
  return earlier.getTimeZoneTransition("next")?.epochMilliseconds ?? Number.NaN;
}

describe("instant of a local time", () => {
  test("agrees with Temporal for any local time in any zone", () => {
    const date = fc.integer({ min: 9_131, max: 27_393 }).map(dateOf);
    fc.assert(
      fc.property(date, fc.integer({ min: 0, max: 86_399 }), zone, (day, second, name) => {
        expect(instantOf(day, second, name)).toBe(instantByTemporal(day, second, name));
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ["New York skips 02:30", "2026-03-08", "02:30", "America/New_York", "2026-03-08T07:00:00Z"],
    ["New York has 01:30 twice, the first counts", "2026-11-01", "01:30", "America/New_York", "2026-11-01T05:30:00Z"],
    ["Cairo skips midnight", "2026-04-24", "00:00", "Africa/Cairo", "2026-04-23T22:00:00Z"],
    ["Cairo skips 00:59 too", "2026-04-24", "00:59", "Africa/Cairo", "2026-04-23T22:00:00Z"],
    ["Beirut skips midnight", "2026-03-29", "00:30", "Asia/Beirut", "2026-03-28T22:00:00Z"],
    ["Lord Howe skips half an hour", "2026-10-04", "02:15", "Australia/Lord_Howe", "2026-10-03T15:30:00Z"],
    ["Lord Howe repeats half an hour", "2026-04-05", "01:45", "Australia/Lord_Howe", "2026-04-04T14:45:00Z"],
    ["Phoenix keeps its clock", "2026-03-08", "02:30", "America/Phoenix", "2026-03-08T09:30:00Z"],
    ["St John's is half an hour off", "2026-07-01", "12:00", "America/St_Johns", "2026-07-01T14:30:00Z"],
    ["Kathmandu is a quarter off", "2026-07-01", "12:00", "Asia/Kathmandu", "2026-07-01T06:15:00Z"],
    ["Apia skipped a whole day", "2011-12-30", "12:00", "Pacific/Apia", "2011-12-30T10:00:00Z"],
    ["London in summer", "2026-07-01", "09:00", "Europe/London", "2026-07-01T08:00:00Z"],
  ])("%s", (_, date, time, name, expected) => {
    const [hour = "", minute = ""] = time.split(":");
    const ms = instantOf(date, Number(hour) * 3600 + Number(minute) * 60, name);
    expect(Temporal.Instant.fromEpochMilliseconds(ms).toString()).toBe(expected);
  });
});

describe("dates", () => {
  test("days count the same as Temporal's", () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_000_000 }), (epochDay) => {
        const truth = Temporal.PlainDate.from("1970-01-01").add({ days: epochDay });
        if (truth.year < 0 || truth.year > 9999) return;
        expect(dateOf(epochDay)).toBe(truth.toString());
        expect(epochDayOf(truth.toString())).toBe(epochDay);
      }),
    );
  });

  test("a day that is not in the calendar is none", () => {
    expect(epochDayOf("2025-02-29")).toBeUndefined();
    expect(epochDayOf("2024-02-29")).toBe(19_782);
    expect(epochDayOf("2024-13-01")).toBeUndefined();
  });

  test("an instant needs its offset, a local time has none", () => {
    expect(parseInstant("2025-03-12T13:32:00-04:00")).toBe(Date.UTC(2025, 2, 12, 17, 32));
    expect(parseInstant("2025-03-12T13:32:00")).toBeUndefined();
    expect(parseLocalDateTime("2025-03-12T13:32:00")).toEqual({ epochDay: 20_159, secondOfDay: 48_720 });
    expect(parseLocalDateTime("2025-03-12T13:32:00-04:00")).toBeUndefined();
    expect(parseLocalDateTime("2025-02-30T13:32")).toBeUndefined();
  });

  test("instants are read as Temporal reads them", () => {
    const two = (max: number) => fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, "0"));
    const written = fc
      .tuple(
        fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-30"), noInvalidDate: true }),
        ...[two(25), two(61), two(61), two(25), two(61)],
        fc.constantFrom("", ".5", ".123", ".123456789", ","),
        fc.constantFrom("Z", "z", "+", "-", ""),
        fc.constantFrom("T", " ", "t"),
        fc.constantFrom("", "[Europe/Berlin]"),
      )
      .map(([date, hour, minute, second, aheadHour, aheadMinute, fraction, sign, between, zone]) => {
        const offset = "+-".includes(sign) && sign !== "" ? `${sign}${aheadHour}:${aheadMinute}` : sign;
        return `${date.toISOString().slice(0, 10)}${between}${hour}:${minute}:${second}${fraction}${offset}${zone}`;
      });
    fc.assert(
      fc.property(written, (text) => {
        let truth: number | undefined;
        try {
          truth = Temporal.Instant.from(text).epochMilliseconds;
        } catch {}
        expect(parseInstant(text)).toBe(truth);
      }),
    );
  });

  test("a zone that does not exist is none", () => {
    expect(isZone("America/New_York")).toBe(true);
    expect(isZone("Mars/Olympus")).toBe(false);
  });
});
