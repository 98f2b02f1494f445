import { notifyPhone } from "../../inbound/callers.ts";
import { closeSilentPhones } from "../../store/agents/phone.ts";
import type { Database } from "../../store/database.ts";

/** Detects closed browsers: a phone that sends nothing for 30 seconds is offline (decision 0038). */
export const closePhones = (db: Database, accountIds: readonly string[]): Promise<boolean> =>
  db.tx(accountIds, async (q) => {
    for (const { accountId, userId, name } of await closeSilentPhones(q, accountIds))
      await notifyPhone(q, accountId, userId, name, "offline");
    return false;
  });
