import type { Effect } from "@trunkline/workflow/engine/effects.ts";
import { shortenLinks } from "@trunkline/workflow/parts/links.ts";
import { countSegments, encodingOf } from "@trunkline/workflow/parts/segments.ts";
import { type LinkCode, newLinkCode, readLinkCode } from "../links/linkCode.ts";
import { stickyNumber } from "../stickyNumber.ts";
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
