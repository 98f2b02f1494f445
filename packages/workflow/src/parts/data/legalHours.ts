import type { Hours } from "../time/window.ts";

const hour = 3600;
const hours = (days: number, from: number, to: number): Hours => ({
  days,
  startSecond: from * hour,
  endSecond: to * hour,
});

const everyDay = 127;
const weekdays = 62;
const monToSat = 126;
const saturday = 64;
const sunday = 1;
const weekend = 65;

/** 47 CFR 64.1200(c)(1): 8 a.m. to 9 p.m. at the called party's location. */
export const federalHours: Hours = hours(everyDay, 8, 21);

/** State hours that are narrower than the federal ones; open when any of them is. `zone`: the hours are in this zone wherever the contact is. */
export interface StateHours {
  hours: readonly [Hours, ...Hours[]];
  zone?: string;
}

const only = (...list: [Hours, ...Hours[]]): StateHours => ({ hours: list });

/**
 * Seed of November 2025 (telecom §5.1). Have it reviewed before relying on it. Holidays are left out. Pennsylvania's
 * entry in the source is garbled, so it has the federal hours.
 */
export const stateHours: Readonly<Record<string, StateHours>> = {
  AL: only(hours(monToSat, 8, 20)),
  CT: only(hours(everyDay, 9, 20)),
  FL: only(hours(everyDay, 8, 20)),
  KY: only(hours(everyDay, 10, 21)),
  LA: only(hours(monToSat, 8, 20)),
  MA: only(hours(everyDay, 8, 20)),
  MD: only(hours(everyDay, 8, 20)),
  MI: only(hours(everyDay, 9, 21)),
  MN: only(hours(everyDay, 9, 21)),
  MS: { hours: [hours(monToSat, 8, 20)], zone: "America/Chicago" },
  NM: only(hours(everyDay, 9, 21)),
  NV: only(hours(everyDay, 9, 20)),
  OK: only(hours(everyDay, 8, 20)),
  RI: only(hours(weekdays, 9, 18), hours(saturday, 10, 17)),
  SD: only(hours(monToSat, 9, 21)),
  TX: only(hours(monToSat, 9, 21), hours(sunday, 12, 21)),
  WA: only(hours(everyDay, 8, 20)),
};

const canada = only(hours(weekdays, 9, 21.5), hours(weekend, 10, 18));

/** CRTC: weekdays 9 to 21:30, weekends 10 to 18. */
export const canadianHours: Readonly<Record<string, StateHours>> = Object.fromEntries(
  ["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"].map((province) => [province, canada]),
);
