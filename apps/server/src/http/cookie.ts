import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { longestDays } from "../store/identity/session.ts";
import type { HttpConfig } from "./settings.ts";

const isSecure = (config: HttpConfig): boolean => config.publicUrl.startsWith("https:");

/** `__Host-` binds the cookie to this host and to https. The name contains the port because cookies are shared across ports. */
const nameOf = (config: HttpConfig): string =>
  isSecure(config) ? "__Host-trunkline" : `trunkline_${new URL(config.publicUrl).port || "80"}`;

/** The session token from the request. */
export const readSessionCookie = (request: FastifyRequest, config: HttpConfig): string | undefined =>
  ownValue(request.cookies, nameOf(config)) || undefined;

const attributes = (config: HttpConfig) =>
  ({ path: "/", httpOnly: true, sameSite: "lax", secure: isSecure(config) }) as const;

/** Sets the session cookie. */
export function writeSessionCookie(reply: FastifyReply, config: HttpConfig, token: string): void {
  reply.setCookie(nameOf(config), token, { ...attributes(config), maxAge: longestDays * 86_400 });
}

/** Clears the session cookie. */
export function clearSessionCookie(reply: FastifyReply, config: HttpConfig): void {
  reply.clearCookie(nameOf(config), attributes(config));
}

/** A short-lived cookie for single sign-on, sent only to the account's own addresses. */
interface SignOnCookie {
  account: string;
  name: string;
}
const signOnName = (config: HttpConfig, name: string): string => `${nameOf(config).replace("__Host-", "")}_${name}`;
const signOnAttributes = (config: HttpConfig, account: string) => ({ ...attributes(config), path: `/saml/${account}` });

/** Reads a single sign-on cookie. */
export const readSignOnCookie = (request: FastifyRequest, config: HttpConfig, name: string): string | undefined =>
  ownValue(request.cookies, signOnName(config, name)) || undefined;

/** Sets a single sign-on cookie. */
export function writeSignOnCookie(
  reply: FastifyReply,
  config: HttpConfig,
  { account, name, value, seconds }: SignOnCookie & { value: string; seconds: number },
): void {
  reply.setCookie(signOnName(config, name), value, { ...signOnAttributes(config, account), maxAge: seconds });
}

/** Clears a single sign-on cookie. */
export function clearSignOnCookie(reply: FastifyReply, config: HttpConfig, { account, name }: SignOnCookie): void {
  reply.clearCookie(signOnName(config, name), signOnAttributes(config, account));
}
