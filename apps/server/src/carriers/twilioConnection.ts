import type { WireAnswer, WireRequest } from "@trunkline/carriers/carrier.ts";
import type { TwilioAccount } from "@trunkline/carriers/twilio/messages.ts";
import {
  type TwilioConnectionSettings,
  twilioConnectionSettings,
} from "@trunkline/contract/carriers/twilioConnection.ts";
import type { Egress } from "../egress/egress.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { findCarrierConnection } from "../store/carriers/carrierConnection.ts";
import type { Database, Query } from "../store/database.ts";
import { passwordPlace } from "./connectionKind.ts";
import { twilioAccountOf, twilioTransport } from "./twilioKind.ts";

/** What requests to providers are sent with. */
export interface ProviderWay {
  db: Database;
  secrets: Secrets;
  egress: Egress;
}

/** A connection to a provider with the Twilio API, as it is now. */
export interface TwilioConnection {
  account: TwilioAccount;
  settings: TwilioConnectionSettings;
  send(request: WireRequest): Promise<WireAnswer>;
}

/** Reads a connection, in the transaction `within` where there is one. Null: it is gone, or its token cannot be opened. */
export async function readTwilioConnection(
  { db, secrets, egress }: ProviderWay,
  accountId: string,
  connectionId: string,
  within?: Query,
): Promise<TwilioConnection | null> {
  const find = (q: Query) => findCarrierConnection(q, accountId, connectionId);
  const row = await (within === undefined ? db.tx([accountId], find) : find(within));
  if (row?.kind !== "twilio") return null;
  try {
    const token = secrets.open(passwordPlace(accountId, connectionId), row.password);
    return {
      account: twilioAccountOf(row, token),
      settings: twilioConnectionSettings.parse(row.settings),
      send: twilioTransport(egress),
    };
  } catch {
    return null;
  }
}
