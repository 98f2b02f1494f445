import type { ContentStore } from "@trunkline/carriers/twilio/rcs.ts";
import { openTwilioCarrier } from "@trunkline/carriers/twilio/twilioCarrier.ts";
import { twilioConnectionSettings } from "@trunkline/contract/carriers/twilioConnection.ts";
import { carrierClock } from "../../carriers/carrierClock.ts";
import { contentUrlOf, twilioAccountOf, twilioTransport } from "../../carriers/twilioKind.ts";
import { fillPath, twilioPaths } from "../../carriers/twilioPaths.ts";
import {
  findProviderContent,
  removeProviderContent,
  saveProviderContent,
} from "../../store/carriers/providerContent.ts";
import { findDoubtfulText, listNamedRefs } from "../../store/messages/doubt.ts";
import { findCarrierRef } from "../../store/messages/receipt.ts";
import { findRcsTemplate } from "../../store/templates/rcs.ts";
import { type OpenConnection, problemWords } from "./connectionOpener.ts";

/** Opens an account at a provider with the Twilio API. What the provider reports comes by webhooks. */
export const openTwilio: OpenConnection = ({ db, accountId, name, row, password, egress, publicUrl }) => {
  const { connectionId } = row;
  const { messagingServiceSid, perSecond, windowSize, demandsRegistration, rcsSender } = twilioConnectionSettings.parse(
    row.settings,
  );
  const at = (key: string) => ({ accountId, connectionId, key });
  const contents: ContentStore = {
    find: (key) => db.tx([accountId], (q) => findProviderContent(q, at(key))),
    save: (key, ref) => db.tx([accountId], async (q) => void (await saveProviderContent(q, at(key), ref))),
    forget: (key) => db.tx([accountId], async (q) => void (await removeProviderContent(q, at(key)))),
  };
  const carrier = openTwilioCarrier({
    name,
    accountId,
    account: twilioAccountOf(row, password.text),
    problem: problemWords(password.problem),
    messagingServiceSid,
    perSecond,
    window: windowSize,
    demandsRegistration,
    rcs:
      rcsSender === ""
        ? null
        : {
            sender: rcsSender,
            contentUrl: contentUrlOf(row),
            contents,
            findTemplate: async (key) =>
              (await db.tx([accountId], (q) => findRcsTemplate(q, accountId, key)))?.content ?? null,
          },
    statusCallbackOf: ({ messageId }) =>
      publicUrl + fillPath(twilioPaths.status, { accountId, connectionId, messageId }),
    findNamed: (messageId) => db.tx([accountId], (q) => findCarrierRef(q, accountId, messageId)),
    findDoubtful: (messageId) => db.tx([accountId], (q) => findDoubtfulText(q, accountId, messageId)),
    listNamed: (messageId, refs) => db.tx([accountId], (q) => listNamedRefs(q, accountId, { messageId, refs })),
    transport: twilioTransport(egress),
    clock: carrierClock,
  });
  return { carrier };
};
