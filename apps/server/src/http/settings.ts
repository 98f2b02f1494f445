import type { Config } from "../config/config.ts";

/** What the HTTP side takes from the configuration. */
export type HttpConfig = Pick<
  Config,
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

/** Megabyte in the limits of bodies. */
export const MB = 1024 * 1024;
