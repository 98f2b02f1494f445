import { expect, test } from "vitest";
import { ownValue, setOwnValue } from "./ownValue.ts";

test.for(["__proto__", "constructor", "toString", "Name"])("a record keeps a value under the name %s", (name) => {
  const record: Record<string, string> = {};
  expect(ownValue(record, name)).toBeUndefined();
  setOwnValue(record, name, "Ann");
  setOwnValue(record, name, "Bob");
  expect(ownValue(record, name)).toBe("Bob");
  expect(Object.entries({ ...record })).toEqual([[name, "Bob"]]);
  expect(JSON.stringify(record)).toBe(`{"${name}":"Bob"}`);
});
