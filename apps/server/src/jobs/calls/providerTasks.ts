import type { RecordingAtProvider, UserPhone } from "@trunkline/carriers/callLine.ts";
import type { SendResult } from "@trunkline/carriers/carrier.ts";
import type { ProviderWay } from "../../carriers/readConnection.ts";
import type { CallWorld } from "../../inbound/callWorld.ts";
import type { ProviderLines } from "../../inbound/providerLines.ts";
import type { ProviderCall } from "../../store/calls/providerCall.ts";
import type { SoundFile } from "./readSoundFile.ts";

/** The outcome of a request. `hears`: it was accepted, with the event for the line. `refused`: it will never be performed. */
export type Ordered = "done" | { hears: object } | "later" | "refused";

/** An open connection to the provider that has a call. */
export interface CallProvider {
  /** Gives an order, which can be repeated. */
  order(row: ProviderCall, request: object, world: CallWorld): Promise<Ordered>;
  readRecording(request: RecordingAtProvider): Promise<SoundFile>;
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
  /** The event for the line after a refused request. Null: none. */
  refused(request: object): object | null;
  /** Whether the line waits for the file of a script's record. */
  awaitsFile(line: object, request: RecordingAtProvider): boolean;
  /** What the line hears of that file once it is stored. No address: the call continues without it. */
  stored(request: RecordingAtProvider, recordingUrl: string | undefined): object;
  late(request: object): object;
  /** Since when a caller waits whom no user speaks with. Null: no caller waits. */
  waitsSince(line: object): number | null;
  userRings(user: UserPhone, callRef: string): object;
  userLost(user: UserPhone): object;
}
