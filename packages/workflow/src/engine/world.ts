import type { RcsContent } from "../parts/rcs/rcsMessage.ts";
import type { WindowRule } from "../parts/time/window.ts";
import type { NodeId, SavedNode } from "../savedNode.ts";

/** The contact as the pure nodes see it; fetched for the whole claim before `advance`. */
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
  /** Custom fields by lower-cased name. */
  extdata: Record<string, string>;
  /** Every IANA zone the contact may be in; a window must be open in all of them. */
  zones: readonly string[];
  /** Where the zones came from: the contact's own, its postal code, its state, its area code, or nothing known. */
  zonesFrom: "contact" | "postal" | "state" | "areaCode" | "unknown";
  /** What the account must not send, and what of it the contact itself refused: bits of `parts/dnc.ts`. */
  dnc: number;
}

export interface Template {
  templateId: string;
  title: string;
  text: string;
  mediaUrl: string | null;
  /** Addresses in it go out as short ones whose clicks are counted. */
  shortenLinks?: boolean;
}

/** An RCS agent: who a contact sees as the sender. */
interface RcsAgent {
  agentId: string;
  name: string;
}

/** An RCS message as it was written, under its key. */
interface RcsTemplate {
  templateKey: string;
  content: RcsContent;
}

/** What the engine may look up, from the world that was loaded for the claim. Undefined: it does not exist (any more). */
export interface Lookup {
  template(templateId: string): Template | undefined;
  /** Absent in a world that knows nothing of RCS. */
  rcsTemplate?(templateKey: string): RcsTemplate | undefined;
  rcsAgent?(agentId: string): RcsAgent | undefined;
  /** Present where the success path of an RCS message means that it was delivered within so many seconds, by the account's setting. */
  rcsDeliveredWithinSeconds?: number;
  campaignExists(campaignId: string): boolean;
  /** IANA zone of a time-zone id of `parts/timezones.ts`. */
  zone(timezoneId: number): string | undefined;
  /** Whether the contact's number stands on the loaded federal list; undefined: no list loaded. */
  federalDnc(phone: string): boolean | "too_old" | undefined;
  /** Whether the account has a carrier's look-up to be asked about numbers; otherwise they tell what they can themselves. */
  asksCarriers?: boolean;
  /** Whether a language model is configured; there is none where nobody says. */
  hasModel?(): boolean;
}

/** A version of a workflow, made ready for the engine once per version. */
export interface Definition {
  campaignId: string;
  version: number;
  startNode: NodeId;
  nodes: ReadonlyMap<NodeId, SavedNode>;
  /** Section name to its first node. */
  sections: Readonly<Record<string, NodeId>>;
  /** The campaign's protection as rules for sends (readings, Windows); the recipient's zone is resolved per contact. */
  sendWindow: (contact: Contact) => WindowRule[];
}
