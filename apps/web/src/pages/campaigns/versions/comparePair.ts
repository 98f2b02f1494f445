/** Two versions to compare. Null is the drawing on the canvas. */
export interface Pair {
  before: number | null;
  after: number | null;
}

/** Reads `?compare=3` (with the drawing) and `?compare=3-5`. */
export function readPair(text: string | undefined): Pair | undefined {
  const [, before, after] = /^(\d{1,9}|drawing)(?:-(\d{1,9}|drawing))?$/.exec(text ?? "") ?? [];
  if (before === undefined) return undefined;
  const read = (part: string | undefined) => (part === undefined || part === "drawing" ? null : Number(part));
  return { before: read(before), after: read(after) };
}

/** Writes it. */
export const writePair = ({ before, after }: Pair): string =>
  `${before ?? "drawing"}${after === null ? "" : `-${after}`}`;
