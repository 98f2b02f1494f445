/** What a cell of an export may hold. */
export type Cell = string | number | boolean | null | undefined;

/** A cell as in RFC 4180. Text that a spreadsheet would run as a formula gets an apostrophe. Numbers stay numbers. */
export function csvCell(cell: Cell): string {
  const text = cell === null || cell === undefined ? "" : String(cell);
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV text, with the byte order mark for UTF-8. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(csvCell).join(",")).join("\r\n")}\r\n`;

/** Downloads a file. */
export function download(fileName: string, text: string, type = "text/csv;charset=utf-8"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
