import type { ConnectionCarrier } from "@trunkline/carriers/carrier.ts";
import type { Egress } from "../../egress/egress.ts";
import type { CarrierConnectionRow } from "../../store/carriers/carrierConnection.ts";
import type { Database } from "../../store/database.ts";

/** What a connection is opened with. */
interface OpenPlace {
  db: Database;
  accountId: string;
  /** How numbers and texts name it. */
  name: string;
  row: CarrierConnectionRow;
  /** The opened secret, and why it could not be opened. */
  password: { text: string; problem: unknown };
  slot: number;
  egress: Egress;
  publicUrl: string;
  timeouts: ConnectionTimeouts;
  failed(error: unknown): void;
}

/** An open connection. */
export interface OpenedConnection {
  carrier: ConnectionCarrier;
  /** Applies what was stored when it arrived and could not be applied at once. Missing where nothing waits. */
  applyReceived?(): Promise<void>;
}

/** Opens a connection. */
export type OpenConnection = (place: OpenPlace) => OpenedConnection;

/** Why a secret could not be opened, in words. Null: it could. */
export function problemWords(problem: unknown): string | null {
  if (problem === null) return null;
  return problem instanceof Error ? problem.message : String(problem);
}

/** Time limits, which tests shorten. */
export interface ConnectionTimeouts {
  answerWithinMs?: number;
  reconnectMs?: number;
  restMs?: number;
  /** Until a receipt that names no known id is compared with texts in doubt. */
  graceMs?: number;
  /** Until a text is taken without the parts that are missing. */
  partsMs?: number;
  /** Between two looks at what is saved and what was brought. */
  pollEveryMs?: number;
}
