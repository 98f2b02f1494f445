import type { LivePlace } from "@trunkline/contract/agents/callCenter.ts";
import { expect, it } from "vitest";
import { countInside, countTiles } from "./useInside.ts";
import { countWarnings, pageOf, urgentFirst } from "./wallOrder.ts";

const at = "2026-03-02T12:00:00.000Z";
const place = (name: string, rate: number | null) =>
  ({ name, oldest: null, targetPercent: 80, targetSeconds: 20, serviceLevel: { rate } }) as LivePlace;

it("shows the places with a warning first where not all have room", () => {
  const places = [place("calm", 0.9), place("amber", 0.75), place("none", null), place("red", 0.5)];
  expect(urgentFirst(places, at).map(({ name }) => name)).toEqual(["red", "amber", "calm", "none"]);
  expect(countWarnings(places, at)).toBe(2);
});

it("counts the items that end inside of their list", () => {
  // three rows of two, of which the last is cut
  expect(countInside(100, [48, 48, 100.4, 100.4, 152, 152])).toBe(4);
  expect(countInside(200, [48, 48])).toBe(2);
});

it("counts the tiles that leave room for the plot", () => {
  const wall = { height: 906, tile: 228, perRow: 3 };
  expect([6, 9, 12].map((count) => countTiles({ ...wall, count }))).toEqual([6, 9, 6]);
  // a low screen shows one row
  expect(countTiles({ ...wall, height: 200, count: 6 })).toBe(3);
});

it("turns the pages of a list without showing an item twice", () => {
  const agents = ["a", "b", "c", "d", "e"];
  const shownAt = (turn: number) => {
    const { ordered, shown } = pageOf(agents, 2, turn);
    return ordered.slice(0, shown);
  };
  expect([0, 1, 2].map(shownAt)).toEqual([["a", "b"], ["c", "d"], ["e"]]);
  // fewer agents than when the page was turned
  expect(shownAt(3)).toEqual(["a", "b"]);
  expect(pageOf(agents, Number.POSITIVE_INFINITY, 0)).toEqual({ ordered: agents, first: 0, shown: 5 });
  expect(pageOf([], 2, 0).shown).toBe(0);
});
