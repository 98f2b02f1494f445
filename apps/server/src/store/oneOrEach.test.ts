import fc from "fast-check";
import { expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { textColumn } from "./arrays.ts";
import { intColumn } from "./binaryArrays.ts";
import { oneOrEach, oneOrEachSql } from "./oneOrEach.ts";

const db = await freshDatabase({ connections: 1 });
const same = <Value>(value: Value): Value => value;

it.each([
  ["int", fc.integer({ min: -1, max: 1 }), intColumn],
  ["text", fc.constantFrom("", "a", "null", '"'), textColumn],
] as const)("%s: every row reads its own value, whether all rows share one or not", async (type, values, columnOf) => {
  const lists = fc.array(fc.option(values as fc.Arbitrary<number | string>), { minLength: 1, maxLength: 6 });
  const write = columnOf as Parameters<typeof oneOrEach<number | string | null, number | string | null>>[2];
  await fc.assert(
    fc.asyncProperty(fc.oneof(lists, fc.tuple(lists, fc.nat(9)).map(repeatFirst)), async (list) => {
      const read = await db.global((q) =>
        q.rows<{ value: number | string | null }>(
          `select ${oneOrEachSql("$1", "$2", type, "i")} value from generate_series(1, $3::int) i`,
          [...oneOrEach(list, same, write), list.length],
        ),
      );
      expect(read.map(({ value }) => value)).toEqual(list);
    }),
    { numRuns: 60 },
  );
});

/** A list of one value, `times` more often. */
const repeatFirst = ([[first], times]: [(number | string | null)[], number]): (number | string | null)[] =>
  Array.from({ length: times + 1 }, () => first ?? null);

it("sends one value where all rows share it, and an array where they do not", () => {
  expect(oneOrEach([7, 7, 7], same, intColumn)).toEqual([7, null]);
  expect(oneOrEach([null, null], same, intColumn)).toEqual([null, null]);
  expect(oneOrEach([7, 8], same, intColumn)).toEqual([null, intColumn([7, 8], same)]);
});
