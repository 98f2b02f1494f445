import type { CardLine } from "@trunkline/workflow/nodeKind.ts";

/** Spec 2 §9. */
const pixelsPerLetter = 8;
const fewestLetters = 25;
/** Inbound cards may be narrower (spec 1 §2.5). */
export const inboundFewest = 20;
/** Icon, mark and number next to the title of a card, as letters: a title is never cut. */
const besideTitle = 13;
/** The same of a card without a number, which the fixed nodes are: all of them are as wide as the fewest letters. */
const besideBareTitle = 8;
/** The room at both sides of its lines, as letters. */
const besideLine = 3;
/** How far the lines of such a card widen it, as letters: cards stand 280 px apart when they come (wire examples). */
const mostOfLine = 30;
const mostLetters = 40;
const defaultHeight = 60;
const headHeight = 46;
const lineHeight = 20;

export interface CardSize {
  width: number;
  height: number;
}

/** Display fields with a value, as they stand on the card. */
export const shownLines = (lines: readonly CardLine[]): string[] =>
  lines.filter(({ value }) => value !== undefined && value !== "").map(({ label, value }) => `${label}: ${value}`);

/** Width 8 px a letter of the longest display line or of the title with what is next to it, 25 to 40 letters; height by the number of lines (spec 2 §2.1, §9; inbound spec 1 §2.5). */
export function cardSize(title: string, lines: readonly string[], fewest = fewestLetters, isNumbered = true): CardSize {
  const isInbound = fewest === inboundFewest;
  const longest = Math.max(
    title.length + (isNumbered ? besideTitle : besideBareTitle),
    ...lines.map((line) => (isInbound ? Math.min(mostOfLine, line.length + besideLine) : line.length)),
  );
  return {
    width: pixelsPerLetter * Math.min(mostLetters, Math.max(fewest, longest)),
    height: Math.max(defaultHeight, headHeight + lineHeight * lines.length),
  };
}
