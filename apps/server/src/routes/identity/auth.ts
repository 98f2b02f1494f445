import { authRoutes } from "@trunkline/contract/identity/auth.ts";
import type { FastifyRequest } from "fastify";
import { makeFirstAccount } from "../../accounts/makeFirstAccount.ts";
import { demoSignIn, isExposed } from "../../config/signIn.ts";
import { clearSessionCookie } from "../../http/cookie.ts";
import { type Api, type Deps, handleOpen } from "../../http/handle.ts";
import type { TryLimits } from "../../http/limits.ts";
import { conflict, forbidden, invalid, notFound, Problem, unauthorized } from "../../http/problem.ts";
import { isSameSecret } from "../../secrets/isSameSecret.ts";
import { hashPassword, isPassword } from "../../secrets/password.ts";
import { audit, auditRefusal } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import { findInvitationByToken, removeInvitation } from "../../store/identity/invitation.ts";
import { hasMembers, insertMembership, listMemberships } from "../../store/identity/membership.ts";
import { removeOtherSessions, removeSession, updateSessionAccount } from "../../store/identity/session.ts";
import { removeChallenges } from "../../store/identity/twoFactor.ts";
import {
  findDemoUser,
  findUser,
  findUserByEmail,
  insertUser,
  type UserRow,
  updatePassword,
} from "../../store/identity/user.ts";
import { beginSession, firstAccountOf, signedIn, signedInByPassword } from "./beginSession.ts";
import { meOf } from "./meOf.ts";
import { registerPasswordReset } from "./passwordReset.ts";
import { askForCode, registerTwoFactor } from "./twoFactor.ts";

/** Sign-in and sign-out, the first account, and invitations (readings, Requests of our pages). */
export function registerAuth(api: Api): void {
  const { tries } = api;
  registerEntrance(api);
  registerSignIn(api, tries);
  registerPassword(api, tries);
  registerPasswordReset(api);
  registerInvitation(api, tries);
  registerSetup(api, tries);
  registerTwoFactor(api, tries);

  handleOpen(api, authRoutes.signOut, async ({ db, caller, reply, config }) => {
    const { userId, sessionId, account } = signedIn(caller);
    await db.tx(account ? [account] : [], async (q) => {
      await removeSession(q, userId, sessionId);
      if (account) await audit(q, { account, actor: { kind: "user", id: userId } }, "auth.signOut", null);
    });
    clearSessionCookie(reply, config);
    return [{}];
  });
  handleOpen(api, authRoutes.me, async ({ db, caller }) => {
    const user = signedIn(caller);
    return [await db.tx(user.account ? [user.account] : [], (q) => meOf(q, user, user.account))];
  });
  handleOpen(api, authRoutes.switchAccount, async ({ db, caller, body }) => {
    const user = signedInByPassword(caller);
    return db.tx([body.accountSid], async (q) => {
      const memberships = await listMemberships(q, user.userId);
      if (!memberships.some((one) => one.accountSid === body.accountSid)) throw notFound("account");
      await updateSessionAccount(q, user.sessionId, body.accountSid);
      const by = { account: body.accountSid, actor: { kind: "user", id: user.userId } };
      await audit(q, by, "auth.switchAccount", null);
      return [await meOf(q, user, body.accountSid)];
    });
  });
}

function registerEntrance(api: Api): void {
  handleOpen(api, authRoutes.entrance, async ({ db, config, mailer }) => {
    const setup = !(await db.global(hasMembers));
    const demo = isExposed(config) ? null : await db.global(findDemoUser);
    return [{ setup, demo: demo && { email: demo.email, password: demoSignIn.password }, mail: mailer !== null }];
  });
}

function registerSignIn(api: Api, tries: TryLimits): void {
  handleOpen(api, authRoutes.signIn, async (call) => {
    const { db, body, request, config } = call;
    await tries.countPassword(request, body.email);
    const user = await db.global((q) => findUserByEmail(q, body.email));
    const right = await isPassword(body.password, user?.passwordHash ?? null);
    if (!user || !right) {
      if (user) await auditSignInRefusal(call, user);
      throw unauthorized("wrong_credentials", "E-mail or password is wrong");
    }
    if (user.demo && isExposed(config))
      throw forbidden(
        "The demo password is public, so it works only on the machine that runs Trunkline",
        "demo_sign_in",
      );
    await db.global((q) => tries.forgetAttempts(q, user.email));
    const account = await firstAccountOf(db, user.userId);
    return [(await askForCode(call, user)) ?? (await beginSession(call, user, account))];
  });
}

/** Audits a wrong password in each account of the user. */
async function auditSignInRefusal({ db, request }: { db: Deps["db"]; request: FastifyRequest }, user: UserRow) {
  for (const { accountSid } of await db.global((q) => listMemberships(q, user.userId))) {
    const by = { account: accountSid, actor: { kind: "user", id: user.userId } };
    await auditRefusal(db, by, "auth.signIn", { address: request.ip });
  }
}

function registerPassword(api: Api, tries: TryLimits): void {
  handleOpen(api, authRoutes.password, async ({ db, caller, body, request }) => {
    const { userId, sessionId, account, email } = signedInByPassword(caller);
    await tries.countPassword(request, email);
    const user = await db.global((q) => findUser(q, userId));
    if (!(await isPassword(body.current, user?.passwordHash ?? null)))
      throw invalid("Current password is wrong", "body.current", "wrong_password");
    const passwordHash = await hashPassword(body.next);
    await db.tx(account ? [account] : [], async (q) => {
      await updatePassword(q, userId, passwordHash);
      await removeOtherSessions(q, userId, sessionId);
      await removeChallenges(q, userId);
      await tries.forgetAttempts(q, email);
      if (account) await audit(q, { account, actor: { kind: "user", id: userId } }, "auth.password", null);
    });
    return [{}];
  });
}

function registerInvitation(api: Api, tries: TryLimits): void {
  const find = async ({ db, tokens }: Pick<Deps, "db" | "tokens">, token: string) => {
    const invitation = await db.global((q) => findInvitationByToken(q, tokens.hash("invitation", token)));
    if (!invitation) throw gone();
    return invitation;
  };
  handleOpen(api, authRoutes.invitation, async (call) => {
    await tries.count(call.request, "invitation");
    const { accountName, email, role } = await find(call, call.params.token);
    return [{ accountName, email, role }];
  });
  handleOpen(api, authRoutes.acceptInvitation, async (call) => {
    const { db, params, body, request } = call;
    await tries.count(request, "invitation");
    const invitation = await find(call, params.token);
    const { account, invitationId, email, role, privileges } = invitation;
    const known = await db.global((q) => findUserByEmail(q, email));
    if (known) await tries.countPassword(request, email);
    if (known && !(await isPassword(body.password, known.passwordHash)))
      throw invalid(`${email} already has a user. Enter that user's password`, "body.password", "wrong_password");
    if (known) await db.global((q) => tries.forgetAttempts(q, email));
    const passwordHash = known?.passwordHash ?? (await hashPassword(body.password));
    const user = known ?? { userId: "", email, name: body.name };
    const join = async (q: Query) => {
      if (!(await removeInvitation(q, account, invitationId))) throw gone();
      const userId = known?.userId ?? (await insertUser(q, { email, name: body.name, passwordHash }));
      if (!userId) throw conflict(`${email} now has a user. Open the link again`);
      user.userId = userId;
      await insertMembership(q, account, userId, { role, privileges });
      await audit(q, { account, actor: { kind: "user", id: userId } }, "user.join", userId, { email, role });
    };
    const asked = known && (await askForCode(call, known, account));
    if (!asked) return [await beginSession(call, user, account, join)];
    await db.tx([account], join);
    return [asked];
  });
}

const gone = () =>
  new Problem(404, { code: "not_found", message: "This invitation was used, was withdrawn or has expired" });

function registerSetup(api: Api, tries: TryLimits): void {
  handleOpen(api, authRoutes.setup, async (call) => {
    const { db, tokens, body, request, config } = call;
    await tries.count(request, "setup");
    if (await db.global(hasMembers)) throw alreadySetUp();
    if (!isSameSecret(body.token.trim(), tokens.setupToken()))
      throw invalid("The setup token is wrong. The server log shows it", "body.token", "wrong_token");
    const { accountName, name, email } = body;
    const passwordHash = await hashPassword(body.password);
    const made = await makeFirstAccount(db, tokens, { accountName, name, email, passwordHash, apiKey: config.apiKey });
    if (!made) throw alreadySetUp();
    const user = { userId: made.userId, email: email.toLowerCase(), name };
    return [await beginSession(call, user, made.account)];
  });
}

const alreadySetUp = () => conflict("Trunkline is already set up. Sign in", undefined, "already_set_up");
