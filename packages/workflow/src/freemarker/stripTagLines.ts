import type { ExpressionParser } from "./parseExpression.ts";
import type { Expression } from "./syntax.ts";

/** A piece of a template before directives are parsed. */
export type Piece =
  | { kind: "text"; text: string }
  | { kind: "print"; at: number; value: Expression; loose?: string }
  | { kind: "tag"; at: number; name: string; closes: boolean; parser: ExpressionParser }
  | { kind: "comment" };

/** Removes lines that contain only tags and comments, as FreeMarker does. */
export function stripTagLines(pieces: readonly Piece[]): Piece[] {
  const kept: Piece[] = [];
  let line: Piece[] = [];
  const endLine = (): void => {
    const isBare =
      line.some(({ kind }) => kind === "tag" || kind === "comment") &&
      line.every((piece) => piece.kind !== "print" && (piece.kind !== "text" || piece.text.trim() === ""));
    kept.push(...(isBare ? line.filter(({ kind }) => kind !== "text") : line));
    line = [];
  };
  for (const piece of pieces) {
    if (piece.kind !== "text") {
      line.push(piece);
      continue;
    }
    for (const text of piece.text.split(/(?<=\n)/)) {
      line.push({ kind: "text", text });
      if (text.endsWith("\n")) endLine();
    }
  }
  endLine();
  return joinTexts(kept);
}

function joinTexts(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece.kind === "text" && last?.kind === "text")
      joined[joined.length - 1] = { kind: "text", text: last.text + piece.text };
    else joined.push(piece);
  }
  return joined;
}
