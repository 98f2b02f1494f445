import { expect, it } from "vitest";
import { freshDatabase } from "../freshDatabase.ts";
import { playSeed } from "./playSeed.ts";

// npm run prove -- seeds [--count N] [--seed S]: how many seeds, or one again, N times: a seed says what happens and in which
// order, but the clock is the machine's, so one that broke by a few milliseconds may need some tries to break again.

const only = process.env["TRUNKLINE_PROVE_SEED"];
const count = Number(process.env["TRUNKLINE_PROVE_SEEDS"] ?? (only === undefined ? 1_000 : 1));
/** What a database keeps of played seeds makes its lists longer. */
const seedsEach = 250;
/** Databases that are played on at the same time. */
const databases = 2;

const playedAt = (place: number): number => (only === undefined ? place : Number(only));

const parts = Array.from({ length: Math.ceil(count / (seedsEach * databases)) }, (_, part) => {
  const first = part * seedsEach * databases + 1;
  const last = Math.min(count, first + seedsEach * databases - 1);
  return {
    what: only === undefined ? `seeds ${first} to ${last}` : `seed ${only}, rounds ${first} to ${last}`,
    first,
    last,
  };
});

it.each(parts)("$what: no invariant is broken (reliability §5)", async ({ what, first, last }) => {
  const broken: string[] = [];
  let next = first;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: Math.min(databases, last - first + 1) }, async () => {
      const db = await freshDatabase();
      while (next <= last) {
        const seed = playedAt(next++);
        const found = await playSeed(db, seed).catch((error: unknown) => [String(error)]);
        if (found.length > 0) broken.push(`seed ${seed}: ${found.slice(0, 5).join("; ")}`);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const rate = ((last - first + 1) / seconds).toFixed(1);
  // said at once: the verdict of a run of hours that is stopped before its end would be lost
  console.log(`${what}: ${rate} a second, ${broken.length === 0 ? "none broken" : broken.join("\n")}`);
  expect(broken).toEqual([]);
});
