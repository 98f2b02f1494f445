import type { FastifyInstance, FastifyRequest } from "fastify";
import { tooMany } from "./problem.ts";
import type { Rates } from "./settings.ts";

/** Counts the tries at a password or one-time token: by address and name, and by address alone. */
export interface TryLimits {
  /** Refuses with 429 when there were too many. */
  count(request: FastifyRequest, name: string): Promise<void>;
}

/** Limits on tries, kept by this process. */
export function makeTryLimits(app: FastifyInstance, rates: Rates): TryLimits {
  const names = new WeakMap<FastifyRequest, string>();
  const byName = app.createRateLimit({
    max: rates.signInPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => `${request.ip} ${names.get(request)}`,
  });
  const byAddress = app.createRateLimit({
    max: rates.signInPerAddress,
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
