import fc from "fast-check";
import { expect, test } from "vitest";
import { type Box, layOut, spacing } from "./layout.ts";

/** A random forest: each node has an earlier node as parent, or none. */
const forest = fc
  .array(
    fc.record({
      // sometimes many branches of one node
      parent: fc.oneof(fc.nat(), fc.constant(0)),
      width: fc.integer({ min: 200, max: 320 }),
      height: fc.integer({ min: 60, max: 106 }),
      loose: fc.boolean(),
    }),
    { minLength: 1, maxLength: 120 },
  )
  .map((rows) => ({
    boxes: rows.map(({ width, height }, index): Box => ({ id: index + 1, width, height })),
    edges: rows.flatMap(({ parent, loose }, index) =>
      index === 0 || (loose && parent % 7 === 0) ? [] : [{ source: (parent % index) + 1, target: index + 1 }],
    ),
  }));

test("cards are at least 80 px apart (spec 2 §9)", () => {
  fc.assert(
    fc.property(forest, ({ boxes, edges }) => {
      const places = layOut(boxes, edges, { id: 1, at: { x: 250, y: 25 } });
      for (const a of boxes) {
        for (const b of boxes) {
          const [p, q] = [places.get(a.id), places.get(b.id)];
          if (a.id >= b.id || !p || !q) continue;
          const isSideBySide = p.x + a.width + spacing <= q.x + 1 || q.x + b.width + spacing <= p.x + 1;
          const isBelow = p.y + a.height + spacing <= q.y || q.y + b.height + spacing <= p.y;
          expect(isSideBySide || isBelow).toBe(true);
        }
      }
    }),
  );
});

test("targets are below their node, and the start keeps its position", () => {
  fc.assert(
    fc.property(forest, ({ boxes, edges }) => {
      const places = layOut(boxes, edges, { id: 1, at: { x: 250, y: 25 } });
      expect(places.get(1)).toEqual({ x: 250, y: 25 });
      for (const { source, target } of edges) expect(places.get(source)?.y).toBeLessThan(places.get(target)?.y ?? 0);
    }),
  );
});

test("thirty branches of one node form rows with a free lane to the lower rows", () => {
  const heads = Array.from({ length: 30 }, (_, index) => index * 2 + 2);
  const boxes = [1, ...heads, ...heads.map((id) => id + 1)].map((id): Box => ({ id, width: 200, height: 60 }));
  const edges = heads.flatMap((id) => [
    { source: 1, target: id },
    { source: id, target: id + 1 },
  ]);
  const places = layOut(boxes, edges, { id: 1, at: { x: 0, y: 0 } });
  const [xs, ys] = [[...places.values()].map(({ x }) => x), [...places.values()].map(({ y }) => y)];
  const [width, height] = [Math.max(...xs) - Math.min(...xs) + 200, Math.max(...ys) + 60];
  expect(width / height).toBeGreaterThan(1);
  expect(width / height).toBeLessThan(2.5);
  const rows = [...Map.groupBy(heads, (id) => places.get(id)?.y)];
  expect(rows.flatMap(([, ids]) => ids)).toEqual(heads);
  const last = rows.at(-1)?.[0] ?? 0;
  for (const id of [...heads, ...heads.map((head) => head + 1)]) {
    const { x, y } = places.get(id) ?? { x: 0, y: 0 };
    // the center of the start node is at 100
    if (y < last) expect(x + 200 + spacing / 2 <= 100 || x - spacing / 2 >= 100).toBe(true);
  }
});

test("a wide drawing of several nodes with many branches uses the height of the canvas", () => {
  const channels = [2, 3, 4];
  const ends = channels.flatMap((channel, at) =>
    [9, 6, 4]
      .slice(at, at + 1)
      .flatMap((count) => Array.from({ length: count }, (_, index) => ({ id: channel * 100 + index, channel }))),
  );
  const boxes = [1, ...channels, ...ends.map(({ id }) => id)].map((id): Box => ({ id, width: 176, height: 66 }));
  const edges = [
    ...channels.map((target) => ({ source: 1, target })),
    ...ends.map(({ id, channel }) => ({ source: channel, target: id })),
  ];
  const places = [...layOut(boxes, edges, { id: 1, at: { x: 0, y: 0 } }).values()];
  const width = Math.max(...places.map(({ x }) => x)) - Math.min(...places.map(({ x }) => x)) + 176;
  const height = Math.max(...places.map(({ y }) => y)) + 66;
  // at 1920 px the canvas has about 1400 by 820 px
  expect(Math.min(1400 / width, 820 / height)).toBeGreaterThan(0.75);
});

test("lays out a path of two thousand nodes", () => {
  const boxes = Array.from({ length: 2000 }, (_, index): Box => ({ id: index + 1, width: 200, height: 60 }));
  const edges = boxes.slice(1).map(({ id }) => ({ source: id - 1, target: id }));
  expect(layOut(boxes, edges, { id: 1, at: { x: 0, y: 0 } }).get(2000)).toEqual({ x: 0, y: 1999 * (60 + spacing) });
});
