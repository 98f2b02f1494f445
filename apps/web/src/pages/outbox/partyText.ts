import type { OutboxEmail } from "@trunkline/contract/outbox.ts";

/** Somebody of an e-mail as people read them: `Ann <ann@example.com>`. */
export const partyText = ({ email, name }: OutboxEmail["to"]): string => (name === "" ? email : `${name} <${email}>`);

/** The providers by the names that they go by. */
export const providerNames: Record<OutboxEmail["provider"], string> = {
  hubspot: "HubSpot",
  mailgun: "Mailgun",
  sendgrid: "SendGrid",
};
