import { idempotencyRoutes, type keyedRequestStates } from "@trunkline/contract/idempotency.ts";
import { type Api, handle, namedRoutes } from "../http/handle.ts";
import { notFound } from "../http/problem.ts";
import { findKeyedRequest, type KeyedRequest } from "../store/idempotency.ts";

/** The outcomes of requests with an Idempotency-Key. */
export function registerIdempotency(api: Api): void {
  const operations = new Map(namedRoutes());
  handle(api, idempotencyRoutes.find, ({ db, account, params }) =>
    db.tx([account], async (q) => {
      const found = await findKeyedRequest(q, account, params.key);
      if (found === null) throw notFound("request with this Idempotency-Key");
      const { route, created, status, leaseUntil } = found;
      return [
        {
          key: params.key,
          status,
          state: stateOf(found),
          operation: route?.replace(".", "_") ?? null,
          started: created.toISOString(),
          leaseUntil: leaseUntil?.toISOString() ?? null,
          look: operations.get(route ?? "")?.leased ?? null,
        },
      ];
    }),
  );
}

function stateOf({ status, running, acted }: KeyedRequest): (typeof keyedRequestStates)[number] {
  if (status !== null) return "done";
  if (running) return "running";
  return acted ? "unknown" : "cut_off";
}
