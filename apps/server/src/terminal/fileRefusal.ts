import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { Refusal } from "../refusal.ts";

const reasons: Record<string, string> = {
  ENOENT: "the file does not exist",
  EISDIR: "this is a directory, not a file",
  ENOTDIR: "part of this path is not a directory",
  EACCES: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
};

/** Explains why a file named in the terminal cannot be read or written. */
export function fileRefusal(path: string, error: NodeJS.ErrnoException, missing = reasons["ENOENT"]): Refusal {
  const reason = error.code === "ENOENT" ? missing : ownValue(reasons, error.code ?? "");
  return new Refusal(`${path}: ${reason ?? error.message}`, { cause: error });
}
