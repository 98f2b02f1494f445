import type { AccountSettings } from "@trunkline/contract/identity/account.ts";
import type { Tokens } from "../secrets/tokens.ts";
import { audit } from "../store/audit/audit.ts";
import type { Database, Query } from "../store/database.ts";
import { insertAccount } from "../store/identity/account.ts";
import { hasMembers, insertMembership } from "../store/identity/membership.ts";
import { insertUser } from "../store/identity/user.ts";
import { lockInstallation } from "../store/installation.ts";
import { newId } from "../store/newId.ts";
import { makeApiKey } from "./makeApiKey.ts";

/** The first account and its owner. */
export interface FirstAccount {
  accountName: string;
  settings?: Partial<AccountSettings>;
  email: string;
  name: string;
  passwordHash: string;
  demo?: boolean;
  /** TRUNKLINE_API_KEY: becomes a key of this account. */
  apiKey: string | undefined;
  /** An existing account without users. */
  accountSid?: string;
  /** Creates more data together with the owner. */
  settle?: (q: Query, account: string, userId: string) => Promise<void>;
}

/** Creates the first account with its owner, once per installation. Null if it already exists. */
export function makeFirstAccount(
  db: Database,
  tokens: Tokens,
  first: FirstAccount,
): Promise<{ account: string; userId: string } | null> {
  const account = first.accountSid ?? newId();
  return db.tx([account], async (q) => {
    await lockInstallation(q);
    if (await hasMembers(q)) return null;
    if (!first.accountSid)
      await insertAccount(q, { name: first.accountName, settings: first.settings, accountSid: account });
    const userId = await insertUser(q, first);
    if (!userId) throw new Error(`The user ${first.email} already exists and belongs to no account`);
    await insertMembership(q, account, userId, { role: "owner", privileges: [] });
    await first.settle?.(q, account, userId);
    const by = { account, actor: { kind: "setup", id: "" } };
    await audit(q, by, "account.create", account, { owner: first.email });
    if (first.apiKey) {
      const key = { name: "TRUNKLINE_API_KEY", role: "owner", privileges: [], text: first.apiKey } as const;
      const { apiKeyId } = await makeApiKey(q, tokens, account, { ...key, privileges: [] });
      await audit(q, by, "apiKey.create", apiKeyId, { name: key.name });
    }
    return { account, userId };
  });
}
