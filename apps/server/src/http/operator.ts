import type { FastifyRequest } from "fastify";
import { isSameSecret } from "../secrets/isSameSecret.ts";
import { readBearer } from "./identify.ts";
import type { TryLimits } from "./limits.ts";
import { forbidden, unauthorized } from "./problem.ts";
import type { HttpConfig } from "./settings.ts";

interface Parts {
  config: HttpConfig;
  log: { warn(fields: object, text: string): void };
  tries: TryLimits;
}

/** Lets the operator in: TRUNKLINE_OPERATOR_TOKEN as `Authorization: Bearer`. A session or an API key is no operator. */
export async function checkOperator(request: FastifyRequest, { config, log, tries }: Parts): Promise<void> {
  if (config.operatorToken === undefined)
    throw forbidden("Requests of the operator are off: set TRUNKLINE_OPERATOR_TOKEN on the server", "operator_off");
  const given = readBearer(request);
  if (given !== null && isSameSecret(given, config.operatorToken)) return;
  log.warn({ address: request.ip, requestId: request.id }, "an operator request with a wrong token was refused");
  await tries.count(request, "operator");
  throw unauthorized(
    "bad_operator_token",
    "Send the value of TRUNKLINE_OPERATOR_TOKEN as Authorization: Bearer. API keys and sessions do not work here.",
  );
}
