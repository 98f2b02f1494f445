import pg from "pg";

const int8 = 20;
const int8Array: number = 1016;
const numeric = 1700;
const date = 1082;
const textFormat = "text";

/** Whole numbers come as numbers, `date` stays its text (a day has no zone), instants are Dates. */
export function getTypeParser(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if ((format ?? textFormat) === textFormat) {
    if (oid === int8) return safeInteger;
    if (oid === numeric) return Number;
    if (oid === date) return String;
    if (oid === int8Array) {
      const list: (text: string) => (string | null)[] = pg.types.getTypeParser(int8Array, textFormat);
      return (value) => list(value).map((item) => (item === null ? null : safeInteger(item)));
    }
  }
  return pg.types.getTypeParser(oid, format as "text");
}

function safeInteger(value: string): number {
  const read = Number(value);
  if (!Number.isSafeInteger(read)) throw new RangeError(`${value} does not fit a number: select it as text`);
  return read;
}
