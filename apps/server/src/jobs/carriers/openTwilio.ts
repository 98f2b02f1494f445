import { openTwilioCarrier } from "@trunkline/carriers/twilio/twilioCarrier.ts";
import { twilioConnectionSettings } from "@trunkline/contract/carriers/twilioConnection.ts";
import { carrierClock } from "../../carriers/carrierClock.ts";
import { twilioAccountOf, twilioTransport } from "../../carriers/twilioKind.ts";
import { fillPath, twilioPaths } from "../../carriers/twilioPaths.ts";
import { findCarrierRef } from "../../store/messages/receipt.ts";
import type { OpenConnection } from "./connectionOpener.ts";

/** Opens an account at a provider with the Twilio API. What the provider reports comes by webhooks. */
export const openTwilio: OpenConnection = ({ db, accountId, name, row, password, egress, publicUrl }) => {
  const { connectionId } = row;
  const { messagingServiceSid, perSecond, windowSize, demandsRegistration } = twilioConnectionSettings.parse(
    row.settings,
  );
  const carrier = openTwilioCarrier({
    name,
    accountId,
    account: twilioAccountOf(row, password.text),
    problem: password.problem === null ? null : wordsOf(password.problem),
    messagingServiceSid,
    perSecond,
    window: windowSize,
    demandsRegistration,
    statusCallbackOf: ({ messageId }) =>
      publicUrl + fillPath(twilioPaths.status, { accountId, connectionId, messageId }),
    findNamed: (messageId) => db.tx([accountId], (q) => findCarrierRef(q, accountId, messageId)),
    transport: twilioTransport(egress),
    clock: carrierClock,
  });
  return { carrier };
};

const wordsOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem));
