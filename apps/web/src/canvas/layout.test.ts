import fc from "fast-check";
import { expect, test } from "vitest";
import { type Box, layOut, spacing } from "./layout.ts";

/** A forest: every node but the first hangs on an earlier one, or on none. */
const forest = fc
  .array(
    fc.record({
      parent: fc.nat(),
      width: fc.integer({ min: 200, max: 320 }),
      height: fc.integer({ min: 60, max: 106 }),
      loose: fc.boolean(),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((rows) => ({
    boxes: rows.map(({ width, height }, index): Box => ({ id: index + 1, width, height })),
    edges: rows.flatMap(({ parent, loose }, index) =>
      index === 0 || (loose && parent % 7 === 0) ? [] : [{ source: (parent % index) + 1, target: index + 1 }],
    ),
  }));

test("no card lies on another one or closer than the spacing of 80 (spec 2 §9)", () => {
  fc.assert(
    fc.property(forest, ({ boxes, edges }) => {
      const places = layOut(boxes, edges, { id: 1, at: { x: 250, y: 25 } });
      for (const a of boxes) {
        for (const b of boxes) {
          const [p, q] = [places.get(a.id), places.get(b.id)];
          if (a.id >= b.id || !p || !q) continue;
          const isBeside = p.x + a.width + spacing <= q.x + 1 || q.x + b.width + spacing <= p.x + 1;
          const isBelow = p.y + a.height + spacing <= q.y || q.y + b.height + spacing <= p.y;
          expect(isBeside || isBelow).toBe(true);
        }
      }
    }),
  );
});

test("what a node leads to stands below it, and the start stays where it is", () => {
  fc.assert(
    fc.property(forest, ({ boxes, edges }) => {
      const places = layOut(boxes, edges, { id: 1, at: { x: 250, y: 25 } });
      expect(places.get(1)).toEqual({ x: 250, y: 25 });
      for (const { source, target } of edges) expect(places.get(source)?.y).toBeLessThan(places.get(target)?.y ?? 0);
    }),
  );
});

test("a path of two thousand nodes is laid out", () => {
  const boxes = Array.from({ length: 2000 }, (_, index): Box => ({ id: index + 1, width: 200, height: 60 }));
  const edges = boxes.slice(1).map(({ id }) => ({ source: id - 1, target: id }));
  expect(layOut(boxes, edges, { id: 1, at: { x: 0, y: 0 } }).get(2000)).toEqual({ x: 0, y: 1999 * (60 + spacing) });
});
