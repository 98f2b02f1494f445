import { expect, test } from "vitest";
import { wavePath } from "./wavePath.ts";

const heightsOf = (path: string) => [...path.matchAll(/v([\d.]+)/g)].map(([, height]) => Number(height));

test("draws the loudest part as high as there is room, and silence as a dot", () => {
  const peaks = Array.from({ length: 160 }, (_, at) => (at === 0 ? 200 : at < 80 ? 100 : 0));
  const heights = heightsOf(wavePath(peaks));
  expect(heights).toHaveLength(80);
  expect([heights[0], heights[1], heights[40], heights[79]]).toEqual([28, 14, 1, 1]);
});

test("does not draw the noise of a silent recording as speech", () => {
  expect(Math.max(...heightsOf(wavePath(Array.from({ length: 160 }, () => 2))))).toBe(1);
});
