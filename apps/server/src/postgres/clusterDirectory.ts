import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Refusal } from "../refusal.ts";
import { type Binaries, copyBinaries, hydrateLinks } from "./platformPackage.ts";
import { prepareDataDir } from "./prepareDataDir.ts";

/** The user that PostgreSQL runs as. Undefined: the user of this process. */
interface RunAs {
  uid: number;
  gid: number;
}

/** Directories and programs of the embedded database. */
export interface ClusterDirectory {
  /** PostgreSQL's data directory. */
  cluster: string;
  /** The directory of the cluster, with its password, log and launcher mark. */
  folder: string;
  binaries: Binaries;
  runAs: RunAs | undefined;
}

/** The user 65534: PostgreSQL refuses to run as root and this user exists everywhere (readings, Running it). */
const unprivileged: RunAs = { uid: 65534, gid: 65534 };

/** The fallback directory when Trunkline runs as root and the database user may not enter the configured one (readings, Running it). */
const defaultFallbackDirectory = "/var/lib/trunkline";

/** Chooses directory, programs and user and creates the directory, or refuses with what to fix. */
export async function prepareClusterDirectory(
  dataDir: string,
  packaged: Binaries,
  say: (line: string) => void,
  refuge = defaultFallbackDirectory,
): Promise<ClusterDirectory> {
  const asked = prepareDataDir(dataDir);
  if (process.geteuid?.() !== 0) {
    const binaries = await hydrated(packaged, asked);
    return { cluster: join(asked, "postgres"), folder: asked, binaries, runAs: undefined };
  }
  const runAs = ownerOf(join(asked, "postgres")) ?? unprivileged;
  const closed = closedFolder(dirname(asked), runAs);
  const folder = closed ? fallbackDirectoryOf(asked, refuge, closed) : asked;
  const closedPrograms = closedFolder(packaged.folder, runAs) ?? closedProgram(packaged.folder, runAs);
  const binaries = closedPrograms ? await copyBinaries(packaged, openFolder(refuge)) : packaged;
  if (closed)
    say(
      `PostgreSQL does not run as root and other users may not enter ${closed}, so the database is stored in ${folder}.`,
    );
  else if (closedPrograms)
    say(`Other users may not enter ${closedPrograms}, so PostgreSQL runs from a copy under ${refuge}.`);
  // PostgreSQL's user passes through this directory to its cluster. Everything else in it is readable only by root.
  return {
    cluster: join(openFolder(folder), "postgres"),
    folder,
    binaries: await hydrated(binaries, refuge),
    runAs,
  };
}

async function hydrated(binaries: Binaries, writable: string): Promise<Binaries> {
  try {
    await hydrateLinks(binaries.folder);
    return binaries;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "EACCES" && code !== "EROFS" && code !== "EPERM") throw error;
    // Installed without scripts into a read-only directory, so the links go into a copy.
    const copy = await copyBinaries(binaries, writable);
    await hydrateLinks(copy.folder);
    return copy;
  }
}

/** A cluster created earlier by a normal user keeps that owner when root starts it. */
function ownerOf(cluster: string): RunAs | null {
  try {
    const { uid, gid } = statSync(cluster);
    return uid === 0 ? null : { uid, gid };
  } catch {
    return null;
  }
}

/** The first directory of the path that the database user may not pass through, or null. */
function closedFolder(path: string, runAs: RunAs): string | null {
  const parent = dirname(path);
  const above = parent === path ? null : closedFolder(parent, runAs);
  return above ?? (allows(path, runAs, 1) ? null : path);
}

function closedProgram(folder: string, runAs: RunAs): string | null {
  const needed = ["bin", "lib", "share", "share/postgresql", "bin/postgres", "bin/initdb"];
  return needed.map((name) => join(folder, name)).find((path) => !allows(path, runAs, 5)) ?? null;
}

function allows(path: string, runAs: RunAs, bits: number): boolean {
  const { uid, gid, mode } = statSync(path);
  const shift = uid === runAs.uid ? 6 : gid === runAs.gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}

function fallbackDirectoryOf(asked: string, refuge: string, closed: string): string {
  if (ownerOf(join(asked, "postgres")))
    throw new Refusal(
      `The database in ${asked} is no longer accessible: PostgreSQL does not run as root, and other users may not enter ${closed}. Allow it (chmod o+x ${closed}), or move the data and set TRUNKLINE_DATA_DIR.`,
    );
  const mark = createHash("sha256").update(asked).digest("hex").slice(0, 8);
  openFolder(refuge);
  return openFolder(join(refuge, `${basename(asked).replace(/^\./, "")}-${mark}`));
}

function openFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, statSync(folder).mode | 0o011);
  return folder;
}
