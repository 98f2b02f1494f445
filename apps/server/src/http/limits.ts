import type { FastifyInstance, FastifyRequest } from "fastify";
import { tooMany } from "./problem.ts";
import type { HttpConfig } from "./settings.ts";

/** Counts the tries at a password or one-time token: by address and name, and by address alone. */
export interface TryLimits {
  /** Refuses with 429 when there were too many. */
  count(request: FastifyRequest, name: string): Promise<void>;
}

/** One address may be an office: it may try several names. */
const manyNames = 6;

/** Limits on tries, kept by this process. */
export function makeTryLimits(app: FastifyInstance, config: HttpConfig): TryLimits {
  const names = new WeakMap<FastifyRequest, string>();
  const byName = app.createRateLimit({
    max: config.signInsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => `${request.ip} ${names.get(request)}`,
  });
  const byAddress = app.createRateLimit({
    max: config.signInsPerMinute * manyNames,
    timeWindow: 60_000,
    keyGenerator: (request) => request.ip,
  });
  return {
    async count(request, name) {
      names.set(request, name.toLowerCase());
      for (const limit of [await byName(request), await byAddress(request)]) {
        if (!limit.isAllowed && limit.isExceeded)
          throw tooMany(`Too many tries: wait ${limit.ttlInSeconds} seconds, then try again`);
      }
    },
  };
}
