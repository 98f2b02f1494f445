import type { OutboxEmail } from "@trunkline/contract/email/outbox.ts";

/** Somebody of an e-mail as people read them: `Ann <ann@example.com>`. */
export const partyText = ({ email, name }: OutboxEmail["to"]): string => (name === "" ? email : `${name} <${email}>`);
