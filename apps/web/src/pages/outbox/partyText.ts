import type { OutboxEmail } from "@trunkline/contract/email/outbox.ts";

/** A sender or recipient: `Ann <ann@example.com>`. */
export const partyText = ({ email, name }: OutboxEmail["to"]): string => (name === "" ? email : `${name} <${email}>`);
