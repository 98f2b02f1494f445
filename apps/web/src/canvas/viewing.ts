import type { CardSize } from "./cardSize.ts";
import type { Point } from "./layout.ts";

/** Zoom from which a whole drawing is shown next to the place of the closed side panel. */
const comfortable = 0.75;
/** Smallest readable zoom. */
const smallestReadable = 0.5;
/** Initial zoom of a workflow that is too large to show as a whole. */
const readingZoom = 0.8;
const smallestZoom = 0.05;
/** Usual width of the side panel on the right. */
export const panelWidth = 380;
/** Margins for the panels at the edges. */
const edge = { top: 68, bottom: 60, side: 40 };

/** Offset and zoom of the view. */
export interface View extends Point {
  zoom: number;
}

/** The bounds of one or all cards in drawing coordinates. */
export type Area = Point & CardSize;

/** The visible frame. */
export interface Frame extends CardSize {
  /** The side panel: open, closed, or not available. */
  panel: "open" | "closed" | "none";
  /** The width of the side panel, if it is not the usual one. */
  panelWidth?: number;
}

const widthOfPanel = (frame: Frame): number => frame.panelWidth ?? panelWidth;

/** The frame next to the side panel, if there is space for both. */
const nextToPanel = (frame: Frame): CardSize =>
  frame.panel !== "none" && frame.width > 2 * widthOfPanel(frame)
    ? { width: frame.width - widthOfPanel(frame), height: frame.height }
    : { width: frame.width, height: frame.height };

/**
 * The view of a whole section, or of its start if the whole section would be too small to read. It stays next to the side panel
 * if it is readable there. `all` shows everything at any zoom, and never under an open panel.
 */
export function viewOfSection(bounds: Area, start: Area | undefined, frame: Frame, all: boolean): View {
  const free = nextToPanel(frame);
  const candidates = all && frame.panel === "open" ? [free] : [free, frame];
  const room =
    candidates.find((one) => fitIn(one, bounds) >= comfortable) ??
    candidates.findLast((one) => fitIn(one, bounds) >= smallestReadable) ??
    (all ? candidates.at(-1) : undefined);
  if (room === undefined && start !== undefined) return topMiddle(start, free, readingZoom);
  return topMiddle(bounds, room ?? free, room === undefined ? readingZoom : fitIn(room, bounds));
}

const fitIn = (room: CardSize, bounds: Area): number =>
  Math.min(
    (room.width - 2 * edge.side) / Math.max(1, bounds.width),
    (room.height - edge.top - edge.bottom) / Math.max(1, bounds.height),
    1,
  );

function topMiddle(area: Area, room: CardSize, wanted: number): View {
  const zoom = Math.max(smallestZoom, wanted);
  return { x: room.width / 2 - (area.x + area.width / 2) * zoom, y: edge.top - area.y * zoom, zoom };
}

/** The nearest view that shows a card completely; undefined if it is visible. Enlarges an unreadable zoom. */
export function viewOfCard(card: Area, view: View, frame: Frame): View | undefined {
  const room = nextToPanel(frame);
  if (view.zoom < smallestReadable) {
    const x = room.width / 2 - (card.x + card.width / 2) * readingZoom;
    const y = room.height / 2 - (card.y + card.height / 2) * readingZoom;
    return { x, y, zoom: readingZoom };
  }
  const { zoom } = view;
  const dx = shift(card.x * zoom + view.x, card.width * zoom, edge.side, room.width - edge.side);
  const dy = shift(card.y * zoom + view.y, card.height * zoom, edge.top, room.height - edge.bottom);
  return dx === 0 && dy === 0 ? undefined : { x: view.x + dx, y: view.y + dy, zoom };
}

/** The view that moves a clicked card out from under the panel; undefined if it is not covered. */
export function viewUncovered(card: Area, view: View, frame: Frame): View | undefined {
  const { zoom } = view;
  const free = frame.width - widthOfPanel(frame);
  const left = card.x * zoom + view.x;
  if (frame.panel === "none" || free <= 2 * edge.side || left + card.width * zoom <= free) return undefined;
  return { ...view, x: view.x + shift(left, card.width * zoom, edge.side, free - edge.side) };
}

/** The distance to keep from what lies over the drawing. */
const clearance = 12;

/**
 * The view that moves a card out from under what lies over the drawing, such as notices and the map; undefined if nothing covers it
 * or nothing helps. It goes below or above, then beside the obstacles, whichever is the shortest way within the frame.
 */
export function viewClear(card: Area, view: View, frame: Frame, obstacles: readonly Area[]): View | undefined {
  const { zoom } = view;
  const shown: Area = {
    x: card.x * zoom + view.x,
    y: card.y * zoom + view.y,
    width: card.width * zoom,
    height: card.height * zoom,
  };
  const isClear = (dx: number, dy: number) =>
    obstacles.every((one) => !overlaps({ ...shown, x: shown.x + dx, y: shown.y + dy }, one));
  if (isClear(0, 0)) return undefined;
  const room = frame.panel === "open" ? nextToPanel(frame) : frame;
  const ways = obstacles.flatMap((one) => [
    { dx: 0, dy: one.y + one.height + clearance - shown.y },
    { dx: 0, dy: one.y - clearance - shown.height - shown.y },
    { dx: one.x - clearance - shown.width - shown.x, dy: 0 },
    { dx: one.x + one.width + clearance - shown.x, dy: 0 },
  ]);
  const fits = ({ dx, dy }: { dx: number; dy: number }) =>
    shown.x + dx >= 0 &&
    shown.y + dy >= 0 &&
    shown.x + dx + shown.width <= room.width &&
    shown.y + dy + shown.height <= room.height &&
    isClear(dx, dy);
  const [best] = ways.filter(fits).sort((a, b) => Math.abs(a.dx + a.dy) - Math.abs(b.dx + b.dy));
  return best === undefined ? undefined : { x: view.x + best.dx, y: view.y + best.dy, zoom };
}

const overlaps = (a: Area, b: Area): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The distance to move something at `at` to fit between two bounds. */
function shift(at: number, size: number, from: number, to: number): number {
  if (at < from) return from - at;
  return at + size > to ? Math.max(from - at, to - at - size) : 0;
}
