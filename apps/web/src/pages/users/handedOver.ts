import type { User } from "@trunkline/contract/identity/user.ts";

/** The outcome of an invitation: mailed, or a link to show with the reason if mailing failed. */
export type HandedOver = { link: string; problem: string | undefined } | { sent: string };

/** Reads the outcome from the response to an invitation. */
export const handedOver = ({
  email,
  invitationUrl,
  invitationMail,
}: Pick<User, "email" | "invitationUrl" | "invitationMail">): HandedOver =>
  invitationUrl === undefined
    ? { sent: invitationMail ?? `Invitation sent to ${email}` }
    : { link: invitationUrl, problem: invitationMail };
