import type { RecordingAtProvider, UserPhone } from "@trunkline/carriers/callLine.ts";
import type { SendResult } from "@trunkline/carriers/carrier.ts";
import type { ProviderWay } from "../../carriers/readConnection.ts";
import type { CallWorld } from "../../inbound/callWorld.ts";
import type { ProviderLines } from "../../inbound/providerLines.ts";
import type { ProviderCall } from "../../store/calls/providerCall.ts";

/** What became of an order. `hears`: it is done, and what the line hears of it. `refused`: it will never be carried out. */
export type Ordered = "done" | { hears: object } | "later" | "refused";

/** An open connection to the provider that has a call. */
export interface CallProvider {
  /** Gives an order, which can be repeated. */
  order(row: ProviderCall, request: object, world: CallWorld): Promise<Ordered>;
  /** The file of a recording. Null: it is not there, or not yet. */
  readRecording(request: RecordingAtProvider): Promise<Buffer | null>;
  /** The order that deletes a stored recording there. Null: it is kept. */
  deletes(request: RecordingAtProvider): object | null;
  /** Calls the phone of a user who answered. */
  ringUser(row: ProviderCall, user: UserPhone, world: CallWorld): Promise<SendResult>;
}

/** How a kind of provider does what the lines of its calls ask for. */
export interface ProviderTasks {
  lines: Pick<ProviderLines<object, object>, "report">;
  /** Opens the connection of a call. Null: it is gone, or cannot be used. */
  open(way: ProviderWay, accountId: string, connectionId: string): Promise<CallProvider | null>;
  /** What the line hears of an order that was refused. Null: nothing. */
  refused(request: object): object | null;
  /** What the line hears of a stored recording of a script's record. No address: it could not be had. */
  stored(request: RecordingAtProvider, recordingUrl: string | undefined): object;
  late(request: object): object;
  /** Since when a caller waits whom no user speaks with. Null: no caller waits. */
  waitsSince(line: object): number | null;
  userRings(user: UserPhone, callRef: string): object;
  userLost(user: UserPhone): object;
}
