import { buildPlaceCall } from "@trunkline/carriers/twilio/calls.ts";
import { newTwilioLine } from "@trunkline/carriers/twilio/line/twilioLine.ts";
import { readSend } from "@trunkline/carriers/twilio/messages.ts";
import { readTwilioConnection } from "../../carriers/twilioConnection.ts";
import { addressesOf } from "../../inbound/twilioLines.ts";
import { providerVoice } from "./providerVoice.ts";
import type { OpenVoice } from "./voiceOpener.ts";

/** Places calls through a provider with the Twilio API. */
export const openTwilioVoice: OpenVoice = async (way, place, q) => {
  const connection = await readTwilioConnection(way, place.accountId, place.connectionId, q);
  if (connection === null) return null;
  const { account, settings, send } = connection;
  return providerVoice(way, place, {
    newLine: newTwilioLine,
    build: (call, key) => buildPlaceCall(account, call, addressesOf(key, place)),
    send,
    read: readSend,
    perSecond: settings.callsPerSecond,
  });
};
