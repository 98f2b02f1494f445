import { CsvFault } from "./csvFault.ts";
import { type CsvFormat, maxRowBytes, splitRecords } from "./splitRecords.ts";

/** A row of a file, or a line that could not be read. */
export interface CsvRow {
  line: number;
  fields: string[];
  fault?: string;
}

const lineFeed = 10;

/** Reads a CSV stream row by row, holding at most one chunk and one row in memory. A header is not required. */
export async function* readRows(source: AsyncIterable<Buffer | string>): AsyncGenerator<CsvRow[]> {
  let format: CsvFormat | undefined;
  let carry: Buffer = Buffer.alloc(0);
  let line = 1;
  let isEmpty = true;
  const split = (bytes: Buffer, final: boolean): CsvRow[] => {
    const rows: CsvRow[] = [];
    const text = decode(bytes, line).replace(/^\uFEFF/, "");
    format ??= formatOf(text);
    const read = splitRecords(
      text,
      format,
      { line, final },
      {
        record: (fields, at) => void rows.push({ line: at, fields }),
        fault: (at, fault, row) => void rows.push({ line: at, fields: [row.slice(0, 200)], fault }),
      },
    );
    carry = Buffer.concat([Buffer.from(text.slice(read.consumed)), carry]);
    line = read.line;
    return rows;
  };
  for await (const data of source) {
    const piece = typeof data === "string" ? Buffer.from(data) : data;
    if (isEmpty && piece.length > 0) refuseOtherFiles(piece);
    isEmpty &&= piece.length === 0;
    const held = carry.length > 0 ? Buffer.concat([carry, piece]) : piece;
    // Cut after a line break, so that no character is split.
    const end = held.lastIndexOf(lineFeed) + 1;
    carry = held.subarray(end);
    if (end > 0) yield split(held.subarray(0, end), false);
    if (carry.length > maxRowBytes) throw new CsvFault(`Line ${line} is too long. Check that this is a CSV file`);
  }
  if (isEmpty) throw new CsvFault("The file is empty");
  const rest = carry;
  carry = Buffer.alloc(0);
  if (rest.length > 0) yield split(rest, true);
}

/** Detects archives and other encodings from the first bytes. */
export function refuseOtherFiles(start: Buffer): void {
  if (start[0] === 0x50 && start[1] === 0x4b)
    throw new CsvFault("The file is a ZIP archive. Unpack it and upload the file inside");
  if ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff))
    throw new CsvFault('The file is encoded as UTF-16. Save it as "CSV UTF-8"');
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
function decode(bytes: Buffer, line: number): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new CsvFault(`The file is not UTF-8 text (near line ${line}). Save it as "CSV UTF-8"`);
  }
}

function formatOf(text: string): CsvFormat {
  const first = text.trimStart().split(/[\r\n]/, 1)[0] ?? "";
  const count = (delimiter: string): number => first.split(delimiter).length;
  return { delimiter: [",", ";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best)), newline: "\n" };
}
