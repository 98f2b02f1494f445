import { type User, userRoutes } from "@trunkline/contract/identity/user.ts";
import { resetMinutes, resetUrlOf } from "../../accounts/resetLink.ts";
import type { Actor } from "../../http/caller.ts";
import { readSessionCookie } from "../../http/cookie.ts";
import { type Api, type Deps, handle } from "../../http/handle.ts";
import { conflict, notFound } from "../../http/problem.ts";
import { refuseAbove, refuseGrantingMore, tidyRights } from "../../http/rights.ts";
import { sendInvitation } from "../../mail/sendInvitation.ts";
import { audit } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import { findAccount } from "../../store/identity/account.ts";
import {
  findInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  removeInvitation,
  renewInvitation,
  updateInvitation,
} from "../../store/identity/invitation.ts";
import {
  countOwners,
  findMember,
  listMembers,
  listMemberships,
  type MemberRow,
  type Rights,
  removeMembership,
  updateMembership,
} from "../../store/identity/membership.ts";
import { insertReset } from "../../store/identity/passwordReset.ts";
import { findSessionOwner, listSessions, removeSessionsIn } from "../../store/identity/session.ts";
import { removeTotp } from "../../store/identity/twoFactor.ts";
import { unassignConversations } from "../../store/inbox/conversation.ts";
import { removeDraftsOf } from "../../store/workflows/draft.ts";
import { showSession } from "./session.ts";
import { splitName } from "./splitName.ts";

/** Users of an account and their rights. An invited user has the id of the invitation (readings, Roles). */
export function registerUser(api: Api): void {
  handleInvitations(api);
  handleResets(api);
  handleChanges(api);
}

function handleInvitations(api: Api): void {
  handle(api, userRoutes.list, ({ db, account }) =>
    db.global(async (q) => [
      ...(await listMembers(q, account)).map(showMember),
      ...(await listInvitations(q, account)).map(showInvitation),
    ]),
  );

  handle(api, userRoutes.invite, async (call) => {
    const { db, account, actor, body, tokens } = call;
    const rights = tidyRights(body);
    refuseGrantingMore(actor, rights, null);
    const token = tokens.make();
    const invitation = await db.tx([account], async (q) => {
      const members = await listMembers(q, account);
      if (members.some((one) => one.email === body.email.toLowerCase()))
        throw conflict(`${body.email} is already a user of this account`, "body.email");
      const tokenHash = tokens.hash("invitation", token);
      const { email, days } = body;
      const made = await insertInvitation(q, account, { ...rights, email, days, tokenHash, invitedBy: actor.id });
      await audit(q, call, "user.invite", made.invitationId, { email: made.email, ...rights });
      // From here on the invitation exists, even if its mail fails.
      await call.key.settle(q, [showInvitation(made)]);
      return made;
    });
    return [await handOver(call, invitation, token)];
  });

  handle(api, userRoutes.find, ({ db, account, params }) =>
    db.global(async (q) => {
      const { member, invitation } = await findEither(q, account, params.userId);
      return [member ? showMember(member) : showInvitation(invitation)];
    }),
  );

  handle(api, userRoutes.renew, async (call) => {
    const { db, account, actor, params, body, tokens } = call;
    const token = tokens.make();
    const link = { tokenHash: tokens.hash("invitation", token), days: body.days };
    const invitation = await db.tx([account], async (q) => {
      const had = await findInvitation(q, account, params.userId);
      if (!had) throw notFound("invitation");
      // The inviter could follow the link, so it must not grant more than their own invitation would.
      refuseGrantingMore(actor, had, null);
      const renewed = await renewInvitation(q, account, params.userId, link);
      if (!renewed) throw notFound("invitation");
      await audit(q, call, "user.renewInvitation", params.userId, { email: renewed.email, days: body.days });
      await call.key.settle(q, [showInvitation(renewed)]);
      return renewed;
    });
    return [await handOver(call, invitation, token)];
  });

  registerUserSessions(api);
}

function handleResets(api: Api): void {
  handle(api, userRoutes.resetTwoFactor, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, actor, params } = call;
      const member = await findMember(q, account, params.userId);
      if (!member) throw notFound("user");
      refuseAbove(actor, member);
      if (actor.kind === "user" && actor.id === params.userId)
        throw conflict(
          "Turn off your own two-factor authentication under Settings, Password and sessions, with your password and a code",
        );
      if ((await listMemberships(q, params.userId)).length > 1)
        throw conflict(
          "This user also belongs to other accounts. They must sign in with a recovery code and turn it off themselves",
        );
      if (!(await removeTotp(q, params.userId))) throw conflict("They have no two-factor authentication");
      await audit(q, call, "user.resetTwoFactor", params.userId, { email: member.email });
      return [{ id: params.userId }];
    }),
  );

  handle(api, userRoutes.resetLink, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, actor, params, tokens, config } = call;
      const member = await findMember(q, account, params.userId);
      if (!member) throw notFound("user");
      refuseAbove(actor, member);
      // The administrator could follow the link, so it must not give more rights than they have.
      refuseGrantingMore(actor, member, null);
      if (actor.kind === "user" && actor.id === params.userId)
        throw conflict("Change your own password under Settings, Password and sessions");
      if (member.signOn)
        throw conflict("This user signs in by single sign-on and has no password here", undefined, "no_password");
      if ((await listMemberships(q, params.userId)).length > 1)
        throw conflict(
          "This user also belongs to other accounts. They can reset their password by mail, or ask the operator for a link",
          undefined,
          "other_accounts",
        );
      const token = tokens.make();
      const tokenHash = tokens.hash("reset", token);
      const minutes = resetMinutes.handedOver;
      const expires = await insertReset(q, { userId: params.userId, tokenHash, account, minutes });
      await audit(q, call, "user.resetLink", params.userId, { email: member.email });
      return [{ userId: params.userId, resetUrl: resetUrlOf(config.publicUrl, token), expires: expires.toISOString() }];
    }),
  );
}

function handleChanges(api: Api): void {
  handle(api, userRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, actor, params, body } = call;
      const rights = tidyRights(body);
      const { member, invitation } = await findEither(q, account, params.userId);
      await checkChange(q, account, actor, member ?? invitation, rights);
      if (member) await updateMembership(q, account, params.userId, rights);
      else await updateInvitation(q, account, params.userId, rights);
      const { role, privileges } = member ?? invitation;
      await audit(q, call, "user.update", params.userId, { from: { role, privileges }, to: rights });
      return [member ? showMember({ ...member, ...rights }) : showInvitation({ ...invitation, ...rights })];
    }),
  );

  handle(api, userRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, actor, params } = call;
      const { member, invitation } = await findEither(q, account, params.userId);
      await checkChange(q, account, actor, member ?? invitation, null);
      if (member) {
        await removeMembership(q, account, params.userId);
        await unassignConversations(q, account, params.userId);
        await removeDraftsOf(q, account, params.userId);
      } else await removeInvitation(q, account, params.userId);
      await audit(q, call, "user.remove", params.userId, { email: (member ?? invitation).email });
      return [{ id: params.userId }];
    }),
  );
}

/** A user's sessions in the account, which user administrators can list and end. */
function registerUserSessions(api: Api): void {
  const findBelow = async (q: Query, { account, actor, userId }: { account: string; actor: Actor; userId: string }) => {
    const member = await findMember(q, account, userId);
    if (!member) throw notFound("user");
    refuseAbove(actor, member);
    return member;
  };
  handle(api, userRoutes.sessions, ({ db, account, actor, params, request, config, tokens }) =>
    db.global(async (q) => {
      await findBelow(q, { account, actor, userId: params.userId });
      const cookie = readSessionCookie(request, config);
      const own = cookie === undefined ? null : await findSessionOwner(q, tokens.hash("session", cookie));
      const rows = await listSessions(q, params.userId, account);
      return rows.map((row) => showSession(row, own?.sessionId ?? null));
    }),
  );
  handle(api, userRoutes.endSession, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, actor, params } = call;
      const { userId, sessionId } = params;
      const { email } = await findBelow(q, { account, actor, userId });
      if (!(await removeSessionsIn(q, account, userId, sessionId))) throw notFound("session");
      await audit(q, call, "user.endSession", userId, { email, sessionId });
      return [{ id: sessionId }];
    }),
  );
  handle(api, userRoutes.endSessions, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, actor, params } = call;
      const { userId } = params;
      const { email } = await findBelow(q, { account, actor, userId });
      const ended = await removeSessionsIn(q, account, userId);
      await audit(q, call, "user.endSessions", userId, { email, ended });
      return [{ id: userId, ended }];
    }),
  );
}

/** The invitation for its inviter: mailed, or with the link to pass on. */
async function handOver(
  { db, mailer, config, log }: Pick<Deps, "db" | "mailer" | "config" | "log">,
  invitation: InvitationRow,
  token: string,
): Promise<User> {
  const accountName = (await db.global((q) => findAccount(q, invitation.account)))?.name ?? "";
  const sent = await sendInvitation(
    { mailer, publicUrl: config.publicUrl, log },
    { ...invitation, accountName },
    token,
  );
  return { ...showInvitation(invitation), ...sent };
}

type Either = { member: MemberRow; invitation: null } | { member: null; invitation: InvitationRow };

async function findEither(q: Query, account: string, userId: string): Promise<Either> {
  const member = await findMember(q, account, userId);
  if (member) return { member, invitation: null };
  const invitation = await findInvitation(q, account, userId);
  if (!invitation) throw notFound("user");
  return { member: null, invitation };
}

/** Refuses a change that would remove the last owner or exceed the actor's rights. `to` null removes the user. */
async function checkChange(q: Query, account: string, actor: Actor, had: MemberRow | InvitationRow, to: Rights | null) {
  refuseAbove(actor, had);
  if (to) refuseGrantingMore(actor, to, had);
  // An owner must be able to sign in by password if the identity provider fails.
  if (to?.role === "owner" && "userId" in had && had.signOn)
    throw conflict(
      "An owner needs a password. Invite this user with another e-mail, or make another user the owner",
      undefined,
      "no_password",
    );
  const losesOwner = "userId" in had && had.role === "owner" && to?.role !== "owner";
  if (losesOwner && (await countOwners(q, account)) < 2)
    throw conflict("The last owner of an account cannot be removed or given another role", undefined, "last_owner");
}

const showMember = (row: MemberRow): User => ({
  userId: row.userId,
  email: row.email,
  name: row.name,
  ...splitName(row.name || row.email),
  clientId: row.userId,
  role: row.role,
  privileges: row.privileges,
  state: "active",
  lastSeen: row.lastSeen?.toISOString() ?? null,
  twoFactor: row.twoFactor,
  signOn: row.signOn,
  created: row.created.toISOString(),
  expires: null,
});

const showInvitation = (row: InvitationRow): User => ({
  userId: row.invitationId,
  email: row.email,
  name: null,
  firstName: "",
  lastName: "",
  clientId: null,
  role: row.role,
  privileges: row.privileges,
  state: "invited",
  lastSeen: null,
  twoFactor: false,
  signOn: false,
  created: row.created.toISOString(),
  expires: row.expires.toISOString(),
});
