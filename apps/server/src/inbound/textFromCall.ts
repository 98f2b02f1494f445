import { accountSettings } from "@trunkline/contract/identity/account.ts";
import { countSegments, encodingOf } from "@trunkline/workflow/parts/text/segments.ts";
import type { CallEffect } from "@trunkline/workflow/voice/verbs.ts";
import type { LiveCall } from "../store/calls/call.ts";
import type { Query } from "../store/database.ts";
import { listClaimSettings } from "../store/journeys/claimWorld.ts";
import { insertMessages } from "../store/messages/queuedMessage.ts";
import { newId } from "../store/newId.ts";
import { findNumber } from "../store/numbers/number.ts";
import { openAccountLanes } from "../store/runs/lane.ts";

/**
 * Queues the text that a call script asks for: it goes out as every text does, so opt-outs, spend limit and pace hold. A
 * number that is not the account's own cannot send; the number of the call does.
 */
export async function textFromCall(
  q: Query,
  call: LiveCall,
  { text, to, from }: Extract<CallEffect, { do: "sms" }>,
): Promise<void> {
  const { accountId, contactPhone, contactId, session } = call;
  if (session === null) return;
  const [row] = await listClaimSettings(q, [accountId]);
  const { segmentPriceMicros } = accountSettings.parse(row?.settings ?? {});
  const encoding = encodingOf(text);
  const segments = countSegments(text, encoding);
  const sender = (await findNumber(q, accountId, from)) ?? (await findNumber(q, accountId, session.own));
  await openAccountLanes(q, [accountId]);
  await insertMessages(q, [
    {
      accountId,
      messageId: newId(),
      contactId: to === contactPhone ? contactId : null,
      campaignId: null,
      batchId: null,
      journeyId: null,
      node: null,
      revision: null,
      from: sender?.phone ?? session.own,
      to,
      text,
      mediaUrl: null,
      segments,
      encoding,
      state: "queued",
      reason: null,
      costMicros: segments * segmentPriceMicros,
      carrier: sender?.carrier ?? "simulated",
      openUntilMs: null,
    },
  ]);
}
