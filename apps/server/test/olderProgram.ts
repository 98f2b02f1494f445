import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** The version that the one here replaces: processes of both run side by side during an upgrade. */
export const olderCommit = "8357a208";

/**
 * The launcher of the older version, installed as an operator would from its own lock file, in a work tree that is kept for
 * the next proof. Minutes at first, nothing afterwards.
 */
export function installOlder(): string {
  // not under node_modules, where Node reads no TypeScript
  const folder = join(tmpdir(), `trunkline-${olderCommit}`);
  const isReady = join(folder, "node_modules/.older-is-installed");
  if (!existsSync(isReady)) {
    rmSync(folder, { recursive: true, force: true });
    call("git", ["worktree", "prune"], root);
    call("git", ["worktree", "add", "--detach", "--force", folder, olderCommit], root);
    call("npm", ["ci", "--no-audit", "--no-fund"], folder);
    writeFileSync(isReady, "");
  }
  return join(folder, "apps/server/bin/trunkline.js");
}

function call(command: string, args: string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${stderr}`);
}
