/** Excel reads UTF-8 only behind this mark. */
export const byteOrderMark = "\uFEFF";

// a number with its sign is no formula
const signedNumber = /^[+-]\d{1,15}([.,]\d{1,15})?$/;
const formulaStart = /^[=+\-@\t\r\n\0]/;
const needsQuotes = /[",\r\n;\t]|^\s|\s$|^\+/;

/** A cell as RFC 4180 writes it; what a spreadsheet would run as a formula gets an apostrophe in front (reliability §7, Table exports). */
export function csvCell(value: string | null): string {
  if (value === null || value === "") return "";
  const safe = formulaStart.test(value) && !signedNumber.test(value) ? `'${value}` : value;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A row with its line end. */
export const csvRow = (values: readonly (string | null)[]): string => `${values.map(csvCell).join(",")}\r\n`;

/** The cell without the apostrophe that `csvCell` put in front of it. */
export const withoutGuard = (cell: string): string =>
  cell.charCodeAt(0) === 39 && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;
