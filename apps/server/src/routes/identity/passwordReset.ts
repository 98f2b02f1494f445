import { authRoutes } from "@trunkline/contract/identity/auth.ts";
import { clearSessionCookie } from "../../http/cookie.ts";
import { type Api, handleOpen } from "../../http/handle.ts";
import { conflict, Problem } from "../../http/problem.ts";
import { hashPassword } from "../../secrets/password.ts";
import { audit } from "../../store/audit/audit.ts";
import { listMemberships } from "../../store/identity/membership.ts";
import { insertPasswordMail } from "../../store/identity/passwordMail.ts";
import { findReset, useReset } from "../../store/identity/passwordReset.ts";
import { removeOtherSessions } from "../../store/identity/session.ts";
import { removeChallenges } from "../../store/identity/twoFactor.ts";
import { updatePassword } from "../../store/identity/user.ts";

/** Password reset by a one-time link (readings, Password reset). */
export function registerPasswordReset(api: Api): void {
  const { tries } = api;

  // Nothing here depends on whether the user exists. The worker checks after the answer.
  handleOpen(api, authRoutes.requestReset, async ({ db, body, request, mailer, wakeUp }) => {
    if (mailer === null)
      throw conflict(
        "This server sends no mail. Ask an administrator of your account, or the operator, for a link to choose a new password.",
        undefined,
        "no_mail",
      );
    await tries.countMail(request, body.email);
    await db.global((q) => insertPasswordMail(q, { email: body.email, kind: "reset", address: request.ip }));
    wakeUp();
    return [{}];
  });

  handleOpen(api, authRoutes.findReset, async ({ db, tokens, body, request }) => {
    await tries.count(request, "reset link");
    const reset = await db.global((q) => findReset(q, tokens.hash("reset", body.token)));
    if (!reset) throw gone();
    return [{ email: reset.email, expires: reset.expires.toISOString() }];
  });

  handleOpen(api, authRoutes.resetPassword, async (call) => {
    const { db, tokens, body, request, reply, config, mailer, wakeUp } = call;
    await tries.count(request, "reset link");
    const tokenHash = tokens.hash("reset", body.token);
    const found = await db.global((q) => findReset(q, tokenHash));
    if (!found) throw gone();
    const { userId, email } = found;
    const passwordHash = await hashPassword(body.password);
    const accounts = (await db.global((q) => listMemberships(q, userId))).map(({ accountSid }) => accountSid);
    await db.tx(accounts, async (q) => {
      const reset = await useReset(q, tokenHash);
      if (!reset) throw gone();
      await updatePassword(q, userId, passwordHash);
      await removeOtherSessions(q, userId, null);
      await removeChallenges(q, userId);
      await tries.forgetAttempts(q, email);
      if (mailer !== null) await insertPasswordMail(q, { email, kind: "changed", address: request.ip });
      const by = reset.account === null ? {} : { linkOf: "administrator" };
      for (const account of accounts)
        await audit(q, { account, actor: { kind: "user", id: userId } }, "auth.resetPassword", userId, {
          address: request.ip,
          ...by,
        });
    });
    wakeUp();
    clearSessionCookie(reply, config);
    return [{ email }];
  });
}

const gone = () =>
  new Problem(404, {
    code: "not_found",
    message: "This link was already used or has expired. Request a new one.",
  });
