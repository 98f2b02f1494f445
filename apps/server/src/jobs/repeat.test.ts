import { expect, it } from "vitest";
import type { Database } from "../store/database.ts";
import { PollTimer } from "./pollTimer.ts";
import { repeat } from "./repeat.ts";

const none = {} as Database;
const fail = (error: unknown): never => {
  throw error;
};

it("a wake-up ends the pause of a job that people wait for, and of no other", async () => {
  const pollTimer = new PollTimer();
  const ending = new AbortController();
  const runs = { wakesUp: 0, patient: 0 };
  const again = Promise.withResolvers<void>();
  const job = (name: keyof typeof runs, wakesUp: boolean) => ({
    name,
    wakesUp,
    everyMs: 1e9,
    run: async () => {
      if (++runs[name] === 2) again.resolve();
      return false;
    },
  });
  const both = [job("wakesUp", true), job("patient", false)].map((one) =>
    repeat(none, one, { signal: ending.signal, pollTimer }, fail),
  );
  await Promise.resolve();
  await new Promise(setImmediate);
  expect(runs).toEqual({ wakesUp: 1, patient: 1 });
  pollTimer.wakeUp();
  await again.promise;
  expect(runs).toEqual({ wakesUp: 2, patient: 1 });
  ending.abort();
  pollTimer.stop();
  await Promise.all(both);
});

it("a job that finds nothing rests ever longer while no batch runs, until something is woken up or found", async () => {
  const rests: number[] = [];
  class RecordingTimer extends PollTimer {
    override async pause(ms: number): Promise<void> {
      rests.push(ms);
    }
  }
  const pollTimer = new RecordingTimer();
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
        if (runs === 6) pollTimer.wakeUp();
        if (runs === 9) ending.abort();
        return runs === 8 ? false : "nothing";
      },
    },
    { signal: ending.signal, pollTimer, isQuiet: () => runs > 1 },
    fail,
  );
  // the first run: a batch runs; the sixth: woken up; the eighth: something is on its way
  expect(rests).toEqual([1, 3, 7, 9, 1, 1]);
});

it("a job of which nothing waits does not run, and runs with the wake-up that comes when something does", async () => {
  const pollTimer = new PollTimer();
  const ending = new AbortController();
  let isWanted = false;
  const ran = Promise.withResolvers<void>();
  let runs = 0;
  const going = repeat(
    none,
    {
      name: "wanted",
      wakesUp: true,
      everyMs: 1e9,
      isWanted: () => isWanted,
      run: async () => {
        runs++;
        ran.resolve();
        return false;
      },
    },
    { signal: ending.signal, pollTimer },
    fail,
  );
  await new Promise(setImmediate);
  expect(runs).toBe(0);
  isWanted = true;
  pollTimer.wakeUp();
  await ran.promise;
  ending.abort();
  pollTimer.stop();
  await going;
});
