import type { FastifyReply, FastifyRequest } from "fastify";
import { longestDays } from "../store/session.ts";
import type { HttpConfig } from "./settings.ts";

const isSecure = (config: HttpConfig): boolean => config.publicUrl.startsWith("https:");

/** `__Host-` binds the cookie to this host and to https. Two installations on one machine have two ports, and cookies know no ports. */
const nameOf = (config: HttpConfig): string =>
  isSecure(config) ? "__Host-trunkline" : `trunkline_${new URL(config.publicUrl).port || "80"}`;

/** The session's token as the browser sent it. */
export const readSessionCookie = (request: FastifyRequest, config: HttpConfig): string | undefined =>
  request.cookies[nameOf(config)] || undefined;

const attributes = (config: HttpConfig) =>
  ({ path: "/", httpOnly: true, sameSite: "lax", secure: isSecure(config) }) as const;

/** Gives the browser its session. */
export function writeSessionCookie(reply: FastifyReply, config: HttpConfig, token: string): void {
  reply.setCookie(nameOf(config), token, { ...attributes(config), maxAge: longestDays * 86_400 });
}

/** Takes the session away from the browser. */
export function clearSessionCookie(reply: FastifyReply, config: HttpConfig): void {
  reply.clearCookie(nameOf(config), attributes(config));
}
