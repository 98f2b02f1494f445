import type { CardSize } from "./cardSize.ts";
import type { Point } from "./layout.ts";

/** Smallest readable zoom. */
const smallestReadable = 0.5;
/** Initial zoom of a workflow that is too large to show as a whole. */
const readingZoom = 0.8;
const smallestZoom = 0.05;
/** Width of the side panel on the right. */
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
}

/** The frame next to the side panel, if there is space for both. */
const nextToPanel = (frame: Frame): CardSize =>
  frame.panel !== "none" && frame.width > 2 * panelWidth
    ? { width: frame.width - panelWidth, height: frame.height }
    : { width: frame.width, height: frame.height };

/**
 * The view of a whole section, or of its start if the whole section would be too small to read. It stays next to the side panel
 * if it is readable there. `all` shows everything at any zoom, and never under an open panel.
 */
export function viewOfSection(bounds: Area, start: Area | undefined, frame: Frame, all: boolean): View {
  const free = nextToPanel(frame);
  const candidates = all && frame.panel === "open" ? [free] : [free, frame];
  const room =
    candidates.find((one) => fitIn(one, bounds) >= smallestReadable) ?? (all ? candidates.at(-1) : undefined);
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
  const free = frame.width - panelWidth;
  const left = card.x * zoom + view.x;
  if (frame.panel === "none" || free <= 2 * edge.side || left + card.width * zoom <= free) return undefined;
  return { ...view, x: view.x + shift(left, card.width * zoom, edge.side, free - edge.side) };
}

/** The distance to move something at `at` to fit between two bounds. */
function shift(at: number, size: number, from: number, to: number): number {
  if (at < from) return from - at;
  return at + size > to ? Math.max(from - at, to - at - size) : 0;
}
