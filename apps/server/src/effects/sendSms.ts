import type { Effect } from "@trunkline/workflow/engine/effects.ts";
import { shortenLinks } from "@trunkline/workflow/parts/links.ts";
import { countSegments, encodingOf } from "@trunkline/workflow/parts/segments.ts";
import { type LinkCode, newLinkCode, readLinkCode } from "../links/linkCode.ts";
import type { OutgoingMessage } from "../store/message.ts";
import { newId } from "../store/newId.ts";

/** Who asks for the text. */
export interface SmsAsker {
  accountId: string;
  contactId: string;
  phone: string | null;
  campaignId: string;
  batchId: string;
  journeyId: string;
  node: number;
  revision: number;
}

/** What the account sends with. */
export interface SmsMeans {
  numbers: readonly { phone: string; carrier: string }[];
  segmentPriceMicros: number;
  /** What its short addresses begin with, and its codes. */
  links?: { base: string; key: string } | undefined;
}

/** The message that a `sendSms` effect becomes. One that cannot be sent is made as well, blocked, with its reason; `refused`: one that the journey did not ask for. */
export function makeSms(
  effect: Pick<Extract<Effect, { do: "sendSms" }>, "templateId" | "text" | "mediaUrl" | "openUntil" | "shorten">,
  asker: SmsAsker,
  means: SmsMeans,
  nowMs: number,
  refused?: string,
): OutgoingMessage {
  const { phone, ...rest } = asker;
  const number = stickyNumber(means.numbers, asker.contactId);
  const mediaUrl = effect.mediaUrl || null;
  const reason =
    refused !== undefined
      ? refused
      : phone === null
        ? "no_phone"
        : number === undefined
          ? "no_number"
          : effect.text.trim() === "" && !mediaUrl
            ? "no_text"
            : null;
  const { text, links } = reason === null ? shortened(effect, means, nowMs) : { text: effect.text };
  const encoding = encodingOf(text);
  const segments = countSegments(text, encoding);
  return {
    ...rest,
    messageId: newId(nowMs),
    templateId: effect.templateId || undefined,
    from: number?.phone ?? "",
    to: phone ?? "",
    text,
    mediaUrl,
    segments,
    encoding,
    state: reason === null ? "queued" : "blocked",
    reason,
    costMicros: segments * means.segmentPriceMicros,
    carrier: number?.carrier ?? "",
    openUntilMs: effect.openUntil ?? null,
    ...(links && { links }),
  };
}

/** The text with its addresses as short ones; what is blocked keeps them as they are. */
function shortened(
  { text, shorten }: { text: string; shorten?: readonly string[] },
  { links: means }: SmsMeans,
  nowMs: number,
): Pick<OutgoingMessage, "text" | "links"> {
  if (shorten === undefined || means === undefined) return { text };
  const made = shortenLinks(text, shorten, means.base, () => newLinkCode(means.key, nowMs));
  return {
    text: made.text,
    links: made.links.map(({ code, target }) => {
      const { day, secret } = readLinkCode(code, nowMs) as LinkCode;
      return { day, secret, target };
    }),
  };
}

/**
 * The number of a set that a contact always hears from: the one with the highest hash of both (decisions, Number of a
 * set). A number that joins or leaves the set moves only its own contacts.
 */
export function stickyNumber<Sender extends { phone: string }>(
  numbers: readonly Sender[],
  contactId: string,
): Sender | undefined {
  if (numbers.length <= 1) return numbers[0];
  const contact = hashOf(contactId);
  let best: Sender | undefined;
  let bestHash = -1;
  for (const number of numbers) {
    const hash = mix(contact ^ numberHash(number.phone));
    if (hash > bestHash) {
      best = number;
      bestHash = hash;
    }
  }
  return best;
}

const numberHashes = new Map<string, number>();

function numberHash(phone: string): number {
  let hash = numberHashes.get(phone);
  if (hash === undefined) {
    hash = mix(hashOf(phone));
    if (numberHashes.size >= 100_000) numberHashes.clear();
    numberHashes.set(phone, hash);
  }
  return hash;
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 2246822507);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 3266489909);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
