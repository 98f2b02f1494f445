import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { csvRow } from "../../csv/writeCsv.ts";

/** A rejected row of a file. */
interface Reject {
  line: number;
  reason: string;
  text: string;
}

const atOnce = 5_000;

/** Sends the rejected rows as a file, read page by page. */
export const sendRejects = (
  reply: FastifyReply,
  list: (afterLine: number, limit: number) => Promise<Reject[]>,
): FastifyReply =>
  reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", 'attachment; filename="rejected.csv"')
    .header("cache-control", "no-store")
    .send(Readable.from(write(list)));

async function* write(list: (afterLine: number, limit: number) => Promise<Reject[]>): AsyncGenerator<string> {
  yield csvRow(["line", "reason", "text"]);
  let line = 0;
  for (;;) {
    const rows = await list(line, atOnce);
    if (rows.length > 0) yield rows.map((row) => csvRow([String(row.line), row.reason, row.text])).join("");
    line = rows.at(-1)?.line ?? line;
    if (rows.length < atOnce) return;
  }
}
