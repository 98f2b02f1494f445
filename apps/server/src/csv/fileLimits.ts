import { CsvFault } from "./csvFault.ts";

/** The largest file that is imported, after it is unpacked. */
export interface FileLimits {
  fileBytes: number;
  rows: number;
}

/** The limits unless the operator sets others. */
export const defaultFileLimits: FileLimits = { fileBytes: 2 * 1024 ** 3, rows: 20_000_000 };

const lineFeed = 10;
const carriageReturn = 13;
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;

/** Counts the bytes and rows of a file while it arrives, and refuses it as soon as it exceeds a limit. */
export class FileCount {
  readonly #limits: FileLimits;
  #bytes = 0;
  /** Line ends by either character. The larger count is the file's number of rows. */
  #ends = { feeds: 0, returns: 0 };

  constructor(limits: FileLimits) {
    this.#limits = limits;
  }

  add(piece: Buffer): void {
    const { fileBytes, rows } = this.#limits;
    this.#bytes += piece.length;
    if (this.#bytes > fileBytes)
      throw new CsvFault(`The file is larger than ${megabytes(fileBytes)}. Split it into smaller files`, {
        isTooLarge: true,
      });
    this.#countRows(piece);
    // the header row is not counted
    if (Math.max(this.#ends.feeds, this.#ends.returns) > rows + 1)
      throw new CsvFault(`The file has more than ${rows.toLocaleString("en-US")} rows. Split it into smaller files`, {
        isTooLarge: true,
      });
  }

  #countRows(piece: Buffer): void {
    for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, at + 1)) this.#ends.feeds += 1;
    if (this.#ends.feeds > 0) return;
    for (let at = piece.indexOf(carriageReturn); at >= 0; at = piece.indexOf(carriageReturn, at + 1))
      this.#ends.returns += 1;
  }
}

/** Passes a file on and refuses it as soon as it exceeds a limit. */
export async function* withinLimits(
  source: AsyncIterable<Buffer | string>,
  limits: FileLimits,
): AsyncGenerator<Buffer> {
  const count = new FileCount(limits);
  for await (const data of source) {
    const piece = typeof data === "string" ? Buffer.from(data) : data;
    count.add(piece);
    yield piece;
  }
}
