import { expect, it } from "vitest";
import { isOutside, placeTip } from "./placeTip.ts";

const view = { width: 1000, height: 600 };
const tip = { width: 100, height: 30 };
const at = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 20 });

it("is above the middle of its target", () => {
  expect(placeTip(at(480, 300), tip, view, "top")).toEqual({ left: 450, top: 265 });
});

it("is below a target at the top of the window", () => {
  expect(placeTip(at(480, 10), tip, view, "top")).toEqual({ left: 450, top: 35 });
});

it("stays in the window beside the left and the right edge", () => {
  expect(placeTip(at(0, 300), tip, view, "top").left).toBe(8);
  expect(placeTip(at(960, 300), tip, view, "top").left).toBe(892);
});

it("is at the right of its target, and at the left where there is no room", () => {
  expect(placeTip(at(10, 300), tip, view, "right")).toEqual({ left: 55, top: 295 });
  expect(placeTip(at(900, 300), tip, view, "right")).toEqual({ left: 795, top: 295 });
});

it("stays above or at the right where neither side has room", () => {
  expect(placeTip(at(480, 10), { width: 100, height: 800 }, view, "top").top).toBe(-795);
  expect(placeTip(at(480, 300), { width: 900, height: 30 }, view, "right").left).toBe(525);
});

it("is outside once its target has scrolled away", () => {
  expect(isOutside(at(480, 300), view)).toBe(false);
  expect(isOutside(at(480, -30), view)).toBe(true);
  expect(isOutside(at(480, 610), view)).toBe(true);
});
