import { readVariable, type VariableSource } from "@trunkline/workflow/parts/variables.ts";
import type { RequestSource } from "./requestSource.ts";

/** What a webhook is told of. */
export interface Happened {
  type: string;
  /** Variables besides the contact's and the journey's; without a body template they are the body. */
  vars: Record<string, string>;
  atMs?: number;
}

/** What a request about it is filled from: its own variables first, then the contact's and the journey's. */
export function eventSource(messageId: string, at: VariableSource, { type, vars, atMs }: Happened): RequestSource {
  const nowMs = Date.now();
  return {
    messageId,
    nowMs,
    read: (name) => {
      const lower = name.toLowerCase();
      return Object.hasOwn(vars, lower) ? vars[lower] : readVariable(at, name);
    },
    event: { type, timestamp: new Date(atMs ?? nowMs).toISOString(), data: vars },
  };
}

/** The contact as an event tells of it: what is known. */
export function contactVars({ contact, vars }: VariableSource): Record<string, string> {
  const { contactId, phone, email, firstName, lastName } = contact;
  const known = { contactid: contactId, phone, email, firstname: firstName, lastname: lastName };
  const own = Object.entries(known).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== "");
  return { ...vars, ...contact.extdata, ...Object.fromEntries(own) };
}
