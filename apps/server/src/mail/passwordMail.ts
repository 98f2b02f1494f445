import type { Mail } from "./mailer.ts";

const inUtc = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** The mail with the one-time link for a new password. */
export const resetMailOf = ({ email, link, expires }: { email: string; link: string; expires: Date }): Mail => ({
  to: email,
  subject: "Choose a new password for Trunkline",
  text: `A new password was requested for ${email} on Trunkline.

Follow this link to choose one. It works once and expires at ${inUtc(expires)}:
${link}

Choosing a new password signs you out everywhere. Two-factor authentication stays on.
If you did not request this, ignore this mail: your password does not change.
Do not share this link.
`,
});

/** The mail that confirms a password reset. */
export const changedMailOf = ({ email, at, publicUrl }: { email: string; at: Date; publicUrl: string }): Mail => ({
  to: email,
  subject: "Your Trunkline password was changed",
  text: `The password of ${email} on Trunkline was changed by a reset link at
${inUtc(at)}. You have been signed out everywhere.

If you did not do this, choose a new password now and contact the administrator
of your account:
${publicUrl}/forgot-password
`,
});
