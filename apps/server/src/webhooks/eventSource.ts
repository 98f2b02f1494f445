import { readVariable, type VariableSource } from "@trunkline/workflow/parts/variables.ts";
import type { RequestSource } from "./requestSource.ts";

/** An event to send to a webhook. */
export interface Happened {
  type: string;
  /** Variables in addition to the contact's and the journey's. Without a body template they are the body. */
  vars: Record<string, string>;
  atMs?: number;
}

/** The variables of a request: the event's, then the contact's and the journey's. */
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

/** The contact in an event, with all known fields. */
export function contactVars({ contact, vars }: VariableSource): Record<string, string> {
  const { contactId, phone, email, firstName, lastName } = contact;
  const known = { contactid: contactId, phone, email, firstname: firstName, lastname: lastName };
  const own = Object.entries(known).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== "");
  return { ...vars, ...contact.extdata, ...Object.fromEntries(own) };
}
