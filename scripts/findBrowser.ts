import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { chromium } from "playwright-core";
import { testLimitMs, waitLimitMs } from "../apps/server/test/waitLimit.ts";

/** The same browser without windows, menus and services that no test looks at: it takes a fifth less of the processor. */
const windowless = "chromium-headless-shell";
const names = [
  windowless,
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Finds the browser for the tests, or installs one, in the order of readings, Running it; null when there is none to be had. */
export function findBrowser(): string | null {
  const named = process.env.CHROMIUM_PATH;
  // A name that was given and does not work is a mistake to hear about, not to step around.
  if (named) return runs(named) ? named : null;
  return findInstalled() ?? fromSystem() ?? fromPlaywright();
}

/** What to say when there is none. */
export const noBrowser =
  "The browser tests need Chromium or Google Chrome, and none could be found or installed. Install one and set CHROMIUM_PATH to its program.";

function fromSystem(): string | null {
  if (process.getuid?.() !== 0 || !isCommand("apt-get")) return null;
  console.log("Installing Chromium with apt-get for the browser tests …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  run("apt-get", ["update", "-qq"], env);
  for (const name of [windowless, "chromium"]) {
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name, "fonts-liberation"], env);
    const path = findInstalled();
    if (path) return path;
  }
  return null;
}

function fromPlaywright(): string | null {
  const path = chromium.executablePath();
  if (!existsSync(path)) {
    console.log("Downloading Chromium for the browser tests …");
    const withLibraries = process.getuid?.() === 0 && isCommand("apt-get") ? ["--with-deps"] : [];
    run("npx", ["playwright-core", "install", ...withLibraries, "chromium"], process.env);
  }
  return runs(path) ? path : null;
}

function run(program: string, args: string[], env: NodeJS.ProcessEnv): void {
  spawnSync(program, args, { env, stdio: ["ignore", "inherit", "inherit"], timeout: testLimitMs });
}

/** The whole path, so that callers need not search again. */
function findInstalled(): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = names.flatMap((name) => (isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))));
  return paths.find((path) => existsSync(path) && runs(path)) ?? null;
}

function runs(path: string): boolean {
  return spawnSync(path, ["--version"], { stdio: "ignore", timeout: waitLimitMs }).status === 0;
}

function isCommand(name: string): boolean {
  return spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0;
}
