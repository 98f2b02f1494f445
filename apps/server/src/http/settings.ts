import type { Config } from "../config.ts";

/** What the HTTP side takes from the configuration. */
export type HttpConfig = Pick<Config, "host" | "port" | "publicUrl" | "apiKey">;

/** How often a caller may call; counted by each process for itself. */
export interface Rates {
  /** Sign-ins a minute for one address and e-mail. */
  signInPerMinute: number;
  /** Sign-ins a minute for one address, whatever the e-mail. */
  signInPerAddress: number;
  /** Calls a minute for one API key, session or address. */
  callsPerMinute: number;
}

export const defaultRates: Rates = { signInPerMinute: 10, signInPerAddress: 60, callsPerMinute: 1200 };

/** Megabyte in the limits of bodies. */
export const MB = 1024 * 1024;
