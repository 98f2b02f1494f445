import { isUtf8 } from "node:buffer";
import { CsvFault } from "./csvFault.ts";
import { defaultFileLimits, FileCount, type FileLimits, megabytes } from "./fileLimits.ts";
import { type CsvFormat, maxRowBytes, splitRecords } from "./splitRecords.ts";

/** The size of every part of a stored file except the last, so that an offset determines its part. */
export const partBytes = 2 * 1024 * 1024;

/** The header row of a file and where its data start. */
export interface CsvHead extends CsvFormat {
  headers: string[];
  /** The byte after the header row. */
  dataFrom: number;
  /** The line of the first row. */
  line: number;
}

const lineFeed = 10;
const carriageReturn = 13;

/**
 * Cuts a stream into parts of equal size and checks it: UTF-8, no NUL, line and file size, a header row and data below it. Throws a CsvFault. Holds at most one part and one line in memory.
 */
export async function* readCsvParts(
  source: AsyncIterable<Buffer | string>,
  takeHead: (head: CsvHead) => void,
  limits: FileLimits = defaultFileLimits,
): AsyncGenerator<Buffer> {
  const check = new Check(limits);
  let head: CsvHead | undefined;
  let start: Buffer = Buffer.alloc(0);
  let pending: Buffer[] = [];
  let held = 0;
  for await (const data of source) {
    const piece = typeof data === "string" ? Buffer.from(data) : data;
    if (piece.length === 0) continue;
    if (!head) {
      start = Buffer.concat([start, piece]);
      checkMark(start);
    }
    check.take(piece);
    if (!head) {
      head = readHead(start, false);
      if (head) takeHead(head);
    }
    pending.push(piece);
    held += piece.length;
    while (held >= partBytes) {
      const whole = Buffer.concat(pending);
      yield whole.subarray(0, partBytes);
      pending = [whole.subarray(partBytes)];
      held = whole.length - partBytes;
    }
  }
  check.end();
  if (!head) {
    head = readHead(start, true) ?? noHeader();
    takeHead(head);
  }
  if (check.lastInk < head.dataFrom) throw new CsvFault("The file has a header row and no contacts below it");
  if (held > 0) yield Buffer.concat(pending);
}

/** Checks the bytes so far. */
class Check {
  readonly #count: FileCount;
  #seen = 0;
  #lines = 1;
  #openLine = 0;
  /** Bytes of a character that continues in the next chunk. */
  #rest: Buffer = Buffer.alloc(0);
  lastInk = -1;

  constructor(limits: FileLimits) {
    this.#count = new FileCount(limits);
  }

  take(piece: Buffer): void {
    this.#count.add(piece);
    const zero = piece.indexOf(0);
    if (zero >= 0)
      throw new CsvFault("The file contains a NUL byte, so it is not CSV text", { where: this.#placeOf(piece, zero) });
    this.#checkUtf8(piece);
    this.#countLines(piece);
    for (let at = piece.length - 1; at >= 0; at--) {
      if (!isBlankByte(piece[at] ?? 0)) {
        this.lastInk = this.#seen + at;
        break;
      }
    }
    this.#seen += piece.length;
  }

  end(): void {
    if (this.#seen === 0) throw new CsvFault("The file is empty");
    if (this.#rest.length > 0)
      throw notUtf8(`line ${this.#lines}, byte ${this.#seen - this.#rest.length + 1} of the file`);
  }

  #checkUtf8(piece: Buffer): void {
    const whole = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece;
    const end = endOfCharacters(whole);
    if (!isUtf8(whole.subarray(0, end))) {
      const bad = firstBadByte(whole.subarray(0, end));
      throw notUtf8(this.#placeOf(piece, bad - this.#rest.length));
    }
    this.#rest = Buffer.from(whole.subarray(end));
  }

  #placeOf(piece: Buffer, at: number): string {
    let line = this.#lines;
    for (let index = piece.indexOf(lineFeed); index >= 0 && index < at; index = piece.indexOf(lineFeed, index + 1))
      line += 1;
    return `line ${line}, byte ${this.#seen + at + 1} of the file`;
  }

  #countLines(piece: Buffer): void {
    const first = firstLineEnd(piece);
    if (first < 0) {
      this.#openLine += piece.length;
    } else {
      this.#openLine += first;
      this.#checkLine();
      for (let at = piece.indexOf(lineFeed, first); at >= 0; at = piece.indexOf(lineFeed, at + 1)) this.#lines += 1;
      this.#openLine = piece.length - lastLineEnd(piece) - 1;
    }
    this.#checkLine();
  }

  #checkLine(): void {
    if (this.#openLine > maxRowBytes)
      throw new CsvFault(
        `Line ${this.#lines} is longer than ${megabytes(maxRowBytes)}. Check that this is a CSV file`,
        {
          where: `line ${this.#lines}`,
        },
      );
  }
}

// Old Mac files end lines with CR alone.
const firstLineEnd = (piece: Buffer): number => {
  const feed = piece.indexOf(lineFeed);
  return feed >= 0 ? feed : piece.indexOf(carriageReturn);
};
const lastLineEnd = (piece: Buffer): number => Math.max(piece.lastIndexOf(lineFeed), piece.lastIndexOf(carriageReturn));
const isBlankByte = (byte: number): boolean => byte <= 32 || byte === 34 || byte === 44 || byte === 59;

const notUtf8 = (where: string): CsvFault =>
  new CsvFault(`The file is not UTF-8 text (${where}). Save it as "CSV UTF-8"`, { where });

/** The end of the last complete character. */
function endOfCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needs > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

function firstBadByte(bytes: Buffer): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const end = endOfCharacters(bytes.subarray(0, middle));
    if (end > good && isUtf8(bytes.subarray(0, end))) good = end;
    else if (end <= good) break;
    else bad = middle;
  }
  return good;
}

/** Detects other encodings by their byte order mark. */
function checkMark(start: Buffer): void {
  const first = start.readUIntBE(0, Math.min(2, start.length));
  if (first === 0xfffe || first === 0xfeff)
    throw new CsvFault('The file is encoded as UTF-16. Save it as "CSV UTF-8"', { where: "byte 1 of the file" });
}

function readHead(start: Buffer, isWhole: boolean): CsvHead | undefined {
  const mark = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? 3 : 0;
  // A CR at the end may be half of a CR LF.
  if (!isWhole && (firstLineEnd(start) < 0 || start.indexOf(carriageReturn) === start.length - 1)) return undefined;
  const text = start.toString("utf8", mark);
  const newline = text.includes("\n") ? "\n" : "\r";
  const format: CsvFormat = { delimiter: guessDelimiter(text.trimStart().split(/[\r\n]/, 1)[0] ?? ""), newline };
  let found: { headers: string[]; line: number } | undefined;
  let line = 1;
  let from = 0;
  while (!found && from < text.length) {
    const end = text.indexOf(newline, from);
    const rest = end < 0 ? text.slice(from) : text.slice(from, nextEnd(text, from, format));
    const isFinal = isWhole && from + rest.length === text.length;
    const read = splitRecords(
      rest,
      format,
      { line, final: isFinal },
      {
        record: (headers, at) => {
          found ??= { headers, line: at };
        },
        fault: (at, reason) => {
          throw new CsvFault(`The header row cannot be read: ${reason.toLowerCase()}`, { where: `line ${at}` });
        },
      },
    );
    if (read.consumed === 0) return isWhole ? noHeader() : undefined;
    from += read.consumed;
    line = read.line;
  }
  if (!found) return isWhole ? noHeader() : undefined;
  const dataFrom = mark + Buffer.byteLength(text.slice(0, from));
  return { ...format, headers: found.headers.map((header) => header.trim()), dataFrom, line };
}

/** The end of the first complete row. Quoted fields may span several lines. */
function nextEnd(text: string, from: number, { newline }: CsvFormat): number {
  let quotes = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') quotes += 1;
    if (text[at] === newline && quotes % 2 === 0) return at + 1;
  }
  return text.length;
}

const noHeader = (): never => {
  throw new CsvFault("The file is empty");
};

/** The separator (comma, semicolon or tab) that is most frequent in the header row outside quotes. */
function guessDelimiter(header: string): string {
  const bare = header.replace(/"[^"]*"/g, "");
  const count = (delimiter: string): number => bare.split(delimiter).length;
  return [",", ";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best));
}
