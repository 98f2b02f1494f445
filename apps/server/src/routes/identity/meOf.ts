import { handsetsOf } from "@trunkline/carriers/handsets.ts";
import { flagNames } from "@trunkline/contract/identity/account.ts";
import type { Me } from "@trunkline/contract/identity/auth.ts";
import { privilegeNames, type Role } from "@trunkline/contract/identity/roles.ts";
import { forbidden } from "../../http/problem.ts";
import type { Query } from "../../store/database.ts";
import { listMemberships, type Rights } from "../../store/identity/membership.ts";
import { findTotp } from "../../store/identity/twoFactor.ts";
import { listNumberCarriers } from "../../store/numbers/number.ts";
import { holdOf } from "../runs/holdOf.ts";

/** The signed-in user for the page. The transaction must see the account. */
export async function meOf(
  q: Query,
  user: { userId: string; email: string; name: string; vouchedBy?: string | null },
  account: string | null,
): Promise<Me> {
  const vouchedBy = user.vouchedBy ?? null;
  const all = await listMemberships(q, user.userId);
  const memberships = vouchedBy === null ? all : all.filter(({ accountSid }) => accountSid === vouchedBy);
  const current = memberships.find((one) => one.accountSid === account) ?? memberships[0];
  if (!current) throw forbidden("You no longer belong to an account. Ask an owner to invite you", "no_account");
  return {
    user: { userId: user.userId, email: user.email, name: user.name },
    account: { accountSid: current.accountSid, name: current.accountName },
    role: current.role,
    privileges: privilegesOf(current),
    flags: { ...noFlags, ...current.flags },
    publishingNeedsApproval: current.publishingNeedsApproval,
    accounts: memberships.map(({ accountSid, accountName }) => ({ accountSid, name: accountName })),
    simulated: isSimulated(await listNumberCarriers(q, current.accountSid)),
    twoFactorNeeded:
      vouchedBy === null && current.requireTwoFactor && (await findTotp(q, user.userId))?.confirmed == null,
    signOnNeeded: vouchedBy === null && current.signOnRequired && current.role !== "owner",
    signOn: vouchedBy !== null,
    held: await holdOf(q, current.accountSid),
  };
}

/** Whether what the account sends can go to simulated handsets: it has numbers there, or none anywhere. */
const isSimulated = (carriers: readonly string[]): boolean =>
  carriers.length === 0 || carriers.some((carrier) => handsetsOf(carrier) !== undefined);

const noFlags = Object.fromEntries(flagNames.map((name) => [name, false]));

const everything: readonly Role[] = ["owner", "administrator"];

/** Owners and administrators have every privilege (readings, Roles). */
const privilegesOf = ({ role, privileges }: Rights) => (everything.includes(role) ? [...privilegeNames] : privileges);
