/** The form of an e-mail template. */
export interface EmailDraft {
  templateTitle: string;
  subject: string;
  html: string;
  text: string;
}

export const emptyEmail: EmailDraft = { templateTitle: "", subject: "", html: "", text: "" };
