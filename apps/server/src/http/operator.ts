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

/** Authenticates the operator: TRUNKLINE_OPERATOR_TOKEN as `Authorization: Bearer`. Sessions and API keys are refused. */
export async function checkOperator(request: FastifyRequest, { config, log, tries }: Parts): Promise<void> {
  if (config.operatorToken === undefined)
    throw forbidden("Operator requests are turned off. Set TRUNKLINE_OPERATOR_TOKEN on the server", "operator_off");
  const given = readBearer(request);
  if (given !== null && isSameSecret(given, config.operatorToken)) return;
  log.warn({ address: request.ip, requestId: request.id }, "an operator request with a wrong token was refused");
  await tries.count(request, "operator");
  throw unauthorized(
    "bad_operator_token",
    "Send the value of TRUNKLINE_OPERATOR_TOKEN as Authorization: Bearer. API keys and sessions do not work here.",
  );
}
