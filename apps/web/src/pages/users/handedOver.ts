import type { User } from "@trunkline/contract/identity/user.ts";

/** What becomes of a link that was made: it is shown, with why it was not mailed where mail is set up; or it was mailed. */
export type HandedOver = { link: string; problem: string | undefined } | { sent: string };

/** Reads it from the answer to an invitation. */
export const handedOver = ({
  email,
  invitationUrl,
  invitationMail,
}: Pick<User, "email" | "invitationUrl" | "invitationMail">): HandedOver =>
  invitationUrl === undefined
    ? { sent: invitationMail ?? `Invitation sent to ${email}` }
    : { link: invitationUrl, problem: invitationMail };
