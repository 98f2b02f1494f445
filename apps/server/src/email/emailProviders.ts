import type { EmailProvider } from "@trunkline/carriers/emailProvider.ts";
import { hubspot } from "@trunkline/carriers/hubspot/hubspot.ts";
import { mailgun } from "@trunkline/carriers/mailgun/mailgun.ts";
import { sendgrid } from "@trunkline/carriers/sendgrid/sendgrid.ts";

/** The e-mail providers (spec 2 §9). */
export const emailProviders = { hubspot, mailgun, sendgrid } satisfies Record<string, EmailProvider>;
export type EmailProviderName = keyof typeof emailProviders;
export const emailProviderNames = Object.keys(emailProviders) as EmailProviderName[];

/** Each provider's address. The operator can set another, such as a region or a proxy. */
export type EmailUrls = Record<EmailProviderName, string>;

/** The providers' default addresses. */
export const defaultEmailUrls: EmailUrls = {
  hubspot: "https://api.hubapi.com",
  mailgun: "https://api.mailgun.net",
  sendgrid: "https://api.sendgrid.com",
};
