import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { makeOpenFolder } from "../apps/server/test/launch.ts";
import { copyMigratedCluster } from "../apps/server/test/migratedCluster.ts";
import { captureDatabaseLog, captureLog, noteSecrets, suiteLogsVariable } from "../apps/server/test/suiteLogs.ts";
import { waitLimitMs } from "../apps/server/test/waitLimit.ts";

/** A running product that the tests open in the browser. */
export interface Product {
  address: string;
  /** The line that `serve` prints: how to sign in, or the setup token. */
  line: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** One for each test file that runs at the same time. */
    demos: Product[];
    /** The one that no other file uses meanwhile: `ownDemo` fills it in. */
    demo: Product;
  }
}

const launcher = join(import.meta.dirname, "../apps/server/bin/trunkline.js");
/** A run signs in more often a minute than anybody who is not guessing passwords. */
const unlimited = { TRUNKLINE_SIGN_INS_PER_MINUTE: "1000", TRUNKLINE_CALLS_PER_MINUTE: "1000000" };
/** The key that the provider of e-mail on this machine takes. */
export const mailKey = "a key that works";

/** SendGrid's answer to a look at a key, so that no test asks the real one; others are not reached. */
async function startMailProvider(): Promise<() => Promise<void>> {
  const provider = createServer((request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${mailKey}`;
    response.statusCode = isKnown ? 200 : 401;
    response.end(isKnown ? '{"scopes":["mail.send"]}' : '{"errors":[{"message":"The key is unknown"}]}');
  });
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  const nowhere = "http://127.0.0.1:9";
  Object.assign(process.env, {
    TRUNKLINE_SENDGRID_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    TRUNKLINE_MAILGUN_URL: nowhere,
    TRUNKLINE_HUBSPOT_URL: nowhere,
  });
  return () =>
    new Promise((resolve) => {
      provider.close(() => resolve());
      provider.closeAllConnections();
    });
}

/** Receivers of webhooks stand on this machine. Tests that count begin without a history. */
const receivers = { TRUNKLINE_EGRESS_ALLOW: "127.0.0.1", TRUNKLINE_DEMO_HISTORY: "off" };

/** Starts the product as new users would, with a demo for each worker, and stops all of them at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeOpenFolder("trunkline-e2e-");
  const stops: (() => Promise<void>)[] = [await startMailProvider()];
  const stopAll = async () => {
    await Promise.all(stops.map((stop) => stop()));
    await rm(folder, { recursive: true, force: true });
  };
  const start = async (name: string): Promise<Product> => {
    const { product, stop } = await startProduct(join(folder, name), []);
    stops.push(stop);
    return product;
  };
  const others = Array.from({ length: project.config.maxWorkers - 1 }, (_, index) => `demo-${index + 2}`);
  try {
    const first = await start("demo");
    const starting = others.map((name) => start(name));
    // a product that starts while another one failed must be there to be stopped
    await Promise.allSettled(starting);
    project.provide("demos", [first, ...(await Promise.all(starting))]);
    project.provide("demo", nowhere);
  } catch (error) {
    await stopAll();
    throw error;
  }
  return stopAll;
}

const nowhere: Product = { address: "", line: "" };

/** Starts a product of its own that trusts a certificate, or several; `stop` ends it and removes what it stored. */
export async function startTrusting(certificate: string): Promise<{ product: Product; stop(): Promise<void> }> {
  const folder = await makeOpenFolder("trunkline-e2e-own-");
  const trusted = join(folder, "ca.pem");
  await writeFile(trusted, certificate);
  const { product, stop } = await startProduct(join(folder, "data"), [], { NODE_EXTRA_CA_CERTS: trusted });
  return {
    product,
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a product of its own, with a new database unless the folder is there; `stop` ends it. */
export async function startProduct(
  dataDir: string,
  flags: string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ product: Product; stop(): Promise<void> }> {
  if (!existsSync(dataDir)) await copyMigratedCluster(dataDir);
  const child = spawn(process.execPath, [launcher, "serve", "--port", "0", "--data-dir", dataDir, ...flags], {
    env: {
      ...process.env,
      TRUNKLINE_LOG_LEVEL: process.env[suiteLogsVariable] === undefined ? "warn" : "debug",
      ...unlimited,
      ...receivers,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  child.stderr.on("data", (text: Buffer) => captureLog("products", text));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    captureDatabaseLog(dataDir, `database-${child.pid}`);
  };
  try {
    const line = await readStartLine(child);
    noteSecrets([/token: (\S+)/.exec(line)?.[1]]);
    const address = /(http:\/\/[^\s]+?)\.?\s/.exec(`${line} `)?.[1] ?? "";
    return { product: { address, line }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits for the line with the address; a product that ends before tells its last words. */
function readStartLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(() => reject(new Error(`The product did not start:\n${output}`)), waitLimitMs);
    const read = (text: Buffer) => {
      output += text.toString();
      const line = output.split("\n").find((one) => one.startsWith("Trunkline is at "));
      if (line === undefined) return;
      clearTimeout(timer);
      resolve(line);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.on("close", (code) => {
      clearTimeout(timer);
      reject(new Error(`The product ended with ${code}:\n${output}`));
    });
  });
}
