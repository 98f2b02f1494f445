import type { SendResult, VoiceCarrier } from "@trunkline/carriers/carrier.ts";
import { buildPlaceCall } from "@trunkline/carriers/twilio/calls.ts";
import { readSend } from "@trunkline/carriers/twilio/messages.ts";
import { newTwilioLine } from "@trunkline/carriers/twilio/twilioLine.ts";
import { readTwilioConnection } from "../../carriers/twilioConnection.ts";
import { addressesOf } from "../../inbound/moveProviderCall.ts";
import { findCallRef, insertProviderCall, nameProviderCall } from "../../store/calls/providerCall.ts";
import type { OpenVoice } from "./voiceOpener.ts";

/** Places calls through a provider with the Twilio API. What happens on them comes by webhooks. */
export const openTwilioVoice: OpenVoice = async (way, { accountId, name, connectionId, publicUrl }, q) => {
  const connection = await readTwilioConnection(way, accountId, connectionId, q);
  if (connection === null) return null;
  const { account, settings, send } = connection;
  const carrier: VoiceCarrier = {
    name,
    async place(call): Promise<SendResult> {
      const ids = { accountId, connectionId, callId: call.callId };
      // the provider can ask for the first document before it answers
      await way.db.tx([accountId], (q) => insertProviderCall(q, { ...ids, callRef: null, line: newTwilioLine() }));
      const answer = await send(buildPlaceCall(account, call, addressesOf(ids, { publicUrl })));
      // a token that was changed at the provider says nothing about the call
      if ("status" in answer && answer.status === 401)
        return { outcome: "refused", failure: "carrier_unavailable", code: "401" };
      const result = readSend(answer);
      // orders can reach the call before its first event
      if (result.outcome === "accepted")
        await way.db.tx([accountId], (q) => nameProviderCall(q, ids, result.carrierRef)).catch(() => false);
      return result;
    },
    /** The provider's calls do not carry our id: only an event, whose address has it, can tell. */
    async lookUpCall({ callId }) {
      const carrierRef = await way.db.tx([accountId], (q) => findCallRef(q, { accountId, callId }));
      return carrierRef === null ? { found: "unknown" } : { found: true, carrierRef };
    },
    callPaceOf: () =>
      settings.callsPerSecond === null ? null : { key: `calls ${name}`, perSecond: settings.callsPerSecond },
  };
  return carrier;
};
