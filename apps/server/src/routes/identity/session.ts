import { type Session, sessionRoutes } from "@trunkline/contract/identity/auth.ts";
import { clearSessionCookie } from "../../http/cookie.ts";
import { type Api, handleOpen } from "../../http/handle.ts";
import { notFound } from "../../http/problem.ts";
import { audit } from "../../store/audit/audit.ts";
import { listSessions, removeOtherSessions, removeSession, type SessionRow } from "../../store/identity/session.ts";
import { signedIn } from "./beginSession.ts";

/** The user's own sessions. */
export function registerSession(api: Api): void {
  handleOpen(api, sessionRoutes.list, async ({ db, caller }) => {
    const { userId, sessionId, vouchedBy } = signedIn(caller);
    const rows = await db.global((q) => listSessions(q, userId, vouchedBy));
    return rows.map((row) => showSession(row, sessionId));
  });
  handleOpen(api, sessionRoutes.endOthers, async ({ db, caller }) => {
    const { userId, sessionId, account, vouchedBy } = signedIn(caller);
    return db.tx(account ? [account] : [], async (q) => {
      const ended = await removeOtherSessions(q, userId, sessionId, vouchedBy);
      if (account)
        await audit(q, { account, actor: { kind: "user", id: userId } }, "session.endOthers", userId, { ended });
      return [{ ended }];
    });
  });
  handleOpen(api, sessionRoutes.end, async ({ db, caller, params, reply, config }) => {
    const { userId, sessionId, account, vouchedBy } = signedIn(caller);
    await db.tx(account ? [account] : [], async (q) => {
      if (!(await removeSession(q, userId, params.sessionId, vouchedBy))) throw notFound("session");
      if (account) await audit(q, { account, actor: { kind: "user", id: userId } }, "session.end", params.sessionId);
    });
    if (params.sessionId === sessionId) clearSessionCookie(reply, config);
    return [{ id: params.sessionId }];
  });
}

/** A listed session. `current` is the requesting one. */
export const showSession = (row: SessionRow, current: string | null): Session => ({
  ...row,
  current: row.sessionId === current,
  created: row.created.toISOString(),
  seen: row.seen.toISOString(),
  expires: row.expires.toISOString(),
});
