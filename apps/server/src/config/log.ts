import { type Logger, pino } from "pino";
import type { Config } from "./config.ts";

/** The program's logger. */
export type Log = Logger;

/** Writes structured lines to stderr and keeps stdout for command output. Secrets and message texts are never logged. */
export function openLog(config: Pick<Config, "logLevel">): Log {
  return pino(
    {
      level: config.logLevel,
      base: null,
      redact: {
        paths: [
          "req.headers.authorization",
          "req.headers.cookie",
          'req.headers["x-api-key"]',
          'res.headers["set-cookie"]',
          "*.password",
          "*.secret",
          "*.value",
          "*.encryptedValue",
          "*.phone",
          "*.body",
        ],
        censor: "[hidden]",
      },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
