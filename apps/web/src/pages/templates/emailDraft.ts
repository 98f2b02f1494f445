/** The form of an e-mail template. */
export interface EmailDraft {
  templateTitle: string;
  subject: string;
  html: string;
  text: string;
}

/** The part of the content that is edited and shown. */
export type EmailBody = "html" | "text";

export const emptyEmail: EmailDraft = { templateTitle: "", subject: "", html: "", text: "" };
