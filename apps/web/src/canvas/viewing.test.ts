import { expect, test } from "vitest";
import { type Frame, panelWidth, viewOfSection, viewUncovered } from "./viewing.ts";

/** The canvas of a window 1440 wide, its lists at the left open. */
const frame = (panel: Frame["panel"]): Frame => ({ width: 983, height: 795, panel });
/** Three branches side by side: readable beside the panel only at less than half its size. */
const branches = { x: -70, y: 25, width: 1060, height: 800 };
const start = { x: 350, y: 25, width: 216, height: 66 };
const rightOf = (view: { x: number; zoom: number }, area: { x: number; width: number }) =>
  view.x + (area.x + area.width) * view.zoom;

test("zoom to fit shows nothing under an open panel, however small that makes it", () => {
  const free = frame("open").width - panelWidth;
  expect(rightOf(viewOfSection(branches, start, frame("open"), true), branches)).toBeLessThanOrEqual(free);
  // too small to be read beside a panel that is not open: the whole width is used
  expect(rightOf(viewOfSection(branches, start, frame("closed"), true), branches)).toBeGreaterThan(free);
});

test("a workflow that would be too small to read begins at its start", () => {
  expect(viewOfSection({ ...branches, height: 4000 }, start, frame("closed"), false).zoom).toBe(0.8);
});

test("a clicked card comes out from under the panel, and only that far", () => {
  const view = { x: 0, y: 0, zoom: 1 };
  const card = { x: 500, y: 300, width: 200, height: 60 };
  expect(viewUncovered(card, view, frame("open"))).toEqual({ x: 983 - panelWidth - 40 - 700, y: 0, zoom: 1 });
  expect(viewUncovered({ ...card, x: 403 }, view, frame("open"))).toBeUndefined();
  expect(viewUncovered(card, view, frame("none"))).toBeUndefined();
});
