import { expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { newId } from "../newId.ts";
import { claimTurns } from "./claimWorld.ts";

const db = await freshDatabase();
const everyMs = 250;

/** A limit of an account of its own; each claim of turns is a transaction. */
function openLimit() {
  const accountId = newId();
  return async (nowMs: number, count: number): Promise<number | undefined> => {
    const ends = await db.tx([accountId], (q) => claimTurns(q, nowMs, [{ accountId, key: "turn", count, everyMs }]));
    return ends.get(`${accountId} turn`);
  };
}

const begin = Date.UTC(2026, 5, 1, 12);

it("gives claims that follow each other turns exactly as far apart as the limit says", async () => {
  const claim = openLimit();
  const ends = [await claim(begin, 1), await claim(begin + 40, 5), await claim(begin + 90, 2)];
  expect(ends).toEqual([1, 6, 8].map((turns) => begin + turns * everyMs));
});

it("gives turns from now on when the limit has rested", async () => {
  const claim = openLimit();
  await claim(begin, 4);
  expect(await claim(begin + 60_000, 2)).toBe(begin + 60_000 + 2 * everyMs);
});

it("gives no turn twice to claims that make the limit at once", async () => {
  const claim = openLimit();
  const ends = await Promise.all(Array.from({ length: 6 }, () => claim(begin, 1)));
  expect(ends.sort()).toEqual([1, 2, 3, 4, 5, 6].map((turns) => begin + turns * everyMs));
});
