import type { FastifyRequest } from "fastify";
import { findApiKey } from "../store/apiKey.ts";
import { findSessionOwner } from "../store/session.ts";
import { readSessionCookie } from "./cookie.ts";
import type { Actor, Deps } from "./handle.ts";
import { unauthorized } from "./problem.ts";

/** Somebody whom the server knows. `actor` and `account` are null for a user who belongs to no account. */
export type Caller =
  | { kind: "key"; account: string; actor: Actor }
  | {
      kind: "user";
      userId: string;
      sessionId: string;
      email: string;
      name: string;
      account: string | null;
      actor: Actor | null;
      /** The account asks for two-factor sign-in, and the user has none yet. */
      twoFactorNeeded: boolean;
      /** The account takes only single sign-on, and the session is by password. */
      signOnNeeded: boolean;
      /** The account whose identity provider vouched for them: this session reaches no other. */
      vouchedBy: string | null;
    };

/** Who calls: by `Authorization: Bearer`, else by the session cookie; null for a stranger. A key or session that is over is refused. */
export async function identify(
  request: FastifyRequest,
  deps: Pick<Deps, "db" | "tokens" | "config">,
): Promise<Caller | null> {
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

async function identifyKey(text: string, { db, tokens }: Pick<Deps, "db" | "tokens">): Promise<Caller> {
  const key = await db.global((q) => findApiKey(q, tokens.hash("key", text)));
  if (!key) throw unauthorized("bad_api_key", "This API key is not known or was revoked");
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
