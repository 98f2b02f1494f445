import { randomBytes } from "node:crypto";
import apiReference from "@scalar/fastify-api-reference";
import { collectDefaultMetrics, Histogram, register as processMetrics } from "prom-client";
import { version } from "../config/version.ts";
import { type Api, namedRoutes } from "./handle.ts";
import { describeApi } from "./openapi.ts";
import { addOperatorGauges } from "./operatorGauges.ts";

let collecting = false;
let description: string | undefined;

/** Describing every schema takes a quarter of a second, and most processes are never asked. */
function describedOnce(): string {
  description ??= JSON.stringify(describeApi(namedRoutes(), version));
  return description;
}

/** Endpoints for operators and developers: health, metrics, request log and API description. */
export async function addOperations({ app, db, log, metrics }: Api): Promise<void> {
  app.get("/healthz", async () => ({ status: "ok", version }));
  app.get("/readyz", async (_request, reply) => {
    const ready = await db
      .global((q) => q.one("select 1 as one"))
      .then(
        () => true,
        () => false,
      );
    return reply.status(ready ? 200 : 503).send({ status: ready ? "ready" : "the database is unavailable" });
  });
  if (!collecting) collectDefaultMetrics({ register: processMetrics });
  collecting = true;
  app.get("/metrics", async (_request, reply) => {
    const texts = await Promise.all([processMetrics, metrics].map((registry) => registry.metrics()));
    return reply.type(metrics.contentType).send(texts.join("\n"));
  });

  addOperatorGauges(db, metrics);

  const seconds = new Histogram({
    name: "trunkline_http_request_seconds",
    help: "Duration of requests by route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [metrics],
  });
  app.addHook("onResponse", async (request, reply) => {
    // The route pattern instead of the URL, because URLs contain phone numbers and one-time tokens.
    const route = request.routeOptions.url ?? "page";
    // how long a page was open is no time that anyone waits for
    if (String(reply.getHeader("content-type")).startsWith("text/event-stream")) return;
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    const line = { requestId: request.id, method: request.method, route, status: reply.statusCode };
    log.debug({ ...line, ms: Math.round(reply.elapsedTime) }, "call");
  });

  app.get("/openapi.json", async (_request, reply) =>
    reply.type("application/json").header("cache-control", "no-cache").send(describedOnce()),
  );
  await addDocs(app);
}

/** Serves /docs. The script of the reference comes from this server, so that nothing is fetched from elsewhere. */
async function addDocs(app: Api["app"]): Promise<void> {
  const nonce = randomBytes(16).toString("base64");
  await app.register(async (docs) => {
    docs.addHook("onSend", async (_request, reply) => {
      const policy = String(reply.getHeader("content-security-policy") ?? "");
      reply.header(
        "content-security-policy",
        policy.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`),
      );
    });
    await docs.register(apiReference, {
      routePrefix: "/docs",
      configuration: {
        url: "/openapi.json",
        pageTitle: "Trunkline API",
        nonce,
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        hideClientButton: true,
        showDeveloperTools: "never",
        favicon: "/trunkline.svg",
        mcp: { disabled: true },
      },
    });
  });
}
