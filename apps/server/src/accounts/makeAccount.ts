import type { Tokens } from "../secrets/tokens.ts";
import { audit } from "../store/audit/audit.ts";
import type { Database } from "../store/database.ts";
import { findAccountByName, insertAccount, lockAccountNames } from "../store/identity/account.ts";
import { type InvitationRow, insertInvitation, removeInvitations } from "../store/identity/invitation.ts";
import { newId } from "../store/newId.ts";

/** An account that the operator asks for. */
export interface AskedAccount {
  name: string;
  /** The owner's e-mail. */
  owner: string;
  /** For how many days the owner's link works. */
  days: number;
  /** By an HTTP request, or in a terminal. */
  madeBy: "operator" | "terminal";
}

/** The account's invitation and the token of its link; `taken`: an account of this name has users already. */
export type MadeAccount =
  | { invitation: InvitationRow & { accountName: string }; token: string; isNew: boolean }
  | { taken: string };

/**
 * Creates an account and invites its owner. While no user has joined, a repeated request invites the owner again and
 * ends the earlier link. So a request can be repeated safely, and an expired invitation can be renewed.
 */
export async function makeAccount(
  db: Database,
  tokens: Tokens,
  { name, owner, days, madeBy }: AskedAccount,
): Promise<MadeAccount> {
  const fresh = newId();
  const found = await db.global((q) => findAccountByName(q, name));
  const account = found?.accountSid ?? fresh;
  const token = tokens.make();
  return db.tx([account], async (q) => {
    await lockAccountNames(q);
    const present = await findAccountByName(q, name);
    // another request made it meanwhile
    if (present && (present.hasUsers || present.accountSid !== account)) return { taken: present.accountSid };
    if (!present) await insertAccount(q, { name, accountSid: account });
    await removeInvitations(q, account);
    const tokenHash = tokens.hash("invitation", token);
    const rights = { role: "owner", privileges: [] } as const;
    const invitation = await insertInvitation(q, account, {
      ...rights,
      privileges: [],
      email: owner,
      days,
      tokenHash,
      invitedBy: madeBy,
    });
    const by = { account, actor: { kind: madeBy, id: "" } };
    if (!present) await audit(q, by, "account.create", account, { owner: invitation.email });
    await audit(q, by, "user.invite", invitation.invitationId, { email: invitation.email, role: "owner" });
    return { invitation: { ...invitation, accountName: present?.name ?? name }, token, isNew: !present };
  });
}
