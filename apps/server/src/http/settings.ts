import type { Config } from "../config/config.ts";

/** The HTTP server's part of the configuration. */
export type HttpConfig = Pick<
  Config,
  | "dataDir"
  | "databaseUrl"
  | "host"
  | "port"
  | "publicUrl"
  | "apiKey"
  | "callsPerMinute"
  | "operatorToken"
  | "signInsPerMinute"
  | "trustedProxies"
  | "model"
  | "emailUrls"
  | "registry"
  | "importLimits"
>;

/** One megabyte in body limits. */
export const MB = 1024 * 1024;
