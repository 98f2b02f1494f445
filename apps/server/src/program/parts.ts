import type { Config } from "../config/config.ts";
import type { Log } from "../config/log.ts";
import type { Database } from "../store/database.ts";

/** What every part of the running program gets. */
export interface Parts {
  db: Database;
  config: Config;
  log: Log;
  /** Wraps the accounts' data keys. */
  masterKey: Buffer;
  /** The folder of the built pages. */
  pagesFolder: string;
}
