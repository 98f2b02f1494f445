import { Command } from "commander";
import { resetMinutes, resetUrlOf } from "../accounts/resetLink.ts";
import { type Flags, readConfig } from "../config/config.ts";
import { Refusal } from "../refusal.ts";
import { audit } from "../store/audit/audit.ts";
import { listMemberships } from "../store/identity/membership.ts";
import { insertReset } from "../store/identity/passwordReset.ts";
import { findUserByEmail } from "../store/identity/user.ts";
import { openCommand } from "./openCommand.ts";

/** `trunkline user`: users of the installation, across accounts. */
export const command = new Command("user")
  .description("Restore a user's access.")
  .addCommand(
    new Command("reset-link")
      .description(
        "Print a link by which a user chooses a new password. It works once, for 24 hours, and ends every session of theirs; two-factor authentication stays.",
      )
      .argument("<mail>", "e-mail of the user")
      .option("--data-dir <folder>", "directory of the embedded database (TRUNKLINE_DATA_DIR, default ./.trunkline)")
      .action(resetLink),
  );

async function resetLink(email: string, flags: Flags): Promise<void> {
  const config = readConfig(process.env, { dataDir: flags.dataDir });
  const { db, tokens, close } = await openCommand(config);
  try {
    const user = await db.global((q) => findUserByEmail(q, email.trim()));
    if (!user)
      throw new Refusal(
        `No user with a password has the e-mail "${email}". Users who only use single sign-on have no password here.`,
      );
    const { userId } = user;
    const token = tokens.make();
    const accounts = (await db.global((q) => listMemberships(q, userId))).map(({ accountSid }) => accountSid);
    const expires = await db.tx(accounts, async (q) => {
      for (const account of accounts)
        await audit(q, { account, actor: { kind: "terminal", id: "" } }, "user.resetLink", userId, {
          email: user.email,
        });
      const tokenHash = tokens.hash("reset", token);
      return insertReset(q, { userId, tokenHash, account: null, minutes: resetMinutes.handedOver });
    });
    console.error(`Send this link to ${user.email}. It works once and expires at ${expires.toISOString()}:`);
    console.log(resetUrlOf(config.publicUrl, token));
  } finally {
    await close();
  }
}
