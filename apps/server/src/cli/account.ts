import { operatorAccountBody } from "@trunkline/contract/identity/operator.ts";
import { Command } from "commander";
import { makeAccount } from "../accounts/makeAccount.ts";
import { type Flags, readConfig } from "../config/config.ts";
import { openLog } from "../config/log.ts";
import { openMailer } from "../mail/mailer.ts";
import { sendInvitation } from "../mail/sendInvitation.ts";
import { Refusal } from "../refusal.ts";
import { openCommand } from "./openCommand.ts";

/** `trunkline account`: creates accounts directly in the database. */
export const command = new Command("account")
  .description("Create accounts.")
  .addCommand(
    new Command("create")
      .description(
        "Create an account and invite its owner, by mail where it is set up, else by a link that is printed once. Run again before the owner has joined, it renews the invitation.",
      )
      .argument("<name>", "name of the account")
      .requiredOption("--owner <mail>", "e-mail of the owner")
      .option("--days <n>", "days until the owner's link expires, 1 to 30", "7")
      .option("--data-dir <folder>", "directory of the embedded database (TRUNKLINE_DATA_DIR, default ./.trunkline)")
      .action(create),
  );

async function create(name: string, flags: Flags & { owner: string; days: string }): Promise<void> {
  const config = readConfig(process.env, { dataDir: flags.dataDir });
  const asked = operatorAccountBody.safeParse({ name, owner: flags.owner, days: Number(flags.days) });
  if (!asked.success)
    throw new Refusal(asked.error.issues.map(({ message }) => `${message}.`).join("\n"), { exitCode: 2 });
  const { db, tokens, close } = await openCommand(config);
  try {
    const made = await makeAccount(db, tokens, { ...asked.data, madeBy: "terminal" });
    if ("taken" in made)
      throw new Refusal(
        `An account called "${asked.data.name}" already exists (${made.taken}) and has users. Choose another name.`,
      );
    const { invitation, token, isNew } = made;
    const { account, accountName, email } = invitation;
    console.error(`${isNew ? "Created" : "The owner has not joined yet:"} ${accountName}, ${account}.`);
    const context = { mailer: openMailer(config.mail), publicUrl: config.publicUrl, log: openLog(config) };
    const { invitationMail, invitationUrl } = await sendInvitation(context, invitation, token);
    if (invitationMail) console.error(`${invitationMail}.`);
    if (invitationUrl === undefined) return;
    console.error(`Send this link to ${email}. It works once and expires at ${invitation.expires.toISOString()}:`);
    console.log(invitationUrl);
  } finally {
    await close();
  }
}
