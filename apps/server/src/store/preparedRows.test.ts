import { expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";

const db = await freshDatabase();

it("a prepared statement gives the same rows as one that is not prepared", async () => {
  const text = `select 1 as one, null::text as "none", null::int as "noNumber", -2::smallint small, 0.1::real + 1 as real,
    1e300::float8 as double, 9007199254740991::int8 as large, 12.5::numeric as exact, '2026-02-01'::date as day, '' as empty,
    'a "quoted" \\ text' as "it's \\ "" named", now() = now() as "isNow", now() as "at", array[1, 2] list, '{"a": 1}'::jsonb json
    from generate_series(1, 2)`;
  const [plain, prepared] = await db.owner(async (q) => [await q.rows(text), await q.rows({ name: "rows", text })]);
  expect(prepared).toEqual(plain);
  expect(plain).toHaveLength(2);
});

it("statements with the same columns in another order keep their own", async () => {
  const ask = (name: string, text: string) => db.owner((q) => q.one({ name, text }));
  expect(await ask("order.one", "select 1 a, 2 b")).toEqual({ a: 1, b: 2 });
  expect(await ask("order.two", "select 1 b, 2 a")).toEqual({ a: 2, b: 1 });
});

it("fails with the reason when a number is too large, and leaves the connection usable", async () => {
  await db.owner(async (q) => {
    const large = { name: "large", text: "select 9007199254740992::int8 n from generate_series(1, 2)" };
    await expect(q.rows(large)).rejects.toThrow("9007199254740992 does not fit a number: select it as text");
    expect(await q.one({ name: "small", text: "select 1::int8 n" })).toEqual({ n: 1 });
  });
});

it("counts the rows of a statement that gives none", async () => {
  const [made, none] = await db.owner(async (q) => [
    await q.run({ name: "make", text: "create temporary table made on commit drop as select generate_series(1, 3)" }),
    await q.rows({ name: "none", text: "select 1 as one where false" }),
  ]);
  expect([made, none]).toEqual([3, []]);
});
