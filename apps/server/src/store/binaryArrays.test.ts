import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { plainArray } from "./arrays.ts";
import { bigintColumn, doubleColumn, intColumn, placeColumn, smallintColumn, uuidColumn } from "./binaryArrays.ts";

const db = await freshDatabase({ connections: 1 });

/** What the server reads from a binary column, beside what it reads from the same values as text. */
async function readBoth(type: string, binary: Buffer, text: string) {
  return db.global((q) =>
    q.one<{ same: boolean; length: number }>(
      `select $1::${type}[] is not distinct from $2::text::${type}[] as same, cardinality($1::${type}[]) as length`,
      [binary, text],
    ),
  );
}

const same = <Value>(value: Value): Value => value;
const most = { numRuns: 40 };

describe("arrays in binary form", () => {
  it.each([
    ["uuid", fc.uuid(), uuidColumn],
    ["int", fc.integer(), intColumn],
    ["smallint", fc.integer({ min: -32_768, max: 32_767 }), smallintColumn],
    ["bigint", fc.maxSafeInteger(), bigintColumn],
    ["float8", fc.double({ noNaN: true, noDefaultInfinity: true }), doubleColumn],
  ] as const)(
    "%s[]: any values, nulls, repeats and none at all read as their text does",
    async (type, values, column) => {
      const write = column as (rows: readonly unknown[], read: (row: unknown) => unknown) => Buffer;
      const lists = fc.array(fc.option(values as fc.Arbitrary<string | number>), { maxLength: 50 });
      await fc.assert(
        fc.asyncProperty(lists, async (list) => {
          const repeated = [...list, ...list];
          expect(await readBoth(type, write(repeated, same), plainArray(repeated))).toEqual({
            same: true,
            length: repeated.length,
          });
        }),
        most,
      );
    },
  );

  it.each([
    ["int", 2_147_483_648, intColumn],
    ["int", -2_147_483_649, intColumn],
    ["smallint", 32_768, smallintColumn],
    ["smallint", -32_769, smallintColumn],
  ] as const)("%s[]: refuses %i, which it does not hold", (_, number, column) => {
    expect(() => column([1, number], same)).toThrow(RangeError);
  });

  it("tid[]: the first and the last place that a table can have", async () => {
    const places = ["(0,1)", "(7,12)", "(4294967294,65535)"];
    const text = `{${places.map((place) => `"${place}"`).join(",")}}`;
    expect(await readBoth("tid", placeColumn(places, same), text)).toEqual({ same: true, length: 3 });
  });
});
