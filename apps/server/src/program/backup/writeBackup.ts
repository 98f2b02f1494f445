import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { version } from "../../config/version.ts";
import type { SavedTable } from "../../store/backup/savedTables.ts";
import { openSnapshot, type Snapshot } from "../../store/backup/saveTables.ts";
import { type BackupSummary, openArchive } from "./archive.ts";
import type { Progress } from "./progress.ts";

/** Bytes of COPY's text in a part: what is held in memory, and what one hash covers. */
const partBytes = 8 * 2 ** 20;
const newline = 10;

/** Writes every table of one snapshot of the database, while the program works. Returns the rows of each. */
export async function writeBackup(url: string, target: Writable, progress: Progress): Promise<BackupSummary> {
  const snapshot = await openSnapshot(url);
  try {
    const archive = openArchive();
    const written = pipeline(archive.bytes, target);
    // the archive's failure is the backup's: `addAll` would wait forever for room
    const [summary] = await Promise.all([addAll(snapshot, archive, progress), written]);
    return summary;
  } finally {
    await snapshot.close();
  }
}

async function addAll(
  snapshot: Snapshot,
  archive: ReturnType<typeof openArchive>,
  progress: Progress,
): Promise<BackupSummary> {
  const { migrations, installation, tables, partitions } = snapshot;
  const made = new Date().toISOString();
  await archive.add({
    is: "header",
    header: { format: "trunkline-backup-1", made, program: version, migrations, installation, tables, partitions },
  });
  progress.begin(tables.reduce((sum, { rows }) => sum + rows, 0));
  const summary: BackupSummary = [];
  for (const table of tables) {
    const count = { table: table.name, rows: 0, parts: 0 };
    for await (const { lines, rows } of partsOf(snapshot, table)) {
      count.rows += rows;
      count.parts += 1;
      await archive.add({ is: "rows", table: table.name, part: count.parts, lines });
      progress.add(table.name, rows);
    }
    summary.push(count);
  }
  await archive.add({ is: "summary", summary });
  archive.end();
  return summary;
}

/** The rows of a table in parts of whole lines. COPY's text format escapes every line break of a value. */
async function* partsOf(snapshot: Snapshot, table: SavedTable): AsyncGenerator<{ lines: Buffer; rows: number }> {
  let held: Buffer[] = [];
  let bytes = 0;
  let rows = 0;
  for await (const piece of snapshot.rowsOf(table)) {
    held.push(piece);
    bytes += piece.length;
    rows += linesIn(piece);
    if (bytes < partBytes || piece.at(-1) !== newline) continue;
    yield { lines: Buffer.concat(held), rows };
    held = [];
    bytes = rows = 0;
  }
  if (bytes > 0) yield { lines: Buffer.concat(held), rows };
}

function linesIn(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) count += 1;
  return count;
}
