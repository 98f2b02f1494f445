import { expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";

const db = await freshDatabase();

it("a prepared statement gives the same rows as one that is not prepared", async () => {
  const text = `select 1 as one, null::text as "none", 'a "quoted" \\ text' as "it's \\ "" named", now() = now() as "isNow",
    array[1, 2] list, '{"a": 1}'::jsonb json from generate_series(1, 2)`;
  const [plain, prepared] = await db.owner(async (q) => [await q.rows(text), await q.rows({ name: "rows", text })]);
  expect(prepared).toEqual(plain);
  expect(plain).toHaveLength(2);
});

it("statements with the same columns in another order keep their own", async () => {
  const ask = (name: string, text: string) => db.owner((q) => q.one({ name, text }));
  expect(await ask("order.one", "select 1 a, 2 b")).toEqual({ a: 1, b: 2 });
  expect(await ask("order.two", "select 1 b, 2 a")).toEqual({ a: 2, b: 1 });
});
