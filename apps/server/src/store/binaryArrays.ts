/**
 * Array parameters in PostgreSQL's binary form, for the statements that write thousands of rows at once: the server
 * takes them as they are, where it would read every element of an array's text. A parameter of this kind must be cast to
 * exactly its type (`$1::uuid[]`).
 */

type Read<Row, Value> = (row: Row) => Value;

/** Types of PostgreSQL by their number in its catalogue. */
const oid = { int8: 20, int2: 21, int4: 23, tid: 27, float8: 701, uuid: 2950 } as const;

const headerBytes = 20;
const lengthBytes = 4;
const isNull = -1;

/** Lays out one element after another; `put` writes a value of `width` bytes at an offset. */
function column<Row, Value>(
  rows: readonly Row[],
  read: Read<Row, Value | null>,
  type: keyof typeof oid,
  width: number,
  put: (view: DataView, value: Value, offset: number) => void,
): Buffer {
  const bytes = Buffer.allocUnsafe(headerBytes + rows.length * (lengthBytes + width));
  // its writes are compiled to a store each, those of a buffer are not
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let offset = headerBytes;
  let hasNull = 0;
  for (let index = 0; index < rows.length; index++) {
    const value = read(rows[index] as Row);
    if (value === null) {
      hasNull = 1;
      view.setInt32(offset, isNull);
      offset += lengthBytes;
    } else {
      view.setInt32(offset, width);
      offset += lengthBytes;
      put(view, value, offset);
      offset += width;
    }
  }
  // dimensions, whether there are nulls, type, length, first index
  view.setInt32(0, rows.length === 0 ? 0 : 1);
  view.setInt32(4, hasNull);
  view.setInt32(8, oid[type]);
  view.setInt32(12, rows.length);
  view.setInt32(16, 1);
  return rows.length === 0 ? bytes.subarray(0, 12) : bytes.subarray(0, offset);
}

const digits = new Uint8Array(128);
for (let value = 0; value < 16; value++) {
  digits[value.toString(16).charCodeAt(0)] = value;
  digits[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}

/** Writes 00112233-4455-6677-8899-aabbccddeeff as its 16 bytes. */
function putUuid(view: DataView, id: string, offset: number): void {
  let from = 0;
  for (let index = 0; index < 16; index++) {
    if (index === 4 || index === 6 || index === 8 || index === 10) from++;
    const high = digits[id.charCodeAt(from)] as number;
    view.setUint8(offset + index, (high << 4) | (digits[id.charCodeAt(from + 1)] as number));
    from += 2;
  }
}

/** Ids as the product writes them, with their four dashes; neighbours that are equal are read once. */
export function uuidColumn<Row>(rows: readonly Row[], read: Read<Row, string | null>): Buffer {
  let last = "";
  let lastAt = 0;
  return column(rows, read, "uuid", 16, (view, id, offset) => {
    if (id === last) {
      for (let byte = 0; byte < 16; byte += 4) view.setUint32(offset + byte, view.getUint32(lastAt + byte));
    } else putUuid(view, id, offset);
    last = id;
    lastAt = offset;
  });
}

/** The same number; throws for one that its column does not hold. */
function within(value: number, most: number): number {
  if (value > most || value < -most - 1) throw new RangeError(`${value} is not within ±${most}`);
  return value;
}

/** Whole numbers as `int[]`. */
export const intColumn = <Row>(rows: readonly Row[], read: Read<Row, number | null>): Buffer =>
  column(rows, read, "int4", 4, (view, value, offset) => view.setInt32(offset, within(value, 0x7fff_ffff)));

/** Small whole numbers as `smallint[]`. */
export const smallintColumn = <Row>(rows: readonly Row[], read: Read<Row, number | null>): Buffer =>
  column(rows, read, "int2", 2, (view, value, offset) => view.setInt16(offset, within(value, 0x7fff)));

/** Whole numbers of JavaScript as `bigint[]`. */
export const bigintColumn = <Row>(rows: readonly Row[], read: Read<Row, number | null>): Buffer =>
  column(rows, read, "int8", 8, (view, value, offset) => view.setBigInt64(offset, BigInt(value)));

/** Numbers as `float8[]`. */
export const doubleColumn = <Row>(rows: readonly Row[], read: Read<Row, number | null>): Buffer =>
  column(rows, read, "float8", 8, (view, value, offset) => view.setFloat64(offset, value));

const offsets = 0x1_0000;

/** The place of a row, "(block,number)", as one number, in the order of places. */
export function placeNumber(place: string): number {
  const comma = place.indexOf(",");
  return Number(place.slice(1, comma)) * offsets + Number(place.slice(comma + 1, -1));
}

/** Places of rows, "(block,number)", as `tid[]`. */
export const placeColumn = <Row>(rows: readonly Row[], read: Read<Row, string>): Buffer =>
  column(rows, read, "tid", 6, (view, place, offset) => {
    const number = placeNumber(place);
    view.setUint32(offset, Math.floor(number / offsets));
    view.setUint16(offset + 4, number % offsets);
  });
