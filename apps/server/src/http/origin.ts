import type { AnyRoute } from "@trunkline/contract/route.ts";
import type { FastifyRequest } from "fastify";
import type { Caller } from "./caller.ts";
import { forbidden } from "./problem.ts";
import type { HttpConfig } from "./settings.ts";

/** Browsers may make changes only from our own pages (reliability §7, Sessions and CSRF). Bearer keys are exempt because browsers never send them automatically. */
export function checkOrigin(request: FastifyRequest, route: AnyRoute, caller: Caller | null, config: HttpConfig): void {
  if (route.method === "GET" || caller?.kind === "key") return;
  const { origin, host } = request.headers;
  const site = request.headers["sec-fetch-site"];
  const own = origin ? isOwn(origin, host, config.publicUrl) : site === undefined || site === "same-origin";
  if (!own) throw forbidden("This request came from another site", "cross_site");
}

function isOwn(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || new URL(origin).origin === new URL(publicUrl).origin;
}
