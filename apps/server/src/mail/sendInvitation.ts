import type { InvitationRow } from "../store/identity/invitation.ts";
import { invitationMailOf } from "./invitationMail.ts";
import { type Mailer, MailFailure } from "./mailer.ts";

/** What an inviter reads of an invitation that was made. */
interface SentInvitation {
  /** The one-time link, to be passed on: no mail is set up, or it failed. */
  invitationUrl?: string;
  /** Where mail is set up: that it was mailed, or why not. */
  invitationMail?: string;
}

interface Context {
  mailer: Mailer | null;
  publicUrl: string;
  log: { warn(fields: object, text: string): void };
}

/** Mails the link of an invitation. Where no mail is set up, or it failed, the inviter passes the link on. */
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
