import { expect, test } from "vitest";
import { readPair, writePair } from "./comparePair.ts";

test("the address of a comparison names two versions, or one and the drawing", () => {
  for (const pair of [
    { before: 3, after: 5 },
    { before: 3, after: null },
    { before: null, after: 5 },
    { before: null, after: null },
  ])
    expect(readPair(writePair(pair))).toEqual(pair);
  expect([readPair(undefined), readPair("x"), readPair("3-y")]).toEqual([undefined, undefined, undefined]);
});
