import { ContactRows, type RowOptions, type Slice } from "./contactRows.ts";
import { type CsvFormat, splitRecords } from "./splitRecords.ts";

/** Options for reading a stored file. */
export interface SliceOptions extends RowOptions {
  format: CsvFormat;
  /** Byte offset and line of the next row. */
  bytes: number;
  line: number;
}

/** A slice and the position of the next row. */
export interface ReadSlice extends Slice {
  bytes: number;
  line: number;
}

const lineFeed = 10;
const carriageReturn = 13;

/** Reads a file part by part, in order. An incomplete row carries over to the next part. */
export class SliceReader {
  readonly #options: SliceOptions;
  readonly #rows: ContactRows;
  #carry: Buffer = Buffer.alloc(0);
  #bytes: number;
  #line: number;

  /** `newId` makes the ids that contacts get if they are new. */
  constructor(options: SliceOptions, newId: () => string) {
    this.#options = options;
    this.#rows = new ContactRows(options, newId);
    this.#bytes = options.bytes;
    this.#line = options.line;
  }

  /** The rows that end in this part. Slices do not depend on where reading started. */
  read(part: Uint8Array, isLast: boolean): ReadSlice {
    const piece = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    const held = this.#carry.length > 0 ? Buffer.concat([this.#carry, piece]) : piece;
    // Cut after a line break, so that no character is split.
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
