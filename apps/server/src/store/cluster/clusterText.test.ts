import { expect, it } from "vitest";
import { clusterText } from "./clusterText.ts";

it("adds RETURNING and an alias to an INSERT … SELECT without them", () => {
  expect(clusterText("insert into step (a, b) select $1, b from unnest($2::int[]) b")).toBe(
    "insert into step as step (a, b) select $1, b from unnest($2::int[]) b returning 1",
  );
});

it("adds them inside WITH, before the parenthesis, and to each of several", () => {
  expect(
    clusterText("with w0 as (insert into a (x) select 1 where (true)\n), w1 as (insert into b select 2) select 3"),
  ).toBe(
    "with w0 as (insert into a as a (x) select 1 where (true) returning 1\n), w1 as (insert into b as b select 2 returning 1) select 3",
  );
});

it.each([
  "insert into a (x) values ($1)",
  "insert into a (x, y) values ($1, (select 2))",
  "insert into a as b (x) select 1 on conflict do nothing",
  "with w as (insert into a as c (x) select 1 on conflict (x) do update set x = 2 returning x) select x from w",
  "update a set x = 'insert into b select 1'",
  "select 1 -- insert into b select 1",
])("leaves %s as it is", (text) => {
  expect(clusterText(text)).toBe(text);
});

it("gives a SELECT without columns one", () => {
  expect(clusterText("select exists (select from worker) there, 'select from'")).toBe(
    "select exists (select 1 from worker) there, 'select from'",
  );
});

it("adds RETURNING after a text in quotes, and before a comment", () => {
  expect(clusterText("insert into a select b from c where d = '(' -- the last\n")).toBe(
    "insert into a as a select b from c where d = '(' returning 1 -- the last\n",
  );
});

it("is not misled by a RETURNING of another statement", () => {
  expect(clusterText("with w as (delete from a returning x) insert into b select x from w")).toBe(
    "with w as (delete from a returning x) insert into b as b select x from w returning 1",
  );
});

it("puts a WITH query that locks rows into a subquery", () => {
  expect(
    clusterText("with a as materialized (select x from t, (select 1) u for update of t skip locked) delete from t"),
  ).toBe(
    "with a as materialized (select * from (select x from t, (select 1) u for update of t skip locked) locked) delete from t",
  );
  const inside = "with a as (select x from (select y from t for update) u) select x from a";
  expect(clusterText(inside)).toBe(inside);
});
