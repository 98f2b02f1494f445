import { describe, expect, it } from "vitest";
import { oneText, until } from "../../../test/engineWorld.ts";
import { expectEqualShares, textWaitText, windowedRuns } from "../../../test/windowedRuns.ts";

const { start, account, run, queued, lanesOf } = await windowedRuns();

/** Texts of each run. */
const each = 5;

describe("runs over a carrier that takes ten texts at a time", () => {
  it.each([
    { accounts: 1, runs: 1 },
    { accounts: 5, runs: 10 },
    { accounts: 20, runs: 50 },
  ])("$accounts accounts with $runs runs each send equally many texts at each moment", async ({ accounts, runs }) => {
    const worlds = [];
    for (let index = 0; index < accounts; index++) worlds.push(await account());
    const carrier = start();
    const ofAccount = new Map<string, string>();
    for (const world of worlds)
      for (const batch of await run(world, oneText(world.template), runs, each)) ofAccount.set(batch, world.account);
    for (const world of worlds) await queued(world, runs * each);
    carrier.window = 10;
    const all = accounts * runs * each;
    const sent = async () => carrier.given.length;
    const began = performance.now();
    await until("all are sent", async () => carrier.given.length === all, sent);
    const perSecond = all / ((performance.now() - began) / 1000);
    console.info(`${accounts * runs} lanes: ${Math.round(perSecond)} texts a second through a window of 10`);
    const lanes = await lanesOf(worlds);
    const names = lanes.map((lane) => ofAccount.get(lane) ?? lane);
    expectEqualShares(
      names,
      worlds.map((world) => world.account),
      all,
      1,
    );
    for (const world of worlds)
      expectEqualShares(
        lanes.filter((lane) => ofAccount.get(lane) === world.account),
        [...ofAccount.keys()].filter((lane) => ofAccount.get(lane) === world.account),
        runs * each,
        1,
      );
  });

  it("999 runs that wait for a day leave the whole window to the one that has texts", async () => {
    const world = await account();
    const carrier = start();
    await run(world, textWaitText(world.template), 999, 1);
    await queued(world, 999);
    const sent = async () => carrier.given.length;
    carrier.window = 10;
    await until("every waiting run has sent its first text", async () => carrier.given.length === 999, sent);
    carrier.holds = true;
    const [last] = await run(world, oneText(world.template), 1, 100);
    for (let left = 10; left <= 100; left++) {
      await until(`${left} of its texts have left`, async () => carrier.given.length === 999 + left);
      expect(carrier.underWay).toBe(10);
      carrier.release(1);
    }
    expect(new Set((await lanesOf([world])).slice(999))).toEqual(new Set([last]));
    carrier.release(10);
  });
});
