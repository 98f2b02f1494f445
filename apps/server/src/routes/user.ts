import { type User, userRoutes } from "@trunkline/contract/user.ts";
import { type Actor, type Api, handle } from "../http/handle.ts";
import { conflict, notFound } from "../http/problem.ts";
import { refuseAbove, refuseGrantingMore, tidyRights } from "../http/rights.ts";
import { audit } from "../store/audit.ts";
import { unassignConversations } from "../store/conversation.ts";
import type { Query } from "../store/database.ts";
import {
  findInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  removeInvitation,
  updateInvitation,
} from "../store/invitation.ts";
import {
  countOwners,
  findMember,
  listMembers,
  type MemberRow,
  type Rights,
  removeMembership,
  updateMembership,
} from "../store/membership.ts";

/** Users of an account and their rights; an invited one has the id of the invitation (decisions, Roles). */
export function registerUser(api: Api): void {
  handle(api, userRoutes.list, ({ db, account }) =>
    db.global(async (q) => [
      ...(await listMembers(q, account)).map(showMember),
      ...(await listInvitations(q, account)).map(showInvitation),
    ]),
  );

  handle(api, userRoutes.invite, async (call) => {
    const { db, account, actor, body, tokens, config } = call;
    const rights = tidyRights(body);
    refuseGrantingMore(actor, rights, null);
    const token = tokens.make();
    const invitation = await db.tx([account], async (q) => {
      const members = await listMembers(q, account);
      if (members.some((one) => one.email === body.email.toLowerCase()))
        throw conflict(`${body.email} is a user of this account already`, "body.email");
      const tokenHash = tokens.hash("invitation", token);
      const made = await insertInvitation(q, account, { ...rights, email: body.email, tokenHash, invitedBy: actor.id });
      await audit(q, call, "user.invite", made.invitationId, { email: made.email, ...rights });
      return made;
    });
    // No mail is set up: whoever invites passes the link on.
    return [{ ...showInvitation(invitation), invitationUrl: `${config.publicUrl}/invitation/${token}` }];
  });

  handle(api, userRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, actor, params, body } = call;
      const rights = tidyRights(body);
      const { member, invitation } = await findEither(q, account, params.userId);
      await judgeChange(q, account, actor, member ?? invitation, rights);
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
      await judgeChange(q, account, actor, member ?? invitation, null);
      if (member) {
        await removeMembership(q, account, params.userId);
        await unassignConversations(q, account, params.userId);
      } else await removeInvitation(q, account, params.userId);
      await audit(q, call, "user.remove", params.userId, { email: (member ?? invitation).email });
      return [{ id: params.userId }];
    }),
  );
}

type Either = { member: MemberRow; invitation: null } | { member: null; invitation: InvitationRow };

async function findEither(q: Query, account: string, userId: string): Promise<Either> {
  const member = await findMember(q, account, userId);
  if (member) return { member, invitation: null };
  const invitation = await findInvitation(q, account, userId);
  if (!invitation) throw notFound("user");
  return { member: null, invitation };
}

/** Refuses a change that would leave the account without an owner, or go above the actor's own rights. `to` null removes. */
async function judgeChange(q: Query, account: string, actor: Actor, had: MemberRow | InvitationRow, to: Rights | null) {
  refuseAbove(actor, had);
  if (to) refuseGrantingMore(actor, to, had);
  const losesOwner = "userId" in had && had.role === "owner" && to?.role !== "owner";
  if (losesOwner && (await countOwners(q, account)) < 2)
    throw conflict("The last owner of an account cannot be removed or given another role", undefined, "last_owner");
}

const showMember = (row: MemberRow): User => ({
  userId: row.userId,
  email: row.email,
  name: row.name,
  role: row.role,
  privileges: row.privileges,
  state: "active",
  lastSeen: row.lastSeen?.toISOString() ?? null,
  created: row.created.toISOString(),
});

const showInvitation = (row: InvitationRow): User => ({
  userId: row.invitationId,
  email: row.email,
  name: null,
  role: row.role,
  privileges: row.privileges,
  state: "invited",
  lastSeen: null,
  created: row.created.toISOString(),
});
