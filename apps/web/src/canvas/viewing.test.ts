import { expect, test } from "vitest";
import { type Frame, panelWidth, viewClear, viewOfSection, viewUncovered } from "./viewing.ts";

/** The canvas in a window of 1440 px with the left panel open. */
const frame = (panel: Frame["panel"]): Frame => ({ width: 983, height: 795, panel });
/** Three branches side by side, which fit next to the panel only at less than half size. */
const branches = { x: -70, y: 25, width: 1060, height: 800 };
const start = { x: 350, y: 25, width: 216, height: 66 };
const rightOf = (view: { x: number; zoom: number }, area: { x: number; width: number }) =>
  view.x + (area.x + area.width) * view.zoom;

test("zoom to fit keeps everything out from under an open panel", () => {
  const free = frame("open").width - panelWidth;
  expect(rightOf(viewOfSection(branches, start, frame("open"), true), branches)).toBeLessThanOrEqual(free);
  // too small to read next to a closed panel, so the whole width is used
  expect(rightOf(viewOfSection(branches, start, frame("closed"), true), branches)).toBeGreaterThan(free);
});

test("a workflow that would be too small to read is shown from its start", () => {
  expect(viewOfSection({ ...branches, height: 4000 }, start, frame("closed"), false).zoom).toBe(0.8);
});

test("a clicked card moves out from under the panel", () => {
  const view = { x: 0, y: 0, zoom: 1 };
  const card = { x: 500, y: 300, width: 200, height: 60 };
  expect(viewUncovered(card, view, frame("open"))).toEqual({ x: 983 - panelWidth - 40 - 700, y: 0, zoom: 1 });
  expect(viewUncovered({ ...card, x: 403 }, view, frame("open"))).toBeUndefined();
  expect(viewUncovered(card, view, frame("none"))).toBeUndefined();
});

test("a card moves out from under a notice by the shortest way that is free", () => {
  const view = { x: 0, y: 0, zoom: 1 };
  const card = { x: 400, y: 60, width: 200, height: 60 };
  const notice = { x: 300, y: 0, width: 400, height: 100 };
  expect(viewClear(card, view, frame("none"), [notice])).toEqual({ x: 0, y: 52, zoom: 1 });
  expect(viewClear({ ...card, y: 200 }, view, frame("none"), [notice])).toBeUndefined();
  // a second notice below: the way beside both is free
  const second = { x: 300, y: 100, width: 400, height: 690 };
  expect(viewClear(card, view, frame("none"), [notice, second])).toEqual({ x: -312, y: 0, zoom: 1 });
});

test("the view uses the width that the user gave the panel", () => {
  const view = { x: 0, y: 0, zoom: 1 };
  const card = { x: 500, y: 300, width: 200, height: 60 };
  expect(viewUncovered(card, view, { ...frame("open"), panelWidth: 280 })).toBeUndefined();
});
