import { accountSettings } from "@trunkline/contract/identity/account.ts";
import { delivered } from "@trunkline/workflow/inbound/arrival/delivered.ts";
import { forwardedText, whyNotForward } from "@trunkline/workflow/inbound/arrival/textAtDestination.ts";
import { countSegments, encodingOf } from "@trunkline/workflow/parts/text/segments.ts";
import { listClaimSettings } from "../../../store/journeys/claimWorld.ts";
import { insertMessages, type OutgoingMessage } from "../../../store/messages/queuedMessage.ts";
import { newId } from "../../../store/newId.ts";
import { listOwners } from "../../../store/routing/inbound.ts";
import { openAccountLanes } from "../../../store/runs/lane.ts";
import type { RoutedText, TextDestination } from "../destination.ts";

/** Forwards texts to a phone. Opt-outs, spend limit and pace apply as to every outgoing text. Forwarding in a loop is prevented. */
export const sms: TextDestination = {
  async deliver(q, texts) {
    const owners = await listOwners(q, [...new Set(texts.map(({ destination }) => destination.dest))]);
    const answers = texts.map(
      ({ destination, from }) => whyNotForward(destination, from, (phone) => owners.has(phone)) ?? delivered,
    );
    const going = texts.filter((_, index) => answers[index] === delivered);
    if (going.length === 0) return answers;
    const accounts = [...new Set(going.map(({ accountId }) => accountId))];
    const prices = new Map(
      (await listClaimSettings(q, accounts)).map(({ accountId, settings }) => [
        accountId,
        accountSettings.parse(settings ?? {}).segmentPriceMicros,
      ]),
    );
    await openAccountLanes(q, accounts);
    await insertMessages(
      q,
      going.map((text) => forwarded(text, prices.get(text.accountId) ?? 0)),
    );
    return answers;
  },
};

function forwarded(
  { accountId, from, to, text, mediaUrl, carrier, destination }: RoutedText,
  price: number,
): OutgoingMessage {
  const body = forwardedText(from, text);
  const encoding = encodingOf(body);
  const segments = countSegments(body, encoding);
  return {
    accountId,
    messageId: newId(),
    contactId: null,
    campaignId: null,
    batchId: null,
    journeyId: null,
    node: null,
    revision: null,
    from: to,
    to: destination.dest,
    text: body,
    mediaUrl,
    segments,
    encoding,
    state: "queued",
    reason: null,
    costMicros: segments * price,
    carrier,
    openUntilMs: null,
  };
}
