import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { initCluster } from "./initCluster.ts";
import { copyBinaries, findPlatformPackage, hydrateLinks } from "./platformPackage.ts";
import { prepareDataDir } from "./prepareDataDir.ts";
import { listSettings } from "./settings.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "trunkline-postgres-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("PostgreSQL's programs", () => {
  it("run from a copy with library links created by the program", async () => {
    const copy = await copyBinaries(await findPlatformPackage(), folder);
    const libraries = join(copy.folder, "lib");
    for (const entry of readdirSync(libraries, { withFileTypes: true }))
      if (entry.isSymbolicLink()) unlinkSync(join(libraries, entry.name));
    const run = () => spawnSync(join(copy.folder, "bin/initdb"), ["--version"], { encoding: "utf8" });
    expect(run().status).not.toBe(0);
    await hydrateLinks(copy.folder);
    expect(run().stdout).toContain(`PostgreSQL) ${copy.major}`);
    await hydrateLinks(copy.folder);
  });
});

describe("a data directory", () => {
  it("that is not writable is refused with its name and a fix", () => {
    const closed = join(folder, "closed");
    mkdirSync(closed, { mode: 0o500 });
    // Root can write anywhere, so the check runs as a normal user.
    const asRoot = process.geteuid?.() === 0;
    mkdirSync(join(folder, "open"), { mode: 0o755 });
    if (asRoot) process.seteuid?.(65534);
    try {
      expect(() => prepareDataDir(join(closed, "data"))).toThrow(
        new RegExp(
          `The data directory ${join(closed, "data")} is not writable by user \\d+ \\(EACCES.*chown -R.*TRUNKLINE_DATA_DIR`,
        ),
      );
    } finally {
      if (asRoot) process.seteuid?.(0);
    }
  });

  it("of another major version is refused with both versions", async () => {
    const cluster = join(folder, "old");
    mkdirSync(cluster);
    writeFileSync(join(cluster, "PG_VERSION"), "17\n");
    const binaries = { folder: "", version: "18.4.0", major: 18 };
    await expect(initCluster({ cluster, folder, binaries, runAs: undefined }, { durable: true })).rejects.toThrow(
      /was written by PostgreSQL 17, and this Trunkline includes PostgreSQL 18/,
    );
  });
});

describe("the server's settings", () => {
  it("keep committed data, require a password and listen only on this machine", () => {
    const settings = listSettings({ port: 5000, durable: true });
    expect(settings).toContain("listen_addresses=127.0.0.1");
    expect(settings).toContain("password_encryption=scram-sha-256");
    expect(settings.filter((setting) => /^(fsync|synchronous_commit|full_page_writes)=/.test(setting))).toEqual([]);
  });
});
