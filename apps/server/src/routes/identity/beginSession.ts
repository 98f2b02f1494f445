import type { Me } from "@trunkline/contract/identity/auth.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../http/caller.ts";
import { writeSessionCookie } from "../../http/cookie.ts";
import type { Deps, OpenCall } from "../../http/handle.ts";
import { conflict, unauthorized } from "../../http/problem.ts";
import { audit } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import { listMemberships } from "../../store/identity/membership.ts";
import { insertSession, removeSession } from "../../store/identity/session.ts";
import { meOf } from "./meOf.ts";

/** The parts of a request that a sign-in needs. */
export type Entering = Pick<OpenCall, "db" | "tokens" | "config" | "caller"> & {
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Signs in a browser with a new token and ends its previous session. */
export async function beginSession(
  call: Entering,
  user: { userId: string; email: string; name: string },
  account: string | null,
  within: (q: Query) => Promise<void> = async () => {},
  { vouched = false, ...how }: { vouched?: boolean } & Record<string, unknown> = {},
): Promise<Me> {
  const { db, tokens, config, caller, request, reply } = call;
  const token = tokens.make();
  const me = await db.tx(account ? [account] : [], async (q) => {
    await within(q);
    if (caller?.kind === "user") await removeSession(q, caller.userId, caller.sessionId);
    const agent = request.headers["user-agent"] ?? null;
    const tokenHash = tokens.hash("session", token);
    await insertSession(q, { userId: user.userId, account, tokenHash, agent, address: request.ip, vouched });
    const by = { account: account ?? "", actor: { kind: "user", id: user.userId } };
    if (account)
      await audit(q, by, "auth.signIn", null, { address: request.ip, ...how, ...(vouched && { singleSignOn: true }) });
    return meOf(q, { ...user, vouchedBy: vouched ? account : null }, account);
  });
  writeSessionCookie(reply, config, token);
  return me;
}

/** The account of a new session: the first by name. */
export const firstAccountOf = async (db: Deps["db"], userId: string): Promise<string | null> =>
  (await db.global((q) => listMemberships(q, userId)))[0]?.accountSid ?? null;

/** Endpoints of caller `user` refuse API keys and unauthenticated requests earlier. */
export function signedIn(caller: Caller | null): Extract<Caller, { kind: "user" }> {
  if (caller?.kind !== "user") throw unauthorized("not_signed_in", "Sign in to continue");
  return caller;
}

/** The same for password settings, which sessions of an account's identity provider must not change. */
export function signedInByPassword(caller: Caller | null): Extract<Caller, { kind: "user" }> {
  const user = signedIn(caller);
  if (user.vouchedBy !== null)
    throw conflict(
      "You are signed in with single sign-on. Sign in with your password to change your password, your second factor or the account",
      undefined,
      "single_sign_on",
    );
  return user;
}
