import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { memoryFolder } from "./memoryFolder.ts";
import { captureLog } from "./suiteLogs.ts";

const launcher = join(import.meta.dirname, "../bin/trunkline.js");

/** A command of the program that runs in a process of its own. */
export interface Launched {
  child: ChildProcess;
  /** Resolves with the first line that matches, or rejects with all that was said when the process ends before. */
  line(pattern: RegExp): Promise<string>;
  /** Everything said so far, on stdout and stderr. */
  said(): string;
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

/** Starts `trunkline` with these arguments, as a terminal would; `program` is the launcher of another version. */
export function launch(args: string[], env: NodeJS.ProcessEnv = {}, program = launcher): Launched {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, TRUNKLINE_DEMO_HISTORY: "off", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.on("close", (code, signal) => resolve(code ?? signal ?? 1));
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (text: Buffer) => {
      said += text.toString();
    });
  // stdout is for the user and shows the setup token
  child.stderr?.on("data", (text: Buffer) => captureLog("launched", text));
  const line = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = said.split("\n").find((one) => pattern.test(one));
        if (found !== undefined) resolve(found);
      };
      child.stdout?.on("data", look);
      look();
      void ended.then((code) => reject(new Error(`ended with ${code} and said:\n${said}`)));
    });
  return { child, line, said: () => said, ended };
}

/** A new folder that every user may pass through, as a data directory has to be when root starts the program. */
export async function makeOpenFolder(prefix = "trunkline-start-"): Promise<string> {
  const folder = await mkdtemp(join(memoryFolder, prefix));
  await chmod(folder, 0o755);
  return folder;
}
