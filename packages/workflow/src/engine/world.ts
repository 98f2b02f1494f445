import type { RcsContent } from "../parts/rcs/rcsMessage.ts";
import type { WindowRule } from "../parts/time/window.ts";
import type { NodeId, SavedNode } from "../savedNode.ts";

/** The contact as pure nodes see it, fetched for the whole claim before `advance`. */
export interface Contact {
  contactId: string;
  phone: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  country: string | null;
  tags: string[];
  /** Custom fields by lower-case name. */
  extdata: Record<string, string>;
  /** All IANA zones the contact may be in. A window must be open in all of them. */
  zones: readonly string[];
  /** Source of the zones: the contact, its postal code, its state, its area code, or unknown. */
  zonesFrom: "contact" | "postal" | "state" | "areaCode" | "unknown";
  /** Blocked channels, and which of them the contact itself refused: bits of `parts/dnc.ts`. */
  dnc: number;
}

export interface Template {
  templateId: string;
  title: string;
  text: string;
  mediaUrl: string | null;
  /** Links are shortened and clicks counted. */
  shortenLinks?: boolean;
}

/** An RCS agent: the sender that a contact sees. */
export interface RcsAgent {
  agentId: string;
  name: string;
  /** Set where its carrier reports a phone without RCS only after it accepted the message: how long to wait for the delivery. */
  deliveredWithinSeconds?: number;
}

/** A saved RCS message and its key. */
export interface RcsTemplate {
  templateKey: string;
  content: RcsContent;
}

/** A template of e-mails over the account's own mail server. */
export interface EmailTemplate {
  templateId: string;
  subject: string;
  html: string;
  text: string;
}

/** Lookups for the engine, from data loaded for the claim. Undefined: it does not exist. */
export interface Lookup {
  template(templateId: string): Template | undefined;
  /** Missing where RCS is not supported. */
  rcsTemplate?(templateKey: string): RcsTemplate | undefined;
  rcsAgent?(agentId: string): RcsAgent | undefined;
  /** Missing where there are no e-mail templates of our own. */
  emailTemplate?(templateId: string): EmailTemplate | undefined;
  /** Set when the success path of an RCS message means delivery, by the account's setting: the time limit in seconds. */
  rcsDeliveredWithinSeconds?: number;
  campaignExists(campaignId: string): boolean;
  /** IANA zone of a time-zone id of `parts/timezones.ts`. */
  zone(timezoneId: number): string | undefined;
  /** Whether a number is on the loaded federal list. Undefined: no list is loaded. */
  federalDnc(phone: string): boolean | "too_old" | undefined;
  /** Whether the account has a lookup service. Otherwise only facts in the number itself are known. */
  asksCarriers?: boolean;
  /** Whether a contact is in an audience, where a forecast or dry run has read it. Undefined: there is no such audience. */
  inAudience?(contactId: string, audienceId: string): boolean | undefined;
  /** Whether a language model is configured. Default: no. */
  hasModel?(): boolean;
}

/** A workflow version prepared for the engine. */
export interface Definition {
  campaignId: string;
  version: number;
  startNode: NodeId;
  nodes: ReadonlyMap<NodeId, SavedNode>;
  /** Section name to its first node. */
  sections: Readonly<Record<string, NodeId>>;
  /** The campaign's protection as window rules (readings, Windows). The recipient's zone is resolved per contact. */
  sendWindow: (contact: Contact) => WindowRule[];
}
