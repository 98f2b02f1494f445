import { describe, expect, it } from "vitest";
import { until } from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { countLockWaits } from "../../../test/lockWaits.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";
import { applyPartReceipts, insertParts, type PartReceipt, type PartRow } from "./smpp.ts";

const db = await freshDatabase();
const accountId = newId();
const connectionId = newId();

/** A text of two parts with these ids. */
async function makeLongText(keys: readonly [string, string]): Promise<PartRow[]> {
  const messageId = newId();
  await db.tx([accountId], (q) =>
    q.run(
      `insert into message (account_id, message_id, direction, from_number, to_number, state)
       values ($1, $2, 'out', '+13037770001', '+13037770002', 'accepted')`,
      [accountId, messageId],
    ),
  );
  return keys.map((key, index) => ({
    accountId,
    messageId,
    connectionId,
    number: index + 1,
    total: 2,
    carrierRef: key,
    key,
  }));
}

const tell = async (q: Query, key: string) => {
  const receipt: PartReceipt = { accountId, connectionId, key, status: "delivered", reason: null, code: "DELIVRD" };
  return (await applyPartReceipts(q, [receipt])).written;
};

describe("receipts of a long text's parts (docs/carriers.md: delivered when each of its parts is)", () => {
  it.each([
    ["both are known", ["a1", "a2"], 2],
    ["the other part has just been answered", ["b1", "b2"], 1],
  ] as const)("of two concurrent transactions complete it: %s", async (_, keys, known) => {
    const parts = await makeLongText(keys);
    await db.tx([accountId], (q) => insertParts(q, parts.slice(0, known)));
    const second = Promise.withResolvers<Awaited<ReturnType<typeof tell>>>();
    let isOver = false;
    const first = await db.tx(
      [accountId],
      async (q) => {
        const written = await tell(q, keys[0]);
        db.tx([accountId], async (other) => {
          await insertParts(other, parts.slice(known));
          return tell(other, keys[1]);
        })
          .finally(() => {
            isOver = true;
          })
          .then(second.resolve, second.reject);
        await until(
          "the other one is over or waits for this one",
          async () => isOver || (await countLockWaits(db)) > 0,
        );
        return written;
      },
      { attempts: 1 },
    );
    const written = [...first, ...(await second.promise)];
    expect(written.map(({ messageId, status }) => [messageId, status])).toEqual([[parts[0]?.messageId, "delivered"]]);
  });
});
