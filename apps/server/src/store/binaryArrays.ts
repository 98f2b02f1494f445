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
  put: (bytes: Buffer, value: Value, offset: number) => void,
): Buffer {
  const bytes = Buffer.allocUnsafe(headerBytes + rows.length * (lengthBytes + width));
  let offset = headerBytes;
  let hasNull = 0;
  for (let index = 0; index < rows.length; index++) {
    const value = read(rows[index] as Row);
    if (value === null) {
      hasNull = 1;
      offset = bytes.writeInt32BE(isNull, offset);
    } else {
      offset = bytes.writeInt32BE(width, offset);
      put(bytes, value, offset);
      offset += width;
    }
  }
  // dimensions, whether there are nulls, type, length, first index
  bytes.writeInt32BE(rows.length === 0 ? 0 : 1, 0);
  bytes.writeInt32BE(hasNull, 4);
  bytes.writeInt32BE(oid[type], 8);
  bytes.writeInt32BE(rows.length, 12);
  bytes.writeInt32BE(1, 16);
  return rows.length === 0 ? bytes.subarray(0, 12) : bytes.subarray(0, offset);
}

const digits = new Uint8Array(128);
for (let value = 0; value < 16; value++) {
  digits[value.toString(16).charCodeAt(0)] = value;
  digits[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}

/** Writes 00112233-4455-6677-8899-aabbccddeeff as its 16 bytes. */
function putUuid(bytes: Buffer, id: string, offset: number): void {
  let from = 0;
  for (let index = 0; index < 16; index++) {
    if (index === 4 || index === 6 || index === 8 || index === 10) from++;
    bytes[offset + index] =
      ((digits[id.charCodeAt(from)] as number) << 4) | (digits[id.charCodeAt(from + 1)] as number);
    from += 2;
  }
}

/** Ids as the product writes them, with their four dashes; neighbours that are equal are read once. */
export function uuidColumn<Row>(rows: readonly Row[], read: Read<Row, string | null>): Buffer {
  let last = "";
  let lastAt = 0;
  return column(rows, read, "uuid", 16, (bytes, id, offset) => {
    if (id === last) bytes.copyWithin(offset, lastAt, lastAt + 16);
    else putUuid(bytes, id, offset);
    last = id;
    lastAt = offset;
  });
}

/** Whole numbers as `int[]`. */
export const intColumn = <Row>(rows: readonly Row[], read: Read<Row, number | null>): Buffer =>
  column(rows, read, "int4", 4, (bytes, value, offset) => bytes.writeInt32BE(value, offset));

/** Small whole numbers as `smallint[]`. */
export const smallintColumn = <Row>(rows: readonly Row[], read: Read<Row, number | null>): Buffer =>
  column(rows, read, "int2", 2, (bytes, value, offset) => bytes.writeInt16BE(value, offset));

/** Whole numbers of JavaScript as `bigint[]`. */
export const bigintColumn = <Row>(rows: readonly Row[], read: Read<Row, number | null>): Buffer =>
  column(rows, read, "int8", 8, (bytes, value, offset) => bytes.writeBigInt64BE(BigInt(value), offset));

/** Numbers as `float8[]`. */
export const doubleColumn = <Row>(rows: readonly Row[], read: Read<Row, number | null>): Buffer =>
  column(rows, read, "float8", 8, (bytes, value, offset) => bytes.writeDoubleBE(value, offset));

/** Places of rows, "(block,number)", as `tid[]`. */
export const placeColumn = <Row>(rows: readonly Row[], read: Read<Row, string>): Buffer =>
  column(rows, read, "tid", 6, (bytes, place, offset) => {
    const comma = place.indexOf(",");
    bytes.writeUInt32BE(Number(place.slice(1, comma)), offset);
    bytes.writeUInt16BE(Number(place.slice(comma + 1, -1)), offset + 4);
  });
