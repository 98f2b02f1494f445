import { createHash } from "node:crypto";
import { constants } from "node:zlib";
import compress from "@fastify/compress";
import helmet from "@fastify/helmet";
import rateLimit, { normalizeIP } from "@fastify/rate-limit";
import { linkPath } from "@trunkline/workflow/parts/text/links.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isLoopback } from "../config/config.ts";
import { readSessionCookie } from "./cookie.ts";
import type { Deps } from "./handle.ts";
import { readBearer } from "./identify.ts";
import { Problem, tooMany } from "./problem.ts";

/** The program's own scripts and styles only; the pages set styles in attributes. */
const contentSecurity = (secure: boolean) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", "data:", "blob:", "https:"],
    mediaSrc: ["'self'", "data:", "blob:", "https:"],
    fontSrc: ["'self'", "data:"],
    connectSrc: ["'self'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    ...(secure ? { upgradeInsecureRequests: [] } : {}),
  },
});

/** Headers, the host's name, limits and compression: before any route. */
export async function addProtection(app: FastifyInstance, deps: Pick<Deps, "config">): Promise<void> {
  const secure = deps.config.publicUrl.startsWith("https:");
  if (isLoopback(deps.config.host)) app.addHook("onRequest", async (request) => refuseForeignHost(request, deps));
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurity(secure),
    strictTransportSecurity: secure,
    crossOriginEmbedderPolicy: false,
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
  });
  await app.register(compress, {
    encodings: ["br", "gzip"],
    threshold: 1024,
    // The default of brotli is meant for files that are packed once.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  });
  await app.register(rateLimit, { global: false });
  const countCall = app.createRateLimit({
    max: deps.config.callsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => callerKey(request, deps),
  });
  // The plugin's own hook would come after a route's refusal of strangers, and not count it.
  app.addHook("onRequest", async (request) => {
    if (!isCall(request.url)) return;
    const count = await countCall(request);
    if (count.isAllowed || !count.isExceeded) return;
    throw tooMany(`Too many calls: try again in ${count.ttlInSeconds} seconds`, count.ttlInSeconds);
  });
}

/** Whether a path belongs to the API and not to the pages; an account's id in front is one of the API. */
export const isCall = (url: string): boolean => /^\/(v4|v3|auth|saml|[0-9a-f]{8}-[0-9a-f-]{27})(\/|\?|$)/i.test(url);

/** One bucket for a key or session wherever it calls from, else one for an address. */
function callerKey(request: FastifyRequest, { config }: Pick<Deps, "config">): string {
  const secret = readBearer(request) ?? readSessionCookie(request, config);
  return secret ? createHash("sha256").update(secret).digest("base64") : normalizeIP(request.ip, 64);
}

/** A program that only this machine reaches answers to names of this machine only: a page of another site cannot reach it by a name that it points here. */
function refuseForeignHost(request: FastifyRequest, { config }: Pick<Deps, "config">): void {
  // accounts point hosts of their own here for short addresses, and nothing there acts for anybody
  if (request.url.startsWith(linkPath)) return;
  const name = request.hostname.replace(/^\[|\]$/g, "");
  if (name === "" || isLoopback(name) || name.endsWith(".localhost")) return;
  if (name === new URL(config.publicUrl).hostname) return;
  throw new Problem(421, {
    code: "unknown_host",
    message: `This server does not answer for "${name}". Set TRUNKLINE_PUBLIC_URL to the address that others see.`,
  });
}
