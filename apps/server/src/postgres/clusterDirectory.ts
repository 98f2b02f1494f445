import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Refusal } from "../refusal.ts";
import { type Binaries, copyBinaries, hydrateLinks } from "./platformPackage.ts";
import { prepareDataDir } from "./prepareDataDir.ts";

/** The user that PostgreSQL runs as; undefined is whoever runs this process. */
interface RunAs {
  uid: number;
  gid: number;
}

/** Where the embedded database lives and which programs it runs. */
export interface ClusterDirectory {
  /** The cluster's own folder, PostgreSQL's data directory. */
  cluster: string;
  /** Password, log and the launcher's mark stand beside the cluster. */
  folder: string;
  binaries: Binaries;
  runAs: RunAs | undefined;
}

/** `nobody`: PostgreSQL refuses to run as root and this user exists everywhere (readings, Running it). */
const nobody: RunAs = { uid: 65534, gid: 65534 };

/** Where root keeps the database when its user may not enter the folder asked for (readings, Running it). */
const defaultFallbackDirectory = "/var/lib/trunkline";

/** Settles folder, programs and user, making the folder, or refuses with what to mend. */
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
  const runAs = ownerOf(join(asked, "postgres")) ?? nobody;
  const closed = closedFolder(dirname(asked), runAs);
  const folder = closed ? fallbackDirectoryOf(asked, refuge, closed) : asked;
  const closedPrograms = closedFolder(packaged.folder, runAs) ?? closedProgram(packaged.folder, runAs);
  const binaries = closedPrograms ? await copyBinaries(packaged, openFolder(refuge)) : packaged;
  if (closed)
    say(`Other users may not enter ${closed}, so the database is kept under ${folder} (it does not run as root).`);
  else if (closedPrograms)
    say(`Other users may not enter ${closedPrograms}, so PostgreSQL runs from a copy under ${refuge}.`);
  // PostgreSQL's user passes through this folder to its cluster; what else stands in it is readable by root alone.
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
    // Installed without scripts into a folder that we may only read: the links go into a copy.
    const copy = await copyBinaries(binaries, writable);
    await hydrateLinks(copy.folder);
    return copy;
  }
}

/** A cluster made earlier by an ordinary user keeps that owner when root starts it. */
function ownerOf(cluster: string): RunAs | null {
  try {
    const { uid, gid } = statSync(cluster);
    return uid === 0 ? null : { uid, gid };
  } catch {
    return null;
  }
}

/** The first folder on the way down that the database's user may not pass through, or null. */
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
      `The database in ${asked} cannot be reached any more: other users may not enter ${closed}, and PostgreSQL does not run as root. Let others pass through it (chmod o+x ${closed}) or move the data and set TRUNKLINE_DATA_DIR.`,
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
