import { audit } from "../store/audit/audit.ts";
import type { Query } from "../store/database.ts";
import { findInvitationOf, removeInvitation } from "../store/identity/invitation.ts";
import { insertMembership } from "../store/identity/membership.ts";
import type { SamlProviderRow } from "../store/identity/saml.ts";
import { findUserOfAccount, insertVouchedUser } from "../store/identity/user.ts";
import type { Vouched } from "./judgeAnswer.ts";
import { Refused } from "./refused.ts";

/**
 * Whom the identity provider's word lets in: a member of the account under this e-mail, else somebody invited, else
 * somebody new with the default role. Whoever has the e-mail elsewhere is somebody else: the word of one account's
 * identity provider opens no other account, and takes nobody's e-mail from them.
 */
export async function admit(
  q: Query,
  account: string,
  provider: SamlProviderRow,
  { email, name, ...vouched }: Vouched,
): Promise<string> {
  const known = await findUserOfAccount(q, account, email);
  if (known?.isMember) return known.userId;
  const invitation = await findInvitationOf(q, account, email);
  const isTaken = invitation !== null && (await removeInvitation(q, account, invitation.invitationId));
  // an owner has a password: an invitation as one is followed by its link
  if (invitation?.role === "owner" || (!isTaken && !provider.createUsers)) {
    const refused = new Refused("no_user");
    refused.about = { ...vouched, email };
    throw refused;
  }
  const rights = isTaken ? invitation : { role: provider.defaultRole, privileges: provider.defaultPrivileges };
  // somebody quicker made them: the sign-in is tried again
  const userId =
    known?.userId ??
    (await insertVouchedUser(q, account, { email, name })) ??
    (await findUserOfAccount(q, account, email))?.userId;
  if (userId === undefined) throw new Error("A user was made meanwhile and is not there");
  await insertMembership(q, account, userId, { role: rights.role, privileges: rights.privileges });
  const by = { account, actor: { kind: "user", id: userId } };
  await audit(q, by, "user.join", userId, { email, role: rights.role, singleSignOn: true });
  return userId;
}
