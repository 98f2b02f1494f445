import { type Privilege, privilegeNames, type Role, roles } from "@trunkline/contract/identity/roles.ts";
import { Command, Option } from "commander";
import { makeApiKey } from "../accounts/makeApiKey.ts";
import { type Flags, readConfig } from "../config/config.ts";
import { openMasterKey, openOlderKeys } from "../program/masterKey.ts";
import { openStore } from "../program/openStore.ts";
import { Refusal } from "../refusal.ts";
import { openKeys } from "../secrets/openKeys.ts";
import { audit } from "../store/audit/audit.ts";
import type { Database } from "../store/database.ts";
import { listAccounts } from "../store/identity/account.ts";

interface CreateFlags extends Flags {
  account?: string;
  name: string;
  role: Role;
  privileges?: string;
}

/** `trunkline api-key`: creates API keys directly in the database. */
export const command = new Command("api-key").description("Create API keys.").addCommand(
  new Command("create")
    .description("Create an API key and print it. The key is shown only once.")
    .option("--account <name or id>", "the account; optional when there is only one")
    .option("--name <name>", "what the key is for", "Created in the terminal")
    .addOption(new Option("--role <role>", "role of the key").choices(roles).default("administrator"))
    .option("--privileges <list>", `for the role member, comma-separated: ${privilegeNames.join(", ")}`)
    .option("--data-dir <folder>", "directory of the embedded database (TRUNKLINE_DATA_DIR, default ./.trunkline)")
    .action(create),
);

async function create(flags: CreateFlags): Promise<void> {
  const config = readConfig(process.env, { dataDir: flags.dataDir });
  const privileges = parsePrivileges(flags.privileges);
  const masterKey = openMasterKey(config);
  const store = await openStore(config, { say: console.error });
  try {
    const { tokens } = await openKeys(store.db, masterKey, openOlderKeys(config));
    const account = await pickAccount(store.db, flags.account);
    const { name, role } = flags;
    const key = await store.db.tx([account], async (q) => {
      const made = await makeApiKey(q, tokens, account, { name, role, privileges });
      await audit(q, { account, actor: { kind: "terminal", id: "" } }, "apiKey.create", made.apiKeyId, { name, role });
      return made.key;
    });
    console.log(key);
  } finally {
    await store.close();
  }
}

async function pickAccount(db: Database, asked: string | undefined): Promise<string> {
  const accounts = await db.global(listAccounts);
  const found = asked ? accounts.filter(({ accountSid, name }) => accountSid === asked || name === asked) : accounts;
  if (found.length === 1) return found[0]!.accountSid;
  if (accounts.length === 0)
    throw new Refusal("There is no account yet. Run `trunkline serve` to create the first one.");
  const list = accounts.map(({ accountSid, name }) => `  ${accountSid}  ${name}`).join("\n");
  const problem = asked
    ? found.length === 0
      ? `No account is called "${asked}"`
      : `Several accounts are called "${asked}"`
    : "There are several accounts";
  throw new Refusal(`${problem}. Choose one with --account:\n${list}`, { exitCode: 2 });
}

function parsePrivileges(text: string | undefined): Privilege[] {
  const names = (text ?? "").split(",").filter((name) => name !== "");
  for (const name of names)
    if (!privilegeNames.includes(name as Privilege))
      throw new Refusal(`--privileges: unknown privilege "${name}". Use: ${privilegeNames.join(", ")}.`, {
        exitCode: 2,
      });
  return names as Privilege[];
}
