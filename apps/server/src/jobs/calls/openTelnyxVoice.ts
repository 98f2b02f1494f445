import { buildPlaceCall, readPlaced } from "@trunkline/carriers/telnyx/callCommands.ts";
import { newTelnyxLine } from "@trunkline/carriers/telnyx/line/telnyxLine.ts";
import { readTelnyxConnection } from "../../carriers/telnyxConnection.ts";
import { telnyxPlaceOf } from "../../inbound/telnyxLines.ts";
import { providerVoice } from "./providerVoice.ts";
import type { OpenVoice } from "./voiceOpener.ts";

/** Places calls through a call control application of Telnyx. */
export const openTelnyxVoice: OpenVoice = async (way, place, q) => {
  const connection = await readTelnyxConnection(way, place.accountId, place.connectionId, q);
  if (connection === null) return null;
  const { account, settings, send } = connection;
  return providerVoice(way, place, {
    newLine: ({ detects }) => newTelnyxLine(detects),
    build: (call, key) => buildPlaceCall(account, call, telnyxPlaceOf(key, settings.applicationId, place)),
    send,
    read: readPlaced,
    perSecond: settings.callsPerSecond,
  });
};
