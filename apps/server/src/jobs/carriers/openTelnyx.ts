import { openTelnyxCarrier } from "@trunkline/carriers/telnyx/telnyxCarrier.ts";
import { telnyxConnectionSettings } from "@trunkline/contract/carriers/telnyxConnection.ts";
import { carrierClock } from "../../carriers/carrierClock.ts";
import { providerTransport } from "../../carriers/providerTransport.ts";
import { telnyxAccountOf } from "../../carriers/telnyxKind.ts";
import { telnyxPaths } from "../../carriers/telnyxPaths.ts";
import { fillPath } from "../../carriers/twilioPaths.ts";
import { findCarrierRef } from "../../store/messages/receipt.ts";
import { type OpenConnection, problemWords } from "./connectionOpener.ts";

/** Opens a messaging profile at Telnyx. What the provider reports comes by webhooks. */
export const openTelnyx: OpenConnection = ({ db, accountId, name, row, password, egress, publicUrl }) => {
  const { connectionId, systemId } = row;
  const { perSecond, windowSize, demandsRegistration } = telnyxConnectionSettings.parse(row.settings);
  const carrier = openTelnyxCarrier({
    name,
    accountId,
    account: telnyxAccountOf(row, password.text),
    messagingProfileId: systemId,
    problem: problemWords(password.problem),
    perSecond,
    window: windowSize,
    demandsRegistration,
    webhookOf: ({ messageId }) => publicUrl + fillPath(telnyxPaths.status, { accountId, connectionId, messageId }),
    findNamed: (messageId) => db.tx([accountId], (q) => findCarrierRef(q, accountId, messageId)),
    transport: providerTransport(egress),
    clock: carrierClock,
  });
  return { carrier };
};
