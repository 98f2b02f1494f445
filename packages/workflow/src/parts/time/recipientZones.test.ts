import { describe, expect, test } from "vitest";
import { areaCodeStates } from "../data/areaCodeStates.ts";
import { areaCodeZones } from "../data/areaCodeZones.ts";
import { postalZones, stateZones } from "../data/placeZones.ts";
import { isZone } from "./clock.ts";
import { legalHours } from "./legalHours.ts";
import { continentalZones, recipientZones } from "./recipientZones.ts";
import { timezones, zoneOf } from "./timezones.ts";
import { evaluateWindow } from "./window.ts";

const phone = (areaCode: string): string => `+1${areaCode}5550123`;

describe("a recipient's zone (readings, Recipient's zone)", () => {
  test("is the contact's own when it has one, by name or by id", () => {
    const place = { postalCode: "10001", phone: phone("212") };
    expect(recipientZones({ ...place, timezone: "Europe/Berlin" })).toEqual({
      zones: ["Europe/Berlin"],
      from: "contact",
    });
    expect(recipientZones({ ...place, timezone: -32 }).zones).toEqual(["America/Los_Angeles"]);
    expect(recipientZones({ ...place, timezone: "-24" }).zones).toEqual(["America/Chicago"]);
  });

  test("that does not exist is passed over", () => {
    expect(recipientZones({ timezone: "Mars/Olympus", postalCode: "10001" }).from).toBe("postal");
  });

  test("is its postal code's before its state's, and its state's before its area code's", () => {
    expect(recipientZones({ postalCode: "32501", state: "NY", phone: phone("212") })).toEqual({
      zones: ["America/Chicago"],
      from: "postal",
    });
    expect(recipientZones({ state: "ca", phone: phone("212") })).toEqual({
      zones: ["America/Los_Angeles"],
      from: "state",
    });
  });

  test.each([
    ["32301 Tallahassee", "32301", ["America/New_York"]],
    ["32456 Port St. Joe lies on the line", "32456", ["America/New_York", "America/Chicago"]],
    ["37203 Nashville", "37203-1234", ["America/Chicago"]],
    ["47708 Evansville", "47708", ["America/Chicago"]],
    ["79901 El Paso", "79901", ["America/Denver"]],
    ["86505 Ganado in the Navajo Nation", "86505", ["America/Phoenix", "America/Denver"]],
    ["97914 Ontario, Oregon", "97914", ["America/Denver", "America/Los_Angeles"]],
    ["96799 Pago Pago", "96799", ["Pacific/Pago_Pago"]],
    ["96813 Honolulu", "96813", ["Pacific/Honolulu"]],
    ["V1C Cranbrook", "V1C 2B3", ["America/Edmonton", "America/Vancouver"]],
    ["M5V Toronto", "m5v 2T6", ["America/Toronto"]],
  ])("%s", (_, postalCode, zones) => {
    expect(recipientZones({ postalCode })).toEqual({ zones, from: "postal" });
  });

  test.each([
    ["850", ["America/New_York", "America/Chicago"]],
    ["448 overlays 850", ["America/New_York", "America/Chicago"]],
    ["907", ["America/Anchorage", "America/Adak"]],
    ["208", ["America/Denver", "America/Los_Angeles"]],
    ["986 overlays 208", ["America/Denver", "America/Los_Angeles"]],
    ["928", ["America/Denver", "America/Phoenix"]],
    ["915 is Mountain inside Texas", ["America/Denver"]],
    ["729 overlays 423", ["America/New_York", "America/Chicago"]],
    ["367 overlays 418", ["America/Halifax", "America/Toronto"]],
    ["672 overlays 250", ["America/Edmonton", "America/Vancouver"]],
    ["709", ["America/St_Johns", "America/Halifax"]],
    ["787", ["America/Puerto_Rico"]],
  ])("of area code %s", (name, zones) => {
    const found = recipientZones({ phone: phone(name.slice(0, 3)) });
    expect(found).toEqual({ zones, from: "areaCode" });
  });

  test.each(["800", "888", "900", "211"])(
    "of area code %s is unknown: the window is the continental intersection",
    (code) => {
      const { zones, from } = recipientZones({ phone: phone(code) });
      expect(from).toBe("unknown");
      const rules = [{ zones, days: 127, startSecond: 8 * 3600, endSecond: 20 * 3600, name: "window" }];
      // 8 in Los Angeles to 20 in New York (telecom §6)
      expect(evaluateWindow(Date.UTC(2026, 0, 12, 15, 59), rules)).toMatchObject({
        opensAt: Date.UTC(2026, 0, 12, 16),
      });
      expect(evaluateWindow(Date.UTC(2026, 0, 12, 16), rules)).toEqual({
        open: true,
        openUntil: Date.UTC(2026, 0, 13, 1),
      });
    },
  );

  test("of a number from elsewhere without anything else is unknown", () => {
    expect(recipientZones({ phone: "+442079460000" })).toEqual({ zones: continentalZones, from: "unknown" });
    expect(recipientZones({})).toEqual({ zones: continentalZones, from: "unknown" });
  });
});

describe("the tables", () => {
  test("name only zones that exist", () => {
    const all = [...Object.values(areaCodeZones), ...Object.values(stateZones), ...postalZones.values()].flat();
    for (const zone of new Set(all)) expect(isZone(zone), zone).toBe(true);
    for (const { zone } of timezones) expect(isZone(zone), zone).toBe(true);
  });

  test("know every US state, and zones for every area code that has a state", () => {
    const states =
      "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY";
    for (const state of states.split(" ")) expect(stateZones[state], state).toBeDefined();
    for (const [areaCode, [state = ""]] of Object.entries(areaCodeStates)) {
      expect(areaCodeZones[areaCode], areaCode).toBeDefined();
      expect(stateZones[state], state).toBeDefined();
    }
  });

  test("put a postal prefix into zones that its state has", () => {
    const zonesOfAll = new Set(Object.values(stateZones).flat());
    for (const [prefix, zones] of postalZones)
      for (const zone of zones) expect(zonesOfAll.has(zone), `${prefix} ${zone}`).toBe(true);
  });

  test("know at least nine hundred postal prefixes of three digits", () => {
    expect([...postalZones.keys()].filter((prefix) => /^\d{3}$/.test(prefix)).length).toBeGreaterThan(890);
  });
});

describe("time-zone ids (readings, Time-zone ids)", () => {
  test("are quarter hours from UTC in standard time", () => {
    expect([0, -20, -24, -28, -32, -36, -40].map(zoneOf)).toEqual([
      "Etc/UTC",
      "America/New_York",
      "America/Chicago",
      "America/Denver",
      "America/Los_Angeles",
      "America/Anchorage",
      "Pacific/Honolulu",
    ]);
    const winter = Date.UTC(2026, 0, 15);
    const summer = Date.UTC(2026, 6, 15);
    for (const { timezoneId, zone } of timezones) {
      if (timezoneId >= 1000) continue;
      const offsets = [winter, summer].map((ms) => {
        const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(ms);
        const match = /([+-])(\d\d):(\d\d)/.exec(parts.find(({ type }) => type === "timeZoneName")?.value ?? "");
        return match ? (Number(match[2]) * 4 + Number(match[3]) / 15) * (match[1] === "-" ? -1 : 1) : 0;
      });
      expect(Math.min(...offsets), zone).toBe(timezoneId);
    }
  });

  test("are used once", () => {
    expect(new Set(timezones.map(({ timezoneId }) => timezoneId)).size).toBe(timezones.length);
    expect(new Set(timezones.map(({ zone }) => zone)).size).toBe(timezones.length);
  });
});

describe("legal hours (telecom §5.1)", () => {
  const opens = (place: { state?: string; phone?: string }, text: string) => {
    const rules = legalHours({ ...place, zones: recipientZones(place).zones });
    return evaluateWindow(Date.parse(text), rules);
  };

  test("are 8 to 21 where nothing narrower is known", () => {
    expect(opens({ state: "NY" }, "2026-01-12T12:59:00Z")).toMatchObject({ opensAt: Date.UTC(2026, 0, 12, 13) });
    expect(opens({ state: "NY" }, "2026-01-12T13:00:00Z")).toEqual({ open: true, openUntil: Date.UTC(2026, 0, 13, 2) });
  });

  test("end at 20 in Florida, by its area code as well", () => {
    expect(opens({ phone: phone("305") }, "2026-01-12T15:00:00Z")).toEqual({
      open: true,
      openUntil: Date.UTC(2026, 0, 13, 1),
    });
    expect(opens({ state: "NY", phone: phone("305") }, "2026-01-12T15:00:00Z")).toMatchObject({
      openUntil: Date.UTC(2026, 0, 13, 1),
    });
  });

  test("leave out the Sunday in Alabama", () => {
    expect(opens({ state: "AL" }, "2026-01-11T16:00:00Z")).toMatchObject({
      open: false,
      opensAt: Date.UTC(2026, 0, 12, 14),
    });
  });

  test("begin at noon on Sundays in Texas", () => {
    expect(opens({ state: "TX", phone: phone("214") }, "2026-01-11T16:00:00Z")).toMatchObject({
      opensAt: Date.UTC(2026, 0, 11, 19),
    });
  });

  test("are Central in Mississippi", () => {
    expect(opens({ state: "MS", phone: phone("212") }, "2026-01-12T13:30:00Z")).toMatchObject({
      opensAt: Date.UTC(2026, 0, 12, 14),
    });
  });
});
