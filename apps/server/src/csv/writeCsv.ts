/** Excel needs this byte order mark to read UTF-8. */
export const byteOrderMark = "\uFEFF";

// A signed number is not a formula.
const signedNumber = /^[+-]\d{1,15}([.,]\d{1,15})?$/;
const formulaStart = /^[=+\-@\t\r\n\0]/;
const needsQuotes = /[",\r\n;\t]|^\s|\s$|^\+/;

/** Formats a cell (RFC 4180). Adds an apostrophe before text that a spreadsheet would run as a formula (reliability §7, Table exports). */
export function csvCell(value: string | null): string {
  if (value === null || value === "") return "";
  const safe = formulaStart.test(value) && !signedNumber.test(value) ? `'${value}` : value;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats a row with its line end. */
export const csvRow = (values: readonly (string | null)[]): string => `${values.map(csvCell).join(",")}\r\n`;

/** Removes the apostrophe that `csvCell` added. */
export const withoutGuard = (cell: string): string =>
  cell.charCodeAt(0) === 39 && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;
