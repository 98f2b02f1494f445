import { ContactRows, type RowOptions, type Slice } from "./contactRows.ts";
import { type CsvFormat, splitRecords } from "./splitRecords.ts";

/** How a stored file is read on. */
export interface SliceOptions extends RowOptions {
  format: CsvFormat;
  /** The byte of the file that the next row begins at, and its line. */
  bytes: number;
  line: number;
}

/** A slice, and where the next row begins. */
export interface ReadSlice extends Slice {
  bytes: number;
  line: number;
}

const lineFeed = 10;
const carriageReturn = 13;

/** Reads a file part by part, in order; what a part leaves unfinished is carried into the next. */
export class SliceReader {
  readonly #options: SliceOptions;
  readonly #rows: ContactRows;
  #carry: Buffer = Buffer.alloc(0);
  #bytes: number;
  #line: number;

  constructor(options: SliceOptions) {
    this.#options = options;
    this.#rows = new ContactRows(options);
    this.#bytes = options.bytes;
    this.#line = options.line;
  }

  /** The rows that end in this part. The slices of a file are always the same, wherever reading began. */
  read(part: Uint8Array, isLast: boolean): ReadSlice {
    const piece = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    const held = this.#carry.length > 0 ? Buffer.concat([this.#carry, piece]) : piece;
    // Cut behind a line, so that no character is cut in two.
    const end = isLast
      ? held.length
      : held.lastIndexOf(this.#options.format.newline === "\n" ? lineFeed : carriageReturn) + 1;
    const text = held.toString("utf8", 0, end);
    const split = splitRecords(text, this.#options.format, { line: this.#line, final: isLast }, this.#rows);
    const left = split.consumed < text.length ? Buffer.byteLength(text.slice(split.consumed)) : 0;
    this.#carry = Buffer.from(held.subarray(end - left));
    this.#bytes += end - left;
    this.#line = split.line;
    return { ...this.#rows.take(), bytes: this.#bytes, line: this.#line };
  }
}
