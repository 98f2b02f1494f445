import type { AccountSettings } from "@trunkline/contract/identity/account.ts";
import { type Query, setAccounts } from "../database.ts";
import { newId } from "../newId.ts";

export interface AccountRow {
  accountSid: string;
  name: string;
  created: Date;
  flags: Record<string, boolean>;
  /** What was set; the rest is the contract's default. */
  settings: Partial<AccountSettings>;
  customFields: string[];
  linkDomain: string | null;
}

const columns = `account_id "accountSid", name, created, flags, settings, custom_fields "customFields", link_domain "linkDomain"`;

/** An account; `forUpdate` holds it until the transaction ends. */
export const findAccount = (q: Query, account: string, forUpdate = false): Promise<AccountRow | null> =>
  q.one(`select ${columns} from account where account_id = $1 ${forUpdate ? "for update" : ""}`, [account]);

/** Makes an account and returns its id. */
export async function insertAccount(
  q: Query,
  account: { name: string; settings?: Partial<AccountSettings>; accountSid?: string },
): Promise<string> {
  const accountSid = account.accountSid ?? newId();
  await q.run("insert into account (account_id, name, settings) values ($1, $2, $3)", [
    accountSid,
    account.name,
    JSON.stringify(account.settings ?? {}),
  ]);
  await insertDefaults(q, accountSid);
  return accountSid;
}

/** What every account has from the start. The user who creates an account is not a member yet. */
async function insertDefaults(q: Query, account: string): Promise<void> {
  const before = await q.one<{ accounts: string }>("select current_setting('trunkline.accounts', true) accounts");
  await q.run(setAccounts([account]));
  await q.run("select trunkline_default_dispositions($1)", [account]);
  await q.run("select trunkline_default_agent_reasons($1)", [account]);
  await q.run(setAccounts((before?.accounts ?? "").split(/[{},]/).filter((id) => id !== "")));
}

/** Writes an account as a whole. */
export const updateAccount = (q: Query, account: Omit<AccountRow, "created" | "linkDomain">): Promise<number> =>
  q.run("update account set name = $2, flags = $3, settings = $4, custom_fields = $5 where account_id = $1", [
    account.accountSid,
    account.name,
    JSON.stringify(account.flags),
    JSON.stringify(account.settings),
    account.customFields,
  ]);

/** Sets the host of the account's short links; one that is another account's breaks the index. */
export const updateLinkDomain = (q: Query, account: string, domain: string | null): Promise<number> =>
  q.run("update account set link_domain = $2 where account_id = $1", [account, domain]);

/** Lets one request at a time make an account, until the transaction ends: no two get the same name. */
export const lockAccountNames = (q: Query): Promise<number> => q.run("select pg_advisory_xact_lock(7461208)");

/** The account of a name, in any case of letters, and whether anyone has joined it. */
export const findAccountByName = (
  q: Query,
  name: string,
): Promise<{ accountSid: string; name: string; hasUsers: boolean } | null> =>
  q.one(
    `select a.account_id "accountSid", a.name, exists (select from membership m where m.account_id = a.account_id) "hasUsers"
     from account a where lower(a.name) = lower($1) order by "hasUsers" desc, a.account_id limit 1`,
    [name],
  );

/** An account that a cut-off start of the demo left behind: it has no members or invitations. */
export const findUnfinishedAccount = (q: Query): Promise<{ accountSid: string } | null> =>
  q.one(
    `select a.account_id "accountSid" from account a
     where not exists (select from membership m where m.account_id = a.account_id)
       and not exists (select from invitation i where i.account_id = a.account_id)
     order by a.account_id limit 1`,
  );

/** Accounts by name, for the command line. */
export const listAccounts = (q: Query): Promise<{ accountSid: string; name: string }[]> =>
  q.rows(`select account_id "accountSid", name from account order by account_id`);
