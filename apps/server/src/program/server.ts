import type { AddressInfo } from "node:net";
import cookie from "@fastify/cookie";
import { type FastifyInstance, type FastifyReply, fastify, LogController } from "fastify";
import { Registry } from "prom-client";
import { openEgress } from "../egress/egress.ts";
import { answerBroken } from "../http/answerBroken.ts";
import { addFailures, sendFailure } from "../http/failures.ts";
import type { Api, Deps } from "../http/handle.ts";
import { makeTryLimits } from "../http/limits.ts";
import { addOperations } from "../http/operations.ts";
import { addPages } from "../http/pages.ts";
import { addParsers } from "../http/parsers.ts";
import { addProtection } from "../http/protection.ts";
import { MB } from "../http/settings.ts";
import { type BodyPace, cutSlowBodies } from "../http/slowBodies.ts";
import { openRegistry } from "../registry/openRegistry.ts";
import { serveRbmWebhooks } from "../routes/carriers/serveRbmWebhooks.ts";
import { serveTelnyxWebhooks } from "../routes/carriers/serveTelnyxWebhooks.ts";
import { serveTwilioWebhooks } from "../routes/carriers/serveTwilioWebhooks.ts";
import { serveRegistryWebhook } from "../routes/public/serveRegistryWebhook.ts";
import { openSecrets } from "../secrets/secrets.ts";
import { openTokens } from "../secrets/tokens.ts";
import { noTraces, type Traces } from "../tracing/traces.ts";
import type { Parts } from "./parts.ts";
import { resources } from "./resources.ts";

export interface Server {
  /** For example http://127.0.0.1:4400. */
  address: string;
  close(): Promise<void>;
}

/** Options of the server. */
export type ServerParts = Pick<Parts, "db" | "config" | "log" | "masterKey" | "pagesFolder"> &
  Partial<Pick<Deps, "checkAnswers" | "wakeUp" | "tokens" | "secrets" | "registry" | "mailer">> & {
    /** What requests are recorded in. Default: nothing. */
    traces?: Traces;
    /** The slowest allowed arrival of request bodies. */
    bodyPace?: BodyPace;
  };

/** Starts the server on its port. */
export async function startServer(parts: ServerParts): Promise<Server> {
  const { app } = await buildServer(parts);
  await app.listen({ host: parts.config.host, port: parts.config.port });
  const { address, family, port } = app.server.address() as AddressInfo;
  return { address: `http://${family === "IPv6" ? `[${address}]` : address}:${port}`, close: () => app.close() };
}

/** The server without a port. Tests use `app.inject`. */
export async function buildServer(parts: ServerParts): Promise<Api> {
  const app = fastify({
    bodyLimit: MB,
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // Streams with a stalled reader must not delay the stop.
    forceCloseConnections: true,
    requestIdHeader: false,
    trustProxy: parts.config.trustedProxies,
    clientErrorHandler: answerBroken,
    frameworkErrors: (_error, _request, reply) =>
      sendFailure(reply as FastifyReply, 400, [
        { code: "bad_address", message: "The URL of this request cannot be parsed" },
      ]),
  }) as unknown as FastifyInstance;
  const deps: Deps = {
    db: parts.db,
    config: parts.config,
    log: parts.log,
    tokens: parts.tokens ?? openTokens(parts.masterKey),
    secrets: parts.secrets ?? openSecrets(parts.masterKey),
    egress: openEgress({ allow: parts.config.egressAllow }),
    registry: parts.registry ?? openRegistry(parts.db, parts.config.registry),
    mailer: parts.mailer ?? null,
    metrics: new Registry(),
    wakeUp: parts.wakeUp ?? (() => {}),
    checkAnswers: parts.checkAnswers ?? false,
  };
  addFailures(app, deps);
  addParsers(app);
  cutSlowBodies(app, parts.bodyPace);
  await app.register(cookie);
  await addProtection(app, deps);
  const api: Api = { ...deps, app, handled: new Set(), tries: makeTryLimits({ ...deps, app }) };
  await addOperations(api, parts.traces ?? noTraces);
  for (const register of resources) register(api);
  serveRegistryWebhook(api);
  serveTwilioWebhooks(api);
  serveRbmWebhooks(api);
  serveTelnyxWebhooks(api);
  await addPages(app, parts.pagesFolder, deps);
  await app.ready();
  return api;
}
