import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { makeApiKey } from "../apps/server/src/accounts/makeApiKey.ts";
import { readConfig } from "../apps/server/src/config/config.ts";
import { buildServer } from "../apps/server/src/program/server.ts";
import type { Database } from "../apps/server/src/store/database.ts";

/** The API over the benchmark's database, in this process, without a limit on calls. */
export const openServer = (db: Database) =>
  buildServer({
    db,
    config: readConfig({ TRUNKLINE_DATA_DIR: "/nonexistent", TRUNKLINE_CALLS_PER_MINUTE: "10000000" }),
    log: pino({ level: "fatal" }),
    masterKey: randomBytes(32),
    pagesFolder: "/nonexistent",
  });

/** A request that is repeated. With a body it is a POST. */
export interface Repeated {
  url: string;
  body?: object;
  calls: number;
}

/** What repeated requests took, milliseconds in ascending order, and their last answer. */
export interface Answered {
  times: number[];
  body: string;
}

/** The API with a key of an owner of the account. */
export async function openApi(db: Database, account: string) {
  const server = await openServer(db);
  const { key } = await db.global((q) =>
    makeApiKey(q, server.tokens, account, { name: "Bench", role: "owner", privileges: [] }),
  );
  return {
    server,
    /** Asks one after another. Throws unless each answer is 200. */
    async ask({ url, body, calls }: Repeated): Promise<Answered> {
      const times: number[] = [];
      let last = "";
      for (let index = 0; index < calls; index++) {
        const from = performance.now();
        const answer = await server.app.inject({
          method: body === undefined ? "GET" : "POST",
          url,
          headers: { authorization: `Bearer ${key}` },
          ...(body !== undefined && { payload: body }),
        });
        times.push(performance.now() - from);
        if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body.slice(0, 400)}`);
        last = answer.body;
      }
      return { times: times.toSorted((a, b) => a - b), body: last };
    },
    close: () => server.app.close(),
  };
}

/** The time that such a share of the sorted times does not exceed. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? 0;
