import type { FastifyRequest } from "fastify";
import type { Tokens } from "../secrets/tokens.ts";
import type { Database } from "../store/database.ts";
import { findApiKey } from "../store/identity/apiKey.ts";
import { findSessionOwner } from "../store/identity/session.ts";
import type { Actor, Caller } from "./caller.ts";
import { readSessionCookie } from "./cookie.ts";
import { unauthorized } from "./problem.ts";
import type { HttpConfig } from "./settings.ts";

interface IdentifyDeps {
  db: Database;
  tokens: Tokens;
  config: HttpConfig;
}

/** Identifies the caller by `Authorization: Bearer` or the session cookie. Null without either. Refuses an expired key or session. */
export async function identify(request: FastifyRequest, deps: IdentifyDeps): Promise<Caller | null> {
  const bearer = readBearer(request);
  if (bearer !== null) return identifyKey(bearer, deps);
  const token = readSessionCookie(request, deps.config);
  if (!token) return null;
  const owner = await deps.db.global((q) => findSessionOwner(q, deps.tokens.hash("session", token)));
  if (!owner) return null;
  const { userId, sessionId, email, name, account, role, twoFactorNeeded, signOnNeeded, vouchedBy } = owner;
  const actor: Actor | null = role && { kind: "user", id: userId, name, role, privileges: owner.privileges ?? [] };
  return { kind: "user", userId, sessionId, email, name, account, actor, twoFactorNeeded, signOnNeeded, vouchedBy };
}

async function identifyKey(text: string, { db, tokens }: IdentifyDeps): Promise<Caller> {
  const key = await db.global((q) => findApiKey(q, tokens.hash("key", text)));
  if (!key) throw unauthorized("bad_api_key", "This API key does not exist or was revoked");
  return {
    kind: "key",
    account: key.account,
    actor: { kind: "key", id: key.apiKeyId, name: key.name, role: key.role, privileges: key.privileges },
  };
}

/** The text after `Authorization: Bearer`, or null. */
export function readBearer(request: FastifyRequest): string | null {
  const match = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? "");
  return match?.[1] ?? null;
}
