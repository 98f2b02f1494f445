import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import { createTarDecoder, createTarPacker } from "modern-tar";
import { Refusal } from "../../refusal.ts";
import type { SavedPartition, SavedTable } from "../../store/backup/savedTables.ts";
import type { SavedInstallation } from "../../store/backup/saveTables.ts";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** What stands first in a backup. */
export interface BackupHeader {
  format: "trunkline-backup-1";
  /** ISO 8601. */
  made: string;
  /** The version of the program. */
  program: string;
  migrations: { version: number; name: string; checksum: string }[];
  installation: SavedInstallation | null;
  tables: SavedTable[];
  partitions: SavedPartition[];
}

/** What stands last: rows and parts of each table. Without it a backup is incomplete. */
export type BackupSummary = { table: string; rows: number; parts: number }[];

/** One file of the archive. Rows are lines of COPY's text format. */
export type ArchiveEntry =
  | { is: "header"; header: BackupHeader }
  | { is: "rows"; table: string; part: number; lines: Buffer }
  | { is: "summary"; summary: BackupSummary };

const headerName = "header.json";
const summaryName = "summary.json";
const rowsName = /^rows\/([a-z_0-9]+)\/(\d+)\.([0-9a-f]{64})\.zst$/;
const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Writes a tar of compressed parts, each named after its hash. `bytes` is to be read while entries are added. */
export function openArchive(): { bytes: Readable; add(entry: ArchiveEntry): Promise<void>; end(): void } {
  const { readable, controller } = createTarPacker();
  const put = async (name: string, body: Uint8Array): Promise<void> => {
    const writer = controller.add({ name, size: body.length, mtime: new Date(), mode: 0o600 }).getWriter();
    await writer.write(body);
    await writer.close();
  };
  return {
    bytes: Readable.fromWeb(readable as never),
    async add(entry) {
      if (entry.is === "header") return put(headerName, Buffer.from(JSON.stringify(entry.header, null, 1)));
      if (entry.is === "summary") return put(summaryName, Buffer.from(JSON.stringify(entry.summary, null, 1)));
      const packed = await compress(entry.lines);
      const number = String(entry.part).padStart(6, "0");
      return put(`rows/${entry.table}/${number}.${hashOf(packed)}.zst`, packed);
    },
    end: () => controller.finalize(),
  };
}

/** Reads what `openArchive` wrote, and checks each part by its hash. */
export async function* readArchive(bytes: Readable): AsyncGenerator<ArchiveEntry, void, void> {
  const files = (Readable.toWeb(bytes) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder({ strict: true }));
  try {
    for await (const { header, body } of files) yield await readEntry(header.name, await wholeOf(body));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      `This is not a complete backup: ${String(error instanceof Error ? error.message : error).replace(/\.$/, "")}.`,
      {
        cause: error,
      },
    );
  }
}

async function wholeOf(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}

async function readEntry(name: string, body: Buffer): Promise<ArchiveEntry> {
  if (name === headerName) return { is: "header", header: JSON.parse(body.toString()) };
  if (name === summaryName) return { is: "summary", summary: JSON.parse(body.toString()) };
  const [, table, part, hash] = rowsName.exec(name) ?? [];
  if (table === undefined) throw new Refusal(`This is not a backup of Trunkline: it holds the file ${name}.`);
  if (hashOf(body) !== hash) throw new Refusal(`The backup is damaged: ${name} is not what was written.`);
  return { is: "rows", table, part: Number(part), lines: await decompress(body) };
}
