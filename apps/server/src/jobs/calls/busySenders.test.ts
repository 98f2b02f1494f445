import { describe, expect, it } from "vitest";
import { insertAnyRow } from "../../../test/anyRow.ts";
import { makeWorld } from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import type { DatabaseOptions } from "../../store/database.ts";
import { busySenders } from "./busySenders.ts";

// The jobs of calls and receipts ask only accounts that have something for them.

describe.each<[string, DatabaseOptions]>([
  ["the claims of this server", {}],
  ["claims of one account at a time, as on a cluster", { claims: "byAccount" }],
])("with %s", async (_, options) => {
  const db = await freshDatabase(options);
  const idle = (await makeWorld(db)).account;

  it.each([
    ["a caller who waits", "caller", null],
    ["a phone that rings for a call that its user placed", "call_offer", "kind = 'person', state = 'ringing'"],
    ["a call without an outcome", "call_offer", "default_outcome = 'Other'"],
    ["a request to a call script", "call_task", null],
    ["a callback", "queue_callback", null],
    ["a phone in a browser", "agent_presence", "seen = now()"],
    ["a simulated call", "simulator_call", "owed_at = now()"],
    ["a receipt that is due", "simulator_message", "owed_at = now()"],
  ])("finds an account with %s, and not an idle one", async (_what, table, change) => {
    const { account } = await makeWorld(db);
    const senders = busySenders(db, async () => [idle, account]);
    await insertAnyRow(db, table, account);
    if (change !== null)
      await db.tx([account], (q) => q.run(`update ${table} set ${change} where account_id = $1`, [account]));
    expect(await senders()).toEqual([account]);
  });
});
