import { randomBytes } from "node:crypto";
import apiReference from "@scalar/fastify-api-reference";
import { version } from "../config/version.ts";
import type { Traces } from "../tracing/traces.ts";
import { type Api, namedRoutes } from "./handle.ts";
import { addMetrics } from "./metrics.ts";
import { describeApi } from "./openapi.ts";

let description: string | undefined;

/** Describing every schema takes a quarter of a second, and most processes are never asked. */
function describedOnce(): string {
  description ??= JSON.stringify(describeApi(namedRoutes(), version));
  return description;
}

/** Endpoints for operators and developers: health, metrics, request log and API description. */
export async function addOperations(api: Api, traces: Traces): Promise<void> {
  const { app, db } = api;
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
  addMetrics(api, traces);
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
