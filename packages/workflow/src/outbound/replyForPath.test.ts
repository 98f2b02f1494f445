import { expect, it } from "vitest";
import { replyForPath } from "./replyForPath.ts";

const path = (operation: string, value: string, negated = false) => ({
  statements: [{ variable: "node2.reply", operation, value, negated }],
});

it("makes up a reply that takes a path, or none", () => {
  const paths = [path("EQUALS", "yes"), path("CONTAINS", "later"), path("EQUALS_ONE_OF", "no,never")];
  expect([0, 1, 2, null].map((index) => replyForPath(paths, index))).toEqual(["yes", "later", "no", "ok"]);
});

it("finds no reply for a path that an earlier one takes", () => {
  expect(replyForPath([path("CONTAINS", "y"), path("EQUALS", "yes")], 1)).toBeUndefined();
});
