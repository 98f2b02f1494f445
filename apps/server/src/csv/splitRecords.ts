/** How a file separates fields and rows. */
export interface CsvFormat {
  delimiter: string;
  newline: "\n" | "\r";
}

/** Callbacks for the rows of a text. */
export interface RecordSink {
  /** A row and the line it starts on. */
  record(fields: string[], line: number): void;
  /** A line that is not a row. The splitter continues with the next line. */
  fault(line: number, reason: string, text: string): void;
}

/** How far the text was split. The rest is the start of an incomplete row. */
export interface SplitProgress {
  consumed: number;
  /** The line of the next row. */
  line: number;
}

/** The longest row, in bytes of the file. Limits the memory used. */
export const maxRowBytes = 1024 * 1024;

const neverClosed = "A quote is opened and never closed";
const textAfterQuote = "A closing quote is followed by something other than a separator";

/** Splits CSV text into rows (RFC 4180). Quotes inside unquoted fields are literal and blank lines are skipped. */
export function splitRecords(
  text: string,
  { delimiter, newline }: CsvFormat,
  from: { line: number; final: boolean },
  sink: RecordSink,
): SplitProgress {
  let line = from.line;
  let position = 0;
  // Few lines have quotes. The others are split without checking every character.
  let quote = text.indexOf('"');
  while (position < text.length) {
    let end = text.indexOf(newline, position);
    if (end < 0) {
      if (!from.final) break;
      end = text.length;
    }
    if (quote >= 0 && quote < position) quote = text.indexOf('"', position);
    if (quote < 0 || quote >= end) {
      const last = text.charCodeAt(end - 1) === 13 && end > position ? end - 1 : end;
      const fields = splitPlain(text, position, last, delimiter);
      if (!isBlank(fields)) sink.record(fields, line);
      line += 1;
      position = end + 1;
      continue;
    }
    const read = readQuoted(text, position, delimiter, newline, from.final);
    if (typeof read === "object") {
      if (!isBlank(read.fields)) sink.record(read.fields, line);
      line += read.lines;
      position = read.next;
      continue;
    }
    if (read === "unfinished" && !from.final && text.length - position <= maxRowBytes) break;
    const reason = read === "continues" ? textAfterQuote : neverClosed;
    sink.fault(line, reason, text.slice(position, end));
    line += 1;
    position = end + 1;
  }
  return { consumed: Math.min(position, text.length), line };
}

/** Spreadsheets write empty rows as separators only. */
function isBlank(fields: readonly string[]): boolean {
  for (let index = 0; index < fields.length; index++) if (fields[index]?.trim() !== "") return false;
  return true;
}

function splitPlain(text: string, start: number, end: number, delimiter: string): string[] {
  const fields: string[] = [];
  let from = start;
  for (;;) {
    const at = text.indexOf(delimiter, from);
    if (at < 0 || at >= end) {
      fields.push(text.slice(from, end));
      return fields;
    }
    fields.push(text.slice(from, at));
    from = at + 1;
  }
}

interface Quoted {
  fields: string[];
  next: number;
  lines: number;
}

/** Reads one row with a quote in its first line. */
function readQuoted(
  text: string,
  start: number,
  delimiter: string,
  newline: string,
  final: boolean,
): Quoted | "unfinished" | "continues" {
  const fields: string[] = [];
  let lines = 1;
  let at = start;
  for (;;) {
    if (text[at] !== '"') {
      const stop = endOfPlain(text, at, delimiter, newline, final);
      if (stop < 0) return "unfinished";
      const isLast = text[stop] !== delimiter;
      fields.push(text.slice(at, isLast && text[stop - 1] === "\r" && stop > at ? stop - 1 : stop));
      if (isLast) return { fields, next: stop + 1, lines };
      at = stop + 1;
      continue;
    }
    const close = closingQuote(text, at + 1);
    if (close < 0 || (close + 1 >= text.length && !final)) return "unfinished";
    const inside = text.slice(at + 1, close);
    fields.push(inside.includes('"') ? inside.replaceAll('""', '"') : inside);
    for (let found = inside.indexOf(newline); found >= 0; found = inside.indexOf(newline, found + 1)) lines += 1;
    at = close + 1;
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    if (text[at] === "\r" && newline === "\n") {
      if (at + 1 >= text.length && !final) return "unfinished";
      at += 1;
    }
    if (at < text.length && text[at] !== newline) return "continues";
    return { fields, next: at + 1, lines };
  }
}

function endOfPlain(text: string, from: number, delimiter: string, newline: string, final: boolean): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === delimiter || character === newline) return at;
  }
  return final ? text.length : -1;
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return -1;
}
