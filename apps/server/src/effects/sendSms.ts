import type { Effect } from "@trunkline/workflow/engine/effects.ts";
import { countSegments, encodingOf } from "@trunkline/workflow/parts/text/segments.ts";
import { type LinkSettings, shortened } from "../links/shortened.ts";
import { stickyNumber } from "../rules/stickyNumber.ts";
import type { OutgoingMessage } from "../store/messages/queuedMessage.ts";
import { newId } from "../store/newId.ts";

/** The requester of the text. */
export interface SmsRequester {
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
export interface SendContext {
  numbers: readonly { phone: string; carrier: string }[];
  segmentPriceMicros: number;
  links?: LinkSettings | undefined;
  /** The carrier of an RCS agent's messages. Null: that of the number. */
  rcsCarrierOf?: ((agentId: string) => string | null) | undefined;
}

/** The message that a `sendSms` effect becomes. One that cannot be sent is made as well, blocked, with its reason; `refused`: one that the journey did not ask for. */
export function makeSms(
  effect: Pick<Extract<Effect, { do: "sendSms" }>, "templateId" | "text" | "mediaUrl" | "openUntil" | "shorten">,
  requester: SmsRequester,
  context: SendContext,
  nowMs: number,
  refused?: string,
): OutgoingMessage {
  const { phone, ...rest } = requester;
  const number = stickyNumber(context.numbers, requester.contactId);
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
  // a blocked message keeps its addresses as they are
  const { text, links } = reason === null ? shortened(effect, context.links, nowMs) : { text: effect.text };
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
    costMicros: segments * context.segmentPriceMicros,
    carrier: number?.carrier ?? "",
    openUntilMs: effect.openUntil ?? null,
    ...(links && { links }),
  };
}
