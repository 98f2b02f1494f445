import type { CardLine } from "@trunkline/workflow/nodeKind.ts";

/** Spec 2 §9. */
const pixelsPerLetter = 8;
const minLetters = 25;
/** Inbound cards may be narrower (spec 1 §2.5). */
export const inboundFewest = 20;
/** Space for icon, mark and number next to the title, in characters, so that titles are never truncated. */
const titleExtra = 13;
/** The same for the fixed nodes, which have no number. All of them get the minimum width. */
const bareTitleExtra = 8;
/** Padding of lines, in characters. */
const lineExtra = 3;
/** The largest width of inbound cards due to their lines, in characters. Saved cards are 280 px apart (wire examples). */
const maxLine = 30;
const maxLetters = 40;
const defaultHeight = 60;
const headHeight = 46;
const lineHeight = 20;
/** Two lines of the message. */
const messageHeight = 40;

export interface CardSize {
  width: number;
  height: number;
}

/** The lines of a card: display fields with a value. */
export const shownLines = (lines: readonly CardLine[]): string[] =>
  lines.filter(({ value }) => value !== undefined && value !== "").map(({ label, value }) => `${label}: ${value}`);

interface Extras {
  fewest?: number | undefined;
  /** Whether the card shows the node's number. */
  isNumbered?: boolean;
  /** Whether the card shows a message. */
  hasMessage?: boolean;
}

/**
 * The size of a card: 8 px per character of the longest line or title, 25 to 40 characters, height by number of lines (spec 2 §2.1,
 * §9; inbound spec 1 §2.5). A message does not widen its card.
 */
export function cardSize(
  title: string,
  lines: readonly string[],
  { fewest = minLetters, isNumbered = true, hasMessage = false }: Extras = {},
): CardSize {
  const isInbound = fewest === inboundFewest;
  const longest = Math.max(
    title.length + (isNumbered ? titleExtra : bareTitleExtra),
    ...lines.map((line) => (isInbound ? Math.min(maxLine, line.length + lineExtra) : line.length)),
  );
  return {
    width: pixelsPerLetter * Math.min(maxLetters, Math.max(fewest, longest)),
    height: Math.max(defaultHeight, headHeight + lineHeight * lines.length + (hasMessage ? messageHeight : 0)),
  };
}
