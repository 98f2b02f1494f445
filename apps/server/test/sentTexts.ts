import type { Database } from "../src/store/database.ts";
import { ask, type EngineWorld } from "./engineWorld.ts";

/** An outgoing text as it is stored. */
export interface SentText {
  phone: string;
  state: string;
  receipt: string | null;
  reason: string | null;
  /** The carrier's own id. */
  ref: string | null;
  attempt: number;
}

/** The outgoing texts of an account, oldest first. */
export const sentTexts = (db: Database, world: EngineWorld): Promise<SentText[]> =>
  ask<SentText>(
    db,
    world,
    `select to_number phone, state, receipt, reason, carrier_ref ref, attempt from message
     where account_id = $1 and direction = 'out' order by message_id`,
  );
