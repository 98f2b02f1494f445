import type { VoiceCarrier } from "@trunkline/carriers/carrier.ts";
import type { ProviderWay } from "../../carriers/readConnection.ts";
import type { Query } from "../../store/database.ts";

/** A connection whose numbers place calls. */
export interface VoicePlace {
  accountId: string;
  connectionId: string;
  /** How calls name it. */
  name: string;
  publicUrl: string;
}

/** Opens a connection to place calls. Null: it is gone or cannot be used. */
export type OpenVoice = (way: ProviderWay, place: VoicePlace, q?: Query) => Promise<VoiceCarrier | null>;
