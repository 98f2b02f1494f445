import type { Config } from "../config/config.ts";
import type { Log } from "../config/log.ts";
import type { Database } from "../store/database.ts";

/** What every part of the running program receives. */
export interface Parts {
  db: Database;
  config: Config;
  log: Log;
  /** Encrypts the accounts' data keys. */
  masterKey: Buffer;
  /** The directory of the built pages. */
  pagesFolder: string;
}
