import { expect, it } from "vitest";
import { abandonment, type ServiceLevelSwitches, serviceLevel } from "./serviceLevel.ts";

/** 100 calls of a day: 70 answered within 20 s, 15 later, 5 abandoned within 5 s, 4 from 5 to 20 s, and 6 later. */
const day = { answeredInTime: 70, answeredLate: 15, shortAbandoned: 5, abandoned: 10, unanswered: 0, released: 0 };
const ours: ServiceLevelSwitches = { abandons: true, shortAbandons: false, released: false };

it.each([
  ["as it is set at first", ours, 70, 95],
  ["with short abandons", { ...ours, shortAbandons: true }, 70, 100],
  ["of answered calls alone", { ...ours, abandons: false }, 70, 85],
  ["with short abandons alone", { abandons: false, shortAbandons: true, released: false }, 70, 90],
])("counts the service level of a day of 100 calls %s", (_, switches, count, of) => {
  expect(serviceLevel(day, switches)).toEqual({ count, of, rate: count / of });
});

it("always counts callers whose call ended without an answer", () => {
  const waits = { ...day, unanswered: 5 };
  expect(serviceLevel(waits, ours)).toEqual({ count: 70, of: 100, rate: 0.7 });
  expect(serviceLevel(waits, { ...ours, abandons: false }).of).toBe(90);
});

it("counts callers who were routed on where that is switched on", () => {
  const waits = { ...day, released: 20 };
  expect(serviceLevel(waits, ours).of).toBe(95);
  expect(serviceLevel(waits, { ...ours, released: true }).of).toBe(115);
});

it("counts the abandonment of a day of 100 calls without and with short abandons", () => {
  expect(abandonment(day, ours)).toEqual({ count: 10, of: 95, rate: 10 / 95 });
  expect(abandonment(day, { shortAbandons: true })).toEqual({ count: 15, of: 100, rate: 0.15 });
});

it("has no rate where no wait has ended", () => {
  const none = { answeredInTime: 0, answeredLate: 0, shortAbandoned: 0, abandoned: 0, unanswered: 0, released: 7 };
  expect(serviceLevel(none, ours).rate).toBeNull();
  expect(abandonment(none, ours).rate).toBeNull();
});
