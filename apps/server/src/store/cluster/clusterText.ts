import { type SplitStatement, splitInserts } from "./laterInserts.ts";
import { blankQuoted, endOf, outerOf } from "./statementParts.ts";

const split = new Map<string, SplitStatement>();
const written = new Map<string, string>();
const mostKnown = 5_000;

/**
 * The same statement as Citus takes it (decision 0114):
 * - INSERT … SELECT without RETURNING and ON CONFLICT gets RETURNING. Citus writes the rows of others by COPY, which tables
 *   with row security do not take.
 * - Its table gets an alias, because it loses its name when Citus fills in defaults.
 * - A WITH query that locks rows becomes a subquery of itself: Citus takes columns that are only there for locking for
 *   columns of the result.
 * - A SELECT without columns gets one: Citus cannot read such rows where it has put them aside.
 */
export function clusterText(text: string): string {
  const known = written.get(text);
  if (known !== undefined) return known;
  const found = /\binsert\s+into\b|\bfor\s+(no\s+key\s+)?update\b|\bselect\s+from\b/i.test(text) ? rewrite(text) : text;
  // texts that are made at run time are few, but not known beforehand
  if (written.size >= mostKnown) written.clear();
  written.set(text, found);
  return found;
}

/** A statement as a cluster takes it, with the inserts that follow it. */
export function clusterStatement(text: string): SplitStatement {
  const known = split.get(text);
  if (known !== undefined) return known;
  const found = splitInserts(text);
  const made = { ...found, text: clusterText(found.text) };
  if (split.size >= mostKnown) split.clear();
  split.set(text, made);
  return made;
}

interface Piece {
  at: number;
  text: string;
}

function rewrite(text: string): string {
  const bare = blankQuoted(text);
  const pieces = [...listOfInserts(bare), ...listOfLocks(bare), ...listOfEmpty(bare)].sort((a, b) => a.at - b.at);
  let result = "";
  let from = 0;
  for (const piece of pieces) {
    result += text.slice(from, piece.at) + piece.text;
    from = piece.at;
  }
  return result + text.slice(from);
}

const listOfInserts = (bare: string): Piece[] =>
  [...bare.matchAll(/\binsert\s+into\b/gi)].flatMap(({ index }) => {
    const statement = bare.slice(index, endOf(bare, index));
    const outer = outerOf(statement);
    if (!/\bselect\b/i.test(outer)) return [];
    const [named = "", table] = /^insert\s+into\s+([a-z_0-9]+)(?=\s*\(|\s+select\b)/i.exec(statement) ?? [];
    return [
      ...(table === undefined ? [] : [{ at: index + named.length, text: ` as ${table}` }]),
      ...(/\breturning\b|\bon\s+conflict\b/i.test(outer)
        ? []
        : [{ at: index + statement.trimEnd().length, text: " returning 1" }]),
    ];
  });

const listOfEmpty = (bare: string): Piece[] =>
  [...bare.matchAll(/\bselect(?=\s+from\b)/gi)].map(({ index, 0: select }) => ({
    at: index + select.length,
    text: " 1",
  }));

const listOfLocks = (bare: string): Piece[] =>
  [...bare.matchAll(/\bas\s+(?:materialized\s+)?\(/gi)].flatMap(({ index, 0: opening }) => {
    const from = index + opening.length;
    const statement = bare.slice(from, endOf(bare, from));
    const locks = /^\s*select\b/i.test(statement) && /\bfor\s+(no\s+key\s+)?update\b/i.test(outerOf(statement));
    return locks
      ? [
          { at: from, text: "select * from (" },
          { at: from + statement.trimEnd().length, text: ") locked" },
        ]
      : [];
  });
