import { expect, test } from "vitest";
import { inOrder, moved, noMemory, readColumns } from "./columnMemory.ts";

const columns = [{ id: "name", always: true }, { id: "a" }, { id: "b" }, { id: "c" }];
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join(" ");

test("columns follow the chosen order, with fixed ones first and new ones last (look, Tables)", () => {
  expect(ids(inOrder(columns, []))).toBe("name a b c");
  expect(ids(inOrder(columns, ["c", "gone", "a"]))).toBe("name c a b");
  expect(moved(columns, "c", -1)).toEqual(["a", "c", "b"]);
  expect(moved(columns, "a", -1)).toEqual(["a", "b", "c"]);
  expect(moved(columns, "c", 1)).toEqual(["a", "b", "c"]);
  expect(ids(inOrder(columns, moved(inOrder(columns, ["c", "a", "b"]), "b", -1)))).toBe("name c b a");
});

test("reads saved settings in the current and old format, and ignores invalid ones", () => {
  const memory = { shown: { a: false }, order: ["b", "a"], widths: { b: 200 } };
  expect(readColumns(JSON.stringify(memory))).toEqual(memory);
  expect(readColumns('{"a":false,"b":"x"}')).toEqual({ ...noMemory, shown: { a: false } });
  expect(readColumns('{"shown":{},"order":[1,"a"],"widths":{"a":5,"b":"wide","c":9000}}')).toEqual({
    ...noMemory,
    order: ["a"],
  });
  for (const text of [null, "", "{", "5", "null", "[]"]) expect(readColumns(text)).toEqual(noMemory);
});
