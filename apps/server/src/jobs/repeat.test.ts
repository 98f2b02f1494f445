import { expect, it } from "vitest";
import type { Database } from "../store/database.ts";
import { Pulse } from "./pulse.ts";
import { repeat } from "./repeat.ts";

const none = {} as Database;
const fail = (error: unknown): never => {
  throw error;
};

it("a nudge ends the pause of a job that people wait for, and of no other", async () => {
  const pulse = new Pulse();
  const ending = new AbortController();
  const runs = { nudged: 0, patient: 0 };
  const again = Promise.withResolvers<void>();
  const job = (name: keyof typeof runs, nudged: boolean) => ({
    name,
    nudged,
    everyMs: 1e9,
    run: async () => {
      if (++runs[name] === 2) again.resolve();
      return false;
    },
  });
  const both = [job("nudged", true), job("patient", false)].map((one) =>
    repeat(none, one, { signal: ending.signal, pulse }, fail),
  );
  await Promise.resolve();
  await new Promise(setImmediate);
  expect(runs).toEqual({ nudged: 1, patient: 1 });
  pulse.nudge();
  await again.promise;
  expect(runs).toEqual({ nudged: 2, patient: 1 });
  ending.abort();
  pulse.stop();
  await Promise.all(both);
});

it("a job that finds nothing rests ever longer while no batch runs, until something is nudged or found", async () => {
  const rests: number[] = [];
  class Told extends Pulse {
    override async pause(ms: number): Promise<void> {
      rests.push(ms);
    }
  }
  const pulse = new Told();
  const ending = new AbortController();
  let runs = 0;
  await repeat(
    none,
    {
      name: "quiet",
      everyMs: 1,
      quietMs: 10,
      run: async () => {
        runs++;
        if (runs === 6) pulse.nudge();
        if (runs === 9) ending.abort();
        return runs === 8 ? false : "nothing";
      },
    },
    { signal: ending.signal, pulse, isQuiet: () => runs > 1 },
    fail,
  );
  // the first run: a batch runs; the sixth: nudged; the eighth: something is on its way
  expect(rests).toEqual([1, 3, 7, 9, 1, 1]);
});

it("a job of which nothing waits does not run, and runs with the nudge that comes when something does", async () => {
  const pulse = new Pulse();
  const ending = new AbortController();
  let isWanted = false;
  const ran = Promise.withResolvers<void>();
  let runs = 0;
  const going = repeat(
    none,
    {
      name: "wanted",
      nudged: true,
      everyMs: 1e9,
      isWanted: () => isWanted,
      run: async () => {
        runs++;
        ran.resolve();
        return false;
      },
    },
    { signal: ending.signal, pulse },
    fail,
  );
  await new Promise(setImmediate);
  expect(runs).toBe(0);
  isWanted = true;
  pulse.nudge();
  await ran.promise;
  ending.abort();
  pulse.stop();
  await going;
});
