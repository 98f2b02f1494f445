import type { WireAnswer, WireRequest } from "@trunkline/carriers/carrier.ts";
import type { TelnyxAccount } from "@trunkline/carriers/telnyx/account.ts";
import {
  type TelnyxConnectionSettings,
  telnyxConnectionSettings,
} from "@trunkline/contract/carriers/telnyxConnection.ts";
import type { Query } from "../store/database.ts";
import { providerTransport } from "./providerTransport.ts";
import { type ProviderWay, readConnection } from "./readConnection.ts";
import { telnyxAccountOf } from "./telnyxKind.ts";

/** A connection to Telnyx that has calls, as it is now. */
export interface TelnyxConnection {
  account: TelnyxAccount;
  settings: TelnyxConnectionSettings;
  send(request: WireRequest): Promise<WireAnswer>;
}

/** Reads a connection, in the transaction `within` where there is one. Null: it is gone, its key cannot be opened, or it has no calls. */
export async function readTelnyxConnection(
  way: ProviderWay,
  accountId: string,
  connectionId: string,
  within?: Query,
): Promise<TelnyxConnection | null> {
  const read = await readConnection(way, "telnyx", { accountId, connectionId }, within);
  if (read === null) return null;
  const settings = telnyxConnectionSettings.parse(read.row.settings);
  if (settings.applicationId === "") return null;
  return { account: telnyxAccountOf(read.row, read.password), settings, send: providerTransport(way.egress) };
}
