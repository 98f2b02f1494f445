import type { WireAnswer, WireRequest } from "@trunkline/carriers/carrier.ts";
import type { TwilioAccount } from "@trunkline/carriers/twilio/messages.ts";
import {
  type TwilioConnectionSettings,
  twilioConnectionSettings,
} from "@trunkline/contract/carriers/twilioConnection.ts";
import type { Query } from "../store/database.ts";
import { type ProviderWay, readConnection } from "./readConnection.ts";
import { twilioAccountOf, twilioTransport } from "./twilioKind.ts";

/** A connection to a provider with the Twilio API, as it is now. */
export interface TwilioConnection {
  account: TwilioAccount;
  settings: TwilioConnectionSettings;
  send(request: WireRequest): Promise<WireAnswer>;
}

/** Reads a connection, in the transaction `within` where there is one. Null: it is gone, or its token cannot be opened. */
export async function readTwilioConnection(
  way: ProviderWay,
  accountId: string,
  connectionId: string,
  within?: Query,
): Promise<TwilioConnection | null> {
  const read = await readConnection(way, "twilio", { accountId, connectionId }, within);
  if (read === null) return null;
  return {
    account: twilioAccountOf(read.row, read.password),
    settings: twilioConnectionSettings.parse(read.row.settings),
    send: twilioTransport(way.egress),
  };
}
