import { openRbmCarrier } from "@trunkline/carriers/rbm/rbmCarrier.ts";
import { rbmConnectionSettings } from "@trunkline/contract/carriers/rbmConnection.ts";
import { carrierClock } from "../../carriers/carrierClock.ts";
import { providerTransport } from "../../carriers/providerTransport.ts";
import { rbmAgentOf, readRbmSecret } from "../../carriers/rbmKind.ts";
import { findSendable } from "../../store/messages/doubt.ts";
import { findCarrierRef } from "../../store/messages/receipt.ts";
import { type OpenConnection, problemWords } from "./connectionOpener.ts";

/** Opens an agent at Google RCS Business Messaging. What Google reports comes by its webhook. */
export const openRbm: OpenConnection = ({ db, accountId, name, row, password, egress }) => {
  const { trafficType, ttlHours, perSecond, windowSize } = rbmConnectionSettings.parse(row.settings);
  const carrier = openRbmCarrier({
    name,
    accountId,
    agent: rbmAgentOf(row),
    serviceAccount: readRbmSecret(password.text).serviceAccount,
    problem: problemWords(password.problem),
    trafficType,
    ttlSeconds: ttlHours * 3_600,
    perSecond,
    window: windowSize,
    findNamed: (messageId) => db.tx([accountId], (q) => findCarrierRef(q, accountId, messageId)),
    findSent: (messageId) => db.tx([accountId], (q) => findSendable(q, accountId, messageId)),
    transport: providerTransport(egress),
    clock: carrierClock,
  });
  return { carrier };
};
