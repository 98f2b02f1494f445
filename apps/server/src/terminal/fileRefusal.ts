import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { Refusal } from "../refusal.ts";

const reasons: Record<string, string> = {
  ENOENT: "there is no such file",
  EISDIR: "this is a folder, not a file",
  ENOTDIR: "part of this path is no folder",
  EACCES: "this user may not open it",
  EROFS: "it stands where nothing can be written",
  ENOSPC: "the disk is full",
};

/** Why a file that was named in the terminal cannot be read or written, in plain words. */
export function fileRefusal(path: string, error: NodeJS.ErrnoException, missing = reasons["ENOENT"]): Refusal {
  const reason = error.code === "ENOENT" ? missing : ownValue(reasons, error.code ?? "");
  return new Refusal(`${path}: ${reason ?? error.message}`, { cause: error });
}
