import { createHash } from "node:crypto";
import { constants } from "node:zlib";
import compress from "@fastify/compress";
import helmet from "@fastify/helmet";
import rateLimit, { normalizeIP } from "@fastify/rate-limit";
import { linkPath } from "@trunkline/workflow/parts/text/links.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isLoopback } from "../config/isLoopback.ts";
import { readSessionCookie } from "./cookie.ts";
import type { Deps } from "./handle.ts";
import { readBearer } from "./identify.ts";
import { Problem, tooMany } from "./problem.ts";

/** Allows only the program's own scripts and styles. The pages set styles in attributes. */
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

/** Sets headers, host name check, limits and compression before any route. */
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
    // Brotli's default quality is meant for files that are compressed once.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  });
  await app.register(rateLimit, { global: false });
  const countCall = app.createRateLimit({
    max: deps.config.callsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => callerKey(request, deps),
  });
  // The plugin's own hook would run after a route refuses an unauthenticated request and would not count it.
  app.addHook("onRequest", async (request) => {
    if (!isCall(request.url)) return;
    const count = await countCall(request);
    if (count.isAllowed || !count.isExceeded) return;
    throw tooMany(`Too many requests. Try again in ${count.ttlInSeconds} seconds`, count.ttlInSeconds);
  });
}

/** Whether a path belongs to the API, with or without an account prefix. */
export const isCall = (url: string): boolean => /^\/(v4|v3|auth|saml|[0-9a-f]{8}-[0-9a-f-]{27})(\/|\?|$)/i.test(url);

/** The rate limit bucket: the key or session, or else the address. */
function callerKey(request: FastifyRequest, { config }: Pick<Deps, "config">): string {
  const secret = readBearer(request) ?? readSessionCookie(request, config);
  return secret ? createHash("sha256").update(secret).digest("base64") : normalizeIP(request.ip, 64);
}

/** A server on a loopback address answers only for local names, which prevents DNS rebinding by other sites. */
function refuseForeignHost(request: FastifyRequest, { config }: Pick<Deps, "config">): void {
  // Accounts point their own hosts here for short links, and requests for those carry no authority.
  if (request.url.startsWith(linkPath)) return;
  const name = request.hostname.replace(/^\[|\]$/g, "");
  if (name === "" || isLoopback(name) || name.endsWith(".localhost")) return;
  if (name === new URL(config.publicUrl).hostname) return;
  throw new Problem(421, {
    code: "unknown_host",
    message: `This server does not answer for "${name}". Set TRUNKLINE_PUBLIC_URL to its public address.`,
  });
}
