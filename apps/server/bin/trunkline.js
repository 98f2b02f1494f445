#!/usr/bin/env node
// Runs on Node 20: the program itself needs Node 24, which comes as a package where the machine's own is older.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findNode, noNode } from "./packagedNode.js";

const main = new URL("../src/main.ts", import.meta.url);

const node = findNode();
if (node === process.execPath) await import(main.href);
else if (node === null) {
  console.error(noNode("Trunkline"));
  process.exit(1);
} else runUnder(node);

function runUnder(node) {
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
