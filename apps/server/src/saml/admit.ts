import { audit } from "../store/audit/audit.ts";
import type { Query } from "../store/database.ts";
import { findInvitationOf, removeInvitation } from "../store/identity/invitation.ts";
import { insertMembership } from "../store/identity/membership.ts";
import type { SamlProviderRow } from "../store/identity/saml.ts";
import { findUserOfAccount, insertVouchedUser } from "../store/identity/user.ts";
import type { Vouched } from "./checkAnswer.ts";
import { Refused } from "./refused.ts";

/**
 * Finds or creates the user of an assertion: a member of the account with this e-mail, an invited user, or a new user with the default role. A user with the same e-mail outside the account is separate, because an account's identity provider must not give access to other accounts.
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
  // An owner needs a password, so an invitation as owner is accepted by its link.
  if (invitation?.role === "owner" || (!isTaken && !provider.createUsers)) {
    const refused = new Refused("no_user");
    refused.about = { ...vouched, email };
    throw refused;
  }
  const rights = isTaken ? invitation : { role: provider.defaultRole, privileges: provider.defaultPrivileges };
  // A concurrent sign-in created the user. Retry.
  const userId =
    known?.userId ??
    (await insertVouchedUser(q, account, { email, name })) ??
    (await findUserOfAccount(q, account, email))?.userId;
  if (userId === undefined) throw new Error("A user was created concurrently and does not exist");
  await insertMembership(q, account, userId, { role: rights.role, privileges: rights.privileges });
  const by = { account, actor: { kind: "user", id: userId } };
  await audit(q, by, "user.join", userId, { email, role: rights.role, singleSignOn: true });
  return userId;
}
