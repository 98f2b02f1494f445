import { expect, it } from "vitest";
import { splitInserts } from "./laterInserts.ts";

it("takes an INSERT that no one reads out of WITH, and makes it afterwards", () => {
  const { text, later, isInsert } = splitInserts(
    "with r as (update a set x = 1 returning x, y), counted as (insert into b (p, q) select x, sum(y) from r group by 1) select r.x, count(*) over () from r",
  );
  expect(text).toBe(
    `with r as (update a set x = 1 returning x, y), counted (p, q) as materialized (select x, sum(y) from r group by 1) select r.x, count(*) over () , case when row_number() over () = 1 then (select jsonb_agg(n)::text from counted n) end as "+counted" from r`,
  );
  expect(later).toEqual([
    {
      column: "+counted",
      text: "insert into b as b (p, q) select p, q from jsonb_populate_recordset(null::b, $1::jsonb) given returning 1",
    },
  ]);
  expect(isInsert).toBe(false);
});

it("keeps the alias and ON CONFLICT of such an INSERT, and has the rows counted that it inserts", () => {
  const { later } = splitInserts(
    "with r as (delete from a returning x), c as (insert into b as n (p) select x from r on conflict (p) do update set k = n.k + 1) select count(*) from r",
  );
  expect(later[0]?.text).toBe(
    "insert into b as n (p) select p from jsonb_populate_recordset(null::b, $1::jsonb) given on conflict (p) do update set k = n.k + 1 returning 1",
  );
});

it("makes the INSERT at the end of a WITH afterwards", () => {
  const { text, later, isInsert } = splitInserts(
    "with r as (update a set x = 1 returning x) insert into b (p) select x from r where x > 0",
  );
  expect(text).toContain("last_insert (p) as materialized (select x from r where x > 0) select");
  expect(later.map(({ column }) => column)).toEqual(["+last_insert"]);
  expect(isInsert).toBe(true);
});

it("takes an INSERT of any rows out where the answer always has a row", () => {
  const { later } = splitInserts(
    "with r as (delete from a returning x), o as (select 1 y), c as (insert into b (p) select y from o) select count(*) filter (where x > 1)::int n from r",
  );
  expect(later).toHaveLength(1);
});

it.each([
  ["no WITH", "insert into b (p) select 1"],
  ["rows that are read", "with c as (insert into b (p) select 1 returning p) select p from c"],
  [
    "a clause that is read without RETURNING",
    "with c as (insert into b (p) select 1), d as (select 2 from c) select 1 from d",
  ],
  [
    "a parameter in ON CONFLICT",
    "with r as (select 1 x), c as (insert into b (p) select x from r on conflict (p) do update set k = $1) select x from r",
  ],
  [
    "an answer that may have no row",
    "with r as (select 1 x), c as (insert into b (p) select x from r) select x from r where x > 1",
  ],
  [
    "rows of another clause than the answer's",
    "with r as (delete from a returning x), o as (select 1 y), c as (insert into b (p) select y from o) select x, count(*) over () from r",
  ],
  [
    "an UPDATE at the end",
    "with r as (select 1 x), c as (insert into b (p) select x from r) update a set x = 1 from r",
  ],
])("leaves a statement with %s as it is", (_, text) => {
  expect(splitInserts(text)).toEqual({ text, later: [], isInsert: false });
});
