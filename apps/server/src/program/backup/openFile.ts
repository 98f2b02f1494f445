import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { Refusal } from "../../refusal.ts";

/** Opens a file of a backup, or refuses in words. */
export async function openFile(path: string, flags: "r" | "w"): Promise<FileHandle> {
  return open(path, flags, 0o600).catch((error: Error) => {
    throw new Refusal(`${path} cannot be ${flags === "r" ? "read" : "written"}: ${error.message}.`, { cause: error });
  });
}

/** The bytes of a backup; of standard input for "-". */
export const readFrom = async (path: string): Promise<Readable> =>
  path === "-" ? process.stdin : (await openFile(path, "r")).createReadStream();
