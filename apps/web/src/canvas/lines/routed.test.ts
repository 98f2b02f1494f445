import { expect, test } from "vitest";
import { routed } from "./routed.ts";

const ends = { sourceX: 100, sourceY: 50, targetX: 100, targetY: 120 };

test("a line between two cards on one axis is straight", () => {
  expect(routed(ends, true)).toBe("M100,50 L100,120");
});

test("a line to another column has right angles and turns above its target", () => {
  const path = routed({ ...ends, targetX: 300, targetY: 400 }, true) ?? "";
  expect(path).toContain("Q100,354");
  expect(path.endsWith("L300,400")).toBe(true);
});

test("a line that another branch is in the way of turns below its source", () => {
  expect(routed({ ...ends, targetX: 300, targetY: 400 }, false)).toContain("Q100,74");
});

test("a target above its source has no such line", () => {
  expect(routed({ ...ends, targetY: 40 }, true)).toBeUndefined();
});
