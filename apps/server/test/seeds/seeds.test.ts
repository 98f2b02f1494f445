import { expect, it } from "vitest";
import { freshDatabase } from "../freshDatabase.ts";
import { playSeed } from "./playSeed.ts";

// A seed that broke an invariant once stays here. `npm run prove -- seeds` plays thousands.

const db = await freshDatabase();

it.each([1, 2, 3, 7629, 8200])("seed %i breaks no invariant (reliability §5)", async (seed) => {
  expect(await playSeed(db, seed)).toEqual([]);
});
