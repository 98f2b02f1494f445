import { moveNodes } from "@trunkline/workflow/outbound/commands.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { expect, test } from "vitest";
import { noNames, sizeOf } from "../cards.ts";
import { snapped, straightened, withSavedPlaces } from "./straight.ts";

/** A start, a text with a wide card and a stop with a narrow one, all with the same left edge. */
const saved = readGraph(
  {
    schemaVersion: 1,
    startNode: 1,
    sections: { main: 1 },
    nodes: [
      { id: 1, type: "start", x: 250, y: 25, children: [2] },
      {
        id: 2,
        type: "smsSend",
        x: 250,
        y: 165,
        children: [3],
        smsTemplateId: "t",
        smsTemplateName: "Appointment: last reminder",
        useAiRewording: false,
      } as never,
      { id: 3, type: "control", x: 250, y: 345, children: [] },
    ],
  },
  {},
);
const middles = (graph: Graph) => [1, 2, 3].map((id) => middleOf(graph, id));
const middleOf = (graph: Graph, id: number) => {
  const node = graph.nodes.get(id);
  return node === undefined ? Number.NaN : node.x + sizeOf(node).width / 2;
};

test("cards of different widths with the same left edge are drawn on one axis", () => {
  expect(new Set(middles(saved)).size).toBe(2);
  const [start] = middles(saved);
  expect(middles(straightened(saved, noNames))).toEqual([start, start, start]);
});

test("a card that was put aside stays there", () => {
  const aside = moveNodes(saved, new Map([[3, { x: 400, y: 345 }]]));
  expect(straightened(aside, noNames).nodes.get(3)?.x).toBe(400);
});

test("drawing on one axis again changes nothing", () => {
  const once = straightened(saved, noNames);
  expect(straightened(once, noNames)).toBe(once);
});

test("a save keeps the saved positions of cards that the user did not move", () => {
  const drawn = straightened(saved, noNames);
  expect(withSavedPlaces(drawn, { drawn, saved })).toBe(saved);
  const moved = moveNodes(drawn, new Map([[3, { x: 600, y: 345 }]]));
  const written = withSavedPlaces(moved, { drawn, saved });
  expect([2, 3].map((id) => written.nodes.get(id)?.x)).toEqual([250, 600]);
});

test("a dragged card snaps to the axis of the card that it is connected to", () => {
  const stop = saved.nodes.get(3) as never;
  const x = middleOf(saved, 2) - 100;
  expect(snapped(saved, stop, { x: x + 6, y: 500 }, noNames)).toEqual({ x, y: 500 });
  expect(snapped(saved, stop, { x: x + 30, y: 500 }, noNames)).toEqual({ x: x + 30, y: 500 });
});
