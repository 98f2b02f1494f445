import { expect, it } from "vitest";
import { freshDatabase } from "../freshDatabase.ts";
import { playSeed } from "./playSeed.ts";

// npm run prove -- seeds [--count N] [--seed S]: how many seeds, or one again.

const count = Number(process.env["TRUNKLINE_PROVE_SEEDS"] ?? 1_000);
const only = process.env["TRUNKLINE_PROVE_SEED"];
const first = only === undefined ? 1 : Number(only);
const databases = only === undefined ? 2 : 1;
/** What a database keeps of played seeds makes its lists longer. */
const seedsEach = 500;

it(`${only === undefined ? `${count} seeds` : `seed ${only}`} break no invariant (reliability §5)`, async () => {
  const last = only === undefined ? count : first;
  const broken: string[] = [];
  let next = first;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: databases }, async () => {
      while (next <= last) {
        const db = await freshDatabase();
        for (let played = 0; played < seedsEach && next <= last; played++) {
          const seed = next++;
          const found = await playSeed(db, seed).catch((error: unknown) => [String(error)]);
          if (found.length > 0) broken.push(`seed ${seed}: ${found.slice(0, 5).join("; ")}`);
        }
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  console.log(`${last - first + 1} seeds, ${((last - first + 1) / seconds).toFixed(1)} a second`);
  expect(broken).toEqual([]);
});
