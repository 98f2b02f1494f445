import { expect, it } from "vitest";
import { alarmOf } from "./alarmOf.ts";

const place = (rate: number | null) => ({
  targetPercent: 80,
  targetSeconds: 20,
  serviceLevel: { count: 0, of: 0, rate },
});

it.each([
  ["no call has come", null, null, "calm", "No rate yet"],
  ["the target is reached and no one waits longer than it", 0.8, 20, "calm", "On target"],
  ["the service level is below the target", 0.79, null, "amber", "Below target"],
  ["the first caller waits longer than the target", 1, 21, "amber", "Wait over target"],
  ["the service level is ten points below the target", 0.7, null, "red", "Far below target"],
  ["the first caller waits more than twice as long as the target", null, 41, "red", "Long wait"],
] as const)("shows how urgent a place is when %s", (_, rate, wait, tone, why) => {
  expect(alarmOf(place(rate), wait)).toEqual({ tone, why });
});
