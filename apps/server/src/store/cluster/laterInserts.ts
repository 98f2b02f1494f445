import { blankQuoted, endOf, outerOf } from "./statementParts.ts";

/** An INSERT that follows its statement, with the rows that the statement answers in a column, as JSON. */
interface LaterInsert {
  column: string;
  text: string;
}

/** A statement as it is sent, and the inserts that follow it. */
export interface SplitStatement {
  text: string;
  later: readonly LaterInsert[];
  /** The statement itself was an INSERT: what it touches is what that touches. */
  isInsert: boolean;
}

interface Clause {
  name: string;
  /** Where the whole clause and its query begin and end. */
  from: number;
  bodyFrom: number;
  bodyTo: number;
}

interface Insert {
  columns: string;
  select: string;
  /** The statement that follows. */
  text: string;
}

/** The end of a statement, around which the rows of its inserts are answered. */
interface Main {
  before: string;
  after: string;
  insert: Insert | null;
  /** The clause whose rows it answers, all of them; null: it always has a row. */
  clause: string | null;
}

/**
 * Takes INSERT … SELECT out of WITH, where nothing reads what it returns, and at the end of a WITH. Citus sends the results
 * that such an INSERT reads to every node of the cluster, and cannot send the whole statement to the node of its account;
 * what remains it can (decision 0117). The rows that the statement would insert come back with its answer.
 */
export function splitInserts(text: string): SplitStatement {
  const whole: SplitStatement = { text, later: [], isInsert: false };
  const bare = blankQuoted(text);
  const clauses = listClauses(bare);
  const last = clauses.at(-1);
  if (last === undefined) return whole;
  const mainFrom = last.bodyTo + 1;
  const main = readMain(text, bare, mainFrom);
  if (main === null) return whole;
  const found = clauses.flatMap((clause) => {
    const insert = isRead(bare, clause.name) ? null : readInsert(text, bare, clause.bodyFrom, clause.bodyTo);
    if (insert === null || (main.clause !== null && !mentions(insert.select, main.clause))) return [];
    return [{ ...clause, ...insert }];
  });
  if (found.length === 0 && main.insert === null) return whole;
  let made = "";
  let at = 0;
  for (const { name, from, bodyTo, columns, select } of found) {
    made += `${text.slice(at, from)}${name} (${columns}) as materialized (${select}`;
    at = bodyTo;
  }
  made += text.slice(at, mainFrom);
  const later = found.map((one) => ({ column: `+${one.name}`, text: one.text }));
  const inserted = found.map(({ name }) => rowsOf(name));
  if (main.insert === null)
    return { text: `${made}${main.before}${inserted.join("")} ${main.after}`, later, isInsert: false };
  const { columns, select, text: insert } = main.insert;
  return {
    text: `${made}, last_insert (${columns}) as materialized (${select}) select true as "+"${inserted.join("")}${rowsOf("last_insert")} from (select) one`,
    later: [...later, { column: "+last_insert", text: insert }],
    isInsert: true,
  };
}

/** The rows of a clause in the first row of the answer. */
const rowsOf = (name: string): string =>
  `, case when row_number() over () = 1 then (select jsonb_agg(n)::text from ${name} n) end as "+${name}"`;

/** The clauses of a WITH, if a text begins with one. */
function listClauses(bare: string): Clause[] {
  const opening = /^\s*with\s+(?!recursive\b)/i.exec(bare);
  if (opening === null) return [];
  const clauses: Clause[] = [];
  let at = opening[0].length;
  for (;;) {
    const head = /\s*([a-z_0-9]+)\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/iy;
    head.lastIndex = at;
    const found = head.exec(bare);
    if (found === null) return [];
    const bodyFrom = head.lastIndex;
    const bodyTo = endOf(bare, bodyFrom);
    const from = found.index + (found[0].length - found[0].trimStart().length);
    clauses.push({ name: found[1] ?? "", from, bodyFrom, bodyTo });
    const next = /\s*,/y;
    next.lastIndex = bodyTo + 1;
    if (next.exec(bare) === null) return clauses;
    at = next.lastIndex;
  }
}

const isRead = (bare: string, name: string): boolean =>
  [...bare.matchAll(new RegExp(`\\b${name}\\b`, "gi"))].length > 1;

const mentions = (select: string, name: string): boolean => new RegExp(`\\b${name}\\b`, "i").test(blankQuoted(select));

/** An INSERT … SELECT with its columns and without RETURNING. */
function readInsert(text: string, bare: string, from: number, to: number): Insert | null {
  const body = bare.slice(from, to);
  const head = /^\s*insert\s+into\s+([a-z_0-9]+)(?:\s+as\s+([a-z_0-9]+))?\s*\(([^()]*)\)\s*(?=select\b)/i.exec(body);
  if (head === null || /\breturning\b/i.test(outerOf(body))) return null;
  const [, table = "", alias = table, columns = ""] = head;
  const conflict = indexOfOuter(body, /\bon\s+conflict\b/i);
  const select = text.slice(from + head[0].length, conflict === -1 ? to : from + conflict);
  // without RETURNING, Citus counts the rows that a conflict skips as well
  const tail = `${conflict === -1 ? "" : `${text.slice(from + conflict, to).trimEnd()} `}returning 1`;
  // its parameters are those of the statement
  if (tail.includes("$")) return null;
  return {
    columns,
    select,
    text: `insert into ${table} as ${alias} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb) given ${tail}`,
  };
}

/**
 * The end of the statement: an INSERT, or a SELECT of all rows of one clause, so that it has a row wherever something of
 * that clause is to be inserted. Null: it is something else.
 */
function readMain(text: string, bare: string, from: number): Main | null {
  const main = bare.slice(from);
  const insert = readInsert(text, bare, from, bare.length);
  if (insert !== null) return { before: "", after: "", insert, clause: null };
  const outer = outerOf(main);
  const found = /^\s*select\b([\s\S]*)\bfrom\s+([a-z_0-9]+)(?:\s+(?:as\s+)?[a-z_0-9]+)?\s*$/i.exec(outer);
  if (found === null || /\bdistinct\b|\bunion\b/i.test(outer)) return null;
  const [, list = "", clause = ""] = found;
  const isOneRow = /\bcount\s*\(\)(?!\s*(?:filter\s*\(\)\s*)?over\b)/i.test(list);
  const at = from + indexOfOuter(main, /\bfrom\b/i);
  return { before: text.slice(from, at), after: text.slice(at), insert: null, clause: isOneRow ? null : clause };
}

/** Where the last match outside of parentheses begins; -1: there is none. */
function indexOfOuter(bare: string, pattern: RegExp): number {
  let depth = 0;
  let masked = "";
  for (const letter of bare) {
    if (letter === ")") depth--;
    masked += depth === 0 ? letter : "x";
    if (letter === "(") depth++;
  }
  return [...masked.matchAll(new RegExp(pattern, "gi"))].at(-1)?.index ?? -1;
}
