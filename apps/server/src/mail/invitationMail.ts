import { type Mail, oneLine } from "./mailer.ts";

/** The mail with the one-time link of an invitation. */
export function invitationMailOf({
  email,
  accountName,
  role,
  link,
  expires,
}: {
  email: string;
  accountName: string;
  role: string;
  link: string;
  expires: Date;
}): Mail {
  const account = oneLine(accountName);
  const until = `${expires.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return {
    to: email,
    subject: `You are invited to ${account} on Trunkline`,
    text: `You are invited to join the account ${account} on Trunkline as ${role}.

Follow this link to join. It works once and expires at ${until}:
${link}

Anyone with this link can join, so do not share it. If you did not expect this
mail, you can ignore it.
`,
  };
}
