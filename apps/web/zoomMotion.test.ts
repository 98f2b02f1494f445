import { beforeEach, expect, it, vi } from "vitest";
import { interpolateZoom, interrupt, ZoomMotion } from "./zoomMotion.ts";

let frames: (() => void)[] = [];
let now = 0;
beforeEach(() => {
  frames = [];
  now = 0;
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", (handle: number) => {
    frames[handle - 1] = () => {};
  });
  vi.spyOn(performance, "now").mockImplementation(() => now);
  return () => vi.unstubAllGlobals();
});

/** Lets the next frame come after a time. */
function frame(afterMs = 0): void {
  now += afterMs;
  const due = frames;
  // handles stay positions of the list
  frames = due.map(() => () => {});
  for (const act of due) act();
}

function begin(element = {} as Element, name = "") {
  const heard: string[] = [];
  const hear = (what: string) => () => void heard.push(name + what);
  const motion = new ZoomMotion({ node: () => element })
    .duration(100)
    .on("end", hear("end"))
    .on("start.zoom", hear("start"))
    .on("interrupt.zoom end.zoom", hear("over"))
    .tween("zoom", () => (part) => heard.push(`${name}${part}`));
  return { heard, motion, element };
}

it("starts in the next frame and ends with the whole of it", () => {
  const { heard } = begin();
  expect(heard).toEqual([]);
  frame();
  frame(25);
  frame(50);
  frame(50);
  frame(50);
  expect(heard).toEqual(["start", "0.25", "0.75", "1", "end", "over"]);
});

it("stops what moves the same element when it starts", () => {
  const first = begin({} as Element, "first ");
  frame();
  frame(50);
  const second = begin(first.element, "second ");
  frame(25);
  frame(100);
  expect(first.heard).toEqual(["first start", "first 0.5", "first 0.75", "first over"]);
  expect(second.heard).toEqual(["second start", "second 1", "second end", "second over"]);
});

it("says nothing when it is interrupted before it starts", () => {
  const { heard, element } = begin();
  interrupt(element);
  frame();
  frame(200);
  expect(heard).toEqual([]);
});

it("is interrupted by a press of the pointer", () => {
  const { heard, element } = begin();
  frame();
  frame(50);
  interrupt(element);
  frame(100);
  expect(heard).toEqual(["start", "0.5", "over"]);
});

it("keeps the place that two views share, as the wheel does", () => {
  // from a width of 100 to 50, around the left edge: x is the middle
  const between = interpolateZoom([50, 0, 100], [25, 0, 50]);
  expect(between(0)).toEqual([50, 0, 100]);
  expect(between(1)).toEqual([25, 0, 50]);
  const [x, , width] = between(0.5);
  expect(x - width / 2).toBeCloseTo(0);
  expect(width).toBeCloseTo(Math.sqrt(100 * 50));
});

it("moves evenly where the width stays the same", () => {
  expect(interpolateZoom([0, 0, 100], [10, 20, 100])(0.5)).toEqual([5, 10, 100]);
});
