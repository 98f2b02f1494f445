import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { byteOrderMark, csvRow } from "../../csv/writeCsv.ts";

const pageRows = 2_000;

/** Exports a filtered list page by page, which needs little memory and no long snapshot. */
export function sendCsv<Row extends object>(
  reply: FastifyReply,
  file: { name: string; columns: readonly (keyof Row & string)[]; hasMark: boolean },
  read: (limit: number, before: string | undefined) => Promise<Row[]>,
  idOf: (row: Row) => string,
): FastifyReply {
  async function* lines(): AsyncGenerator<string> {
    yield (file.hasMark ? byteOrderMark : "") + csvRow(file.columns);
    let before: string | undefined;
    for (;;) {
      const rows = await read(pageRows, before);
      if (rows.length > 0) yield rows.map((row) => csvRow(file.columns.map((column) => cellOf(row[column])))).join("");
      const last = rows.at(-1);
      if (rows.length < pageRows || last === undefined) return;
      before = idOf(last);
    }
  }
  return reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${file.name}"`)
    .header("cache-control", "no-store")
    .send(Readable.from(lines()));
}

const cellOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
