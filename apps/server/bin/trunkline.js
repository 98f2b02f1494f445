#!/usr/bin/env node
// Runs on Node 20: the program itself needs Node 24, which comes as a package where the machine's own is older.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const neededMajor = 24;
const main = new URL("../src/main.ts", import.meta.url);

if (Number.parseInt(process.versions.node, 10) >= neededMajor) await import(main.href);
else runUnderPackagedNode();

function runUnderPackagedNode() {
  const node = findPackagedNode();
  if (!node) {
    console.error(
      `Trunkline needs Node ${neededMajor} or later. This is Node ${process.versions.node}, and no newer one came with the packages for ${process.platform}-${process.arch}: install Node ${neededMajor}, or run npm ci again.`,
    );
    process.exit(1);
  }
  // The channel carries no messages: its end tells the program that this process was killed.
  const child = spawn(node, [fileURLToPath(main), ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(`${node} cannot run: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => {
    process.exit(signal ? 1 : (code ?? 1));
  });
}

function findPackagedNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/package.json`);
    return join(dirname(manifest), "bin", "node");
  } catch {
    return null;
  }
}
