import { retryOrGiveUp } from "../../inbound/queueCallbacks/callbacks.ts";
import { endCallback, listDueCallbacks } from "../../store/agents/queueCallback.ts";
import type { Database } from "../../store/database.ts";
import type { Found } from "../repeat.ts";

/**
 * Ends callbacks whose caller was reached, lets those that reached no one wait again, and gives up those that can no longer
 * be made (decision 0110). All state is in the database, so any worker continues after another has died.
 */
export async function followCallbacks(db: Database, accountIds: readonly string[]): Promise<Found> {
  const due = await db.tx(accountIds, (q) => listDueCallbacks(q, accountIds));
  for (const callback of due)
    await db.tx([callback.accountId], async (q) => {
      if (callback.is === "failed") await retryOrGiveUp(q, callback);
      else if (callback.is === "talked") await endCallback(q, callback, { state: "done", reason: null });
      else if (callback.is === "reached") await endCallback(q, callback, { state: "done", reason: "reached" });
      else await endCallback(q, callback, { state: "gaveUp", reason: callback.is });
    });
  return due.length === 0 ? "nothing" : false;
}
