/**
 * Array parameters for `unnest`, written as PostgreSQL's own array text. The driver would quote and escape every element
 * with regular expressions; the engine writes tens of thousands a transaction.
 */

/** Ids, numbers and booleans: nothing in them needs quoting. */
export function plainArray(values: readonly (string | number | boolean | null)[]): string {
  let text = "{";
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (index > 0) text += ",";
    text += value === null ? "null" : value;
  }
  return `${text}}`;
}

const special = /["\\]/;
const everySpecial = /["\\]/g;

/** Any text, JSON included. */
export function textArray(values: readonly (string | null)[]): string {
  let text = "{";
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? null;
    if (index > 0) text += ",";
    if (value === null) text += "null";
    else text += `"${special.test(value) ? value.replace(everySpecial, "\\$&") : value}"`;
  }
  return `${text}}`;
}

/** One column of many rows, as `plainArray` writes it: without a list in between. */
export function plainColumn<Row>(rows: readonly Row[], read: (row: Row) => string | number | boolean | null): string {
  let text = "{";
  for (let index = 0; index < rows.length; index++) {
    const value = read(rows[index] as Row);
    if (index > 0) text += ",";
    text += value === null ? "null" : value;
  }
  return `${text}}`;
}

/** One column of many rows, as `textArray` writes it. */
export const textColumn = <Row>(rows: readonly Row[], read: (row: Row) => string | null): string =>
  textArray(rows.map(read));

/** PostgreSQL text holds no NUL: what came from outside may. */
export const withoutNul = (text: string): string => (text.includes("\0") ? text.replaceAll("\0", "") : text);
