import { type Logger, pino } from "pino";
import type { Config } from "./config.ts";

/** What the program writes its log with. */
export type Log = Logger;

/** Structured lines on stderr; stdout is for what a person asked for. Secrets and message texts never reach it. */
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
