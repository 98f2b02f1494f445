import type { InvitationRow } from "../store/identity/invitation.ts";
import { invitationMailOf } from "./invitationMail.ts";
import { type Mailer, MailFailure } from "./mailer.ts";

/** What the inviter sees after creating an invitation. */
interface SentInvitation {
  /** The one-time link to pass on, when mail is not set up or failed. */
  invitationUrl?: string;
  /** Where mail is set up: whether the invitation was mailed, or why not. */
  invitationMail?: string;
}

interface Context {
  mailer: Mailer | null;
  publicUrl: string;
  log: { warn(fields: object, text: string): void };
}

/** Mails the link of an invitation. If mail is not set up or fails, returns the link for the inviter to pass on. */
export async function sendInvitation(
  { mailer, publicUrl, log }: Context,
  invitation: InvitationRow & { accountName: string },
  token: string,
): Promise<SentInvitation> {
  const invitationUrl = `${publicUrl}/invitation/${token}`;
  if (mailer === null) return { invitationUrl };
  const { account, invitationId, email, accountName, role, expires } = invitation;
  try {
    await mailer.send(invitationMailOf({ email, accountName, role, link: invitationUrl, expires }));
    return { invitationMail: `Invitation sent to ${email}` };
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    log.warn({ account, invitation: invitationId, reason: error.message }, "an invitation could not be mailed");
    return { invitationUrl, invitationMail: `The invitation could not be mailed: ${error.message}` };
  }
}
