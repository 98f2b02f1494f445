import { format } from "node:util";
import { vi } from "vitest";
import { runCommand } from "../src/cli/runCommand.ts";

/** Runs `trunkline` with these arguments in this process. Returns its exit code and all that it said. A process for each command costs a second. */
export async function sayCommand(...args: string[]): Promise<{ code: number; said: string }> {
  let said = "";
  const write = (text: unknown): boolean => {
    said += String(text);
    return true;
  };
  const spies = [
    ...(["log", "error"] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((...words) => void write(`${format(...words)}\n`)),
    ),
    ...[process.stdout, process.stderr].map((stream) => vi.spyOn(stream, "write").mockImplementation(write)),
  ];
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    return { code: await runCommand(["node", "trunkline", ...args]), said };
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}
