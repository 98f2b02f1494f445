import type { CardSize } from "./cardSize.ts";
import type { Point } from "./layout.ts";

/** Below this a card cannot be read. */
const smallestReadable = 0.5;
/** How a workflow that is too large to be seen as a whole begins. */
const readingZoom = 0.8;
const smallestZoom = 0.05;
/** What the side panel takes from the right. */
export const panelWidth = 380;
/** Free space around the drawing, for the panels at its edges. */
const edge = { top: 68, bottom: 60, side: 40 };

/** How the drawing is seen: moved, and so large. */
export interface View extends Point {
  zoom: number;
}

/** A card, or all of them, in the points of the drawing. */
export type Area = Point & CardSize;

/** What there is to see it in. */
export interface Frame extends CardSize {
  /** The side panel: over the right of it now, after a selection, or never. */
  panel: "open" | "closed" | "none";
}

/** The frame without the side panel, where there is room for both. */
const beside = (frame: Frame): CardSize =>
  frame.panel !== "none" && frame.width > 2 * panelWidth
    ? { width: frame.width - panelWidth, height: frame.height }
    : { width: frame.width, height: frame.height };

/**
 * All of a section, or its beginning at the top where all of it would be too small to read; beside the side panel where it
 * is readable there, else under it too. `all`: as small as it takes, and never under a panel that is open.
 */
export function viewOfSection(bounds: Area, start: Area | undefined, frame: Frame, all: boolean): View {
  const free = beside(frame);
  const rooms = all && frame.panel === "open" ? [free] : [free, frame];
  const room = rooms.find((one) => fitIn(one, bounds) >= smallestReadable) ?? (all ? rooms.at(-1) : undefined);
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

/** The shortest way to a card that is not seen whole; undefined for one that is. Too small a view becomes readable. */
export function viewOfCard(card: Area, view: View, frame: Frame): View | undefined {
  const room = beside(frame);
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

/** A card that was clicked comes out from under the panel that it opened; undefined when it is not under it. */
export function viewUncovered(card: Area, view: View, frame: Frame): View | undefined {
  const { zoom } = view;
  const free = frame.width - panelWidth;
  const left = card.x * zoom + view.x;
  if (frame.panel === "none" || free <= 2 * edge.side || left + card.width * zoom <= free) return undefined;
  return { ...view, x: view.x + shift(left, card.width * zoom, edge.side, free - edge.side) };
}

/** How far something that begins at `at` must move to lie between two bounds. */
function shift(at: number, size: number, from: number, to: number): number {
  if (at < from) return from - at;
  return at + size > to ? Math.max(from - at, to - at - size) : 0;
}
