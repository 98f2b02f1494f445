import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PollTimer } from "./pollTimer.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A loop that never finds work, and how often it looks in so many seconds of the clock. */
function openLoop(isQuiet = false) {
  const pollTimer = new PollTimer();
  let polls = 0;
  const loop = async (): Promise<void> => {
    while (!pollTimer.stopped) {
      polls++;
      await pollTimer.idle(isQuiet);
    }
  };
  void loop();
  const pollsIn = async (seconds: number): Promise<number> => {
    const before = polls;
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    return (polls - before) / seconds;
  };
  return { pollTimer, pollsIn };
}

it("looks every 40 ms at first, and every 100 ms when nothing was found for five seconds", async () => {
  const { pollTimer, pollsIn } = openLoop();
  expect(await pollsIn(4)).toBeGreaterThanOrEqual(25);
  await pollsIn(2);
  expect(await pollsIn(10)).toBe(10);
  pollTimer.stop();
});

it.each([
  ["found", (pollTimer: PollTimer) => pollTimer.worked()],
  ["announced", (pollTimer: PollTimer) => pollTimer.wakeUp()],
])("looks often again when work was %s", async (_, happens) => {
  const { pollTimer, pollsIn } = openLoop();
  await pollsIn(20);
  happens(pollTimer);
  expect(await pollsIn(4)).toBeGreaterThanOrEqual(25);
  pollTimer.stop();
});

it("looks four times a second while no batch runs", async () => {
  const { pollTimer, pollsIn } = openLoop(true);
  await pollsIn(4);
  expect(await pollsIn(10)).toBe(4);
  pollTimer.stop();
});
