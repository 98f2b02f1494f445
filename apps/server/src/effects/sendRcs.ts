import type { Effect } from "@trunkline/workflow/engine/effects.ts";
import { plainTextOf } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { shortenedRcs } from "../links/shortened.ts";
import { stickyNumber } from "../rules/stickyNumber.ts";
import type { OutgoingMessage } from "../store/messages/queuedMessage.ts";
import { newId } from "../store/newId.ts";
import type { SendContext, SmsRequester } from "./sendSms.ts";

/** The message of a `sendRcs` effect. Its number sends the fallback text and receives replies; it is charged as one segment. `refused`: the reason why it is not sent. */
export function makeRcs(
  effect: Pick<Extract<Effect, { do: "sendRcs" }>, "message" | "openUntil" | "shorten" | "deliveredWithinSeconds">,
  requester: SmsRequester,
  context: SendContext,
  nowMs: number,
  refused?: string,
): OutgoingMessage {
  const { phone, ...rest } = requester;
  const number = stickyNumber(context.numbers, requester.contactId);
  const reason = refused ?? (phone === null ? "no_phone" : number === undefined ? "no_number" : null);
  // a blocked message keeps its addresses as they are
  const { message, links } =
    reason === null ? shortenedRcs(effect, context.links, nowMs) : { message: effect.message, links: undefined };
  return {
    ...rest,
    messageId: newId(nowMs),
    from: number?.phone ?? "",
    to: phone ?? "",
    text: plainTextOf(message),
    mediaUrl: null,
    segments: 1,
    encoding: "RCS",
    rcs: message,
    state: reason === null ? "queued" : "blocked",
    reason,
    costMicros: context.segmentPriceMicros,
    carrier: context.rcsCarrierOf?.(message.agentId) ?? number?.carrier ?? "",
    openUntilMs: effect.openUntil ?? null,
    successWithin: effect.deliveredWithinSeconds,
    ...(links && { links }),
  };
}
