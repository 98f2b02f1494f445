import type { AccountSettings } from "@trunkline/contract/identity/account.ts";
import { makeFirstAccount } from "../accounts/makeFirstAccount.ts";
import { demoSignIn, isExposed } from "../config/signIn.ts";
import { joinFrontDesk } from "../demo/frontDesk.ts";
import { seedDemo } from "../demo/seedDemo.ts";
import { Refusal } from "../refusal.ts";
import { hashPassword } from "../secrets/password.ts";
import { openTokens, type Tokens } from "../secrets/tokens.ts";
import type { Database, Query } from "../store/database.ts";
import { wantDemoHistory } from "../store/history/demoHistory.ts";
import { findUnfinishedAccount, insertAccount } from "../store/identity/account.ts";
import { hasMembers } from "../store/identity/membership.ts";
import { findDemoUser } from "../store/identity/user.ts";
import { checkMasterKey, lockFirstStart } from "../store/installation.ts";
import type { Parts } from "./parts.ts";

type FirstParts = Pick<Parts, "db" | "config" | "masterKey"> & {
  /** Set when they differ from the master key's (openKeys). */
  tokens?: Tokens;
};

/** Creates what a first start needs and returns one line on how to sign in. */
export async function firstStart({ db, config, masterKey, ...given }: FirstParts): Promise<string> {
  const tokens = given.tokens ?? openTokens(masterKey);
  await refuseForeignKey({ db, config, masterKey }, tokens);
  if (!(await db.global(hasMembers))) await makeFirst({ db, config, masterKey }, tokens);
  if (!(await db.global(hasMembers)))
    return `Create the first account at ${config.publicUrl}/setup with this one-time token: ${tokens.setupToken()}`;
  const demo = isExposed(config) ? null : await db.global(findDemoUser);
  return demo ? `Sign in as ${demoSignIn.email} with the password ${demoSignIn.password}` : "Sign in with your e-mail.";
}

async function makeFirst({ db, config }: FirstParts, tokens: Tokens): Promise<void> {
  if (config.adminEmail && config.adminPassword) {
    const name = config.adminEmail.split("@")[0] ?? config.adminEmail;
    const passwordHash = await hashPassword(config.adminPassword);
    const { adminEmail: email, apiKey } = config;
    await makeFirstAccount(db, tokens, { accountName: "Trunkline", email, name, passwordHash, apiKey });
  } else if (!config.databaseUrl && !config.empty && !isExposed(config)) await makeDemo({ db, config }, tokens);
}

/**
 * The owner is created last, so that an interrupted start leaves an account without users, which the next start completes. A lock serializes two starts on one database.
 */
async function makeDemo({ db, config }: Pick<FirstParts, "db" | "config">, tokens: Tokens): Promise<void> {
  const passwordHash = await hashPassword(demoSignIn.password);
  const { email, name } = demoSignIn;
  const { apiKey } = config;
  const make = async (q: Query): Promise<void> => {
    await lockFirstStart(q);
    if (await hasMembers(q)) return;
    const accountSid = (await db.global(findUnfinishedAccount))?.accountSid ?? (await insertDemo(db));
    await seedDemo(db, accountSid);
    const first = {
      accountSid,
      accountName: "Demo",
      email,
      name,
      passwordHash,
      apiKey,
      demo: true,
      settle: async (owned: Query, account: string, userId: string) => {
        await joinFrontDesk(owned, account, userId);
        if (config.demoHistory) await wantDemoHistory(owned, account);
      },
    };
    await makeFirstAccount(db, tokens, first);
  };
  await db.global(make, { attempts: 1 });
}

/**
 * Legal hours are off so that the demo also works at night (readings, Windows). Carrier Lookup uses the simulated carrier.
 */
function insertDemo(db: Database): Promise<string> {
  const settings: Partial<AccountSettings> = {
    legalHours: false,
    carrierLookup: "simulated",
    brandName: "Trunkline Demo",
    helpContact: "help@trunkline.local",
  };
  return db.global((q) => insertAccount(q, { name: "Demo", settings }));
}

/** Refuses to start with another master key, because tokens and secrets made with the first one would stop working. */
async function refuseForeignKey({ db, config }: FirstParts, tokens: Tokens): Promise<void> {
  if (await db.global((q) => checkMasterKey(q, tokens.hash("check", "")))) return;
  const source = config.masterKey ? "TRUNKLINE_MASTER_KEY" : `The file master.key in ${config.dataDir}`;
  throw new Refusal(
    `${source} is not the key that this database was created with. API keys, sessions and stored secrets need that key. Restore it, or start with an empty database.`,
  );
}
