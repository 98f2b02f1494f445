import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { prepareDataDir } from "../postgres/prepareDataDir.ts";
import { Refusal } from "../refusal.ts";

/** The key that encrypts the accounts' data keys, from TRUNKLINE_MASTER_KEY or a file in the data directory (readings, Data). */
export function openMasterKey(config: Pick<Config, "masterKey" | "databaseUrl" | "dataDir">): Buffer {
  if (config.masterKey) return decodeKey(config.masterKey);
  if (config.databaseUrl)
    throw new Refusal(
      "TRUNKLINE_MASTER_KEY must be set when DATABASE_URL is. Every machine that uses the database needs the same key. Create one with `openssl rand -base64 32` and keep it safe: stored secrets cannot be read without it.",
    );
  const path = join(prepareDataDir(config.dataDir), "master.key");
  try {
    writeFileSync(path, randomBytes(32).toString("base64"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return decodeKey(readFileSync(path, "utf8").trim());
}

/** The previous master keys, from TRUNKLINE_MASTER_KEY_OLD. */
export const openOlderKeys = ({ olderMasterKeys }: Pick<Config, "olderMasterKeys">): Buffer[] =>
  olderMasterKeys.map(decodeKey);

function decodeKey(text: string): Buffer {
  return Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? "hex" : "base64");
}
