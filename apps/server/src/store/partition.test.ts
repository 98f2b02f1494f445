import { expect, it } from "vitest";
import { until } from "../../test/engineWorld.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { countLockWaits } from "../../test/lockWaits.ts";
import { insertAccount } from "./identity/account.ts";
import { newId } from "./newId.ts";
import { insertPartitions } from "./partition.ts";

const db = await freshDatabase();

it("leaves a month in the default partition whose first row is being written while the partition is made", async () => {
  const account = await db.global((q) => insertAccount(q, { name: "Writer", settings: {} }));
  const making = Promise.withResolvers<string[]>();
  let isOver = false;
  await db.tx(
    [account],
    async (q) => {
      await q.run(
        `insert into message (account_id, message_id, direction, from_number, to_number, state)
         values ($1, $2, 'out', '+12025550100', '+12065550170', 'queued')`,
        [account, newId()],
      );
      db.owner((owner) => insertPartitions(owner, 1))
        .finally(() => {
          isOver = true;
        })
        .then(making.resolve, making.reject);
      await until("the partition is made or waits for this row", async () => isOver || (await countLockWaits(db)) > 0);
    },
    { attempts: 1 },
  );
  const now = new Date();
  const name = (months: number) =>
    `message_${new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months)).toISOString().slice(0, 7).replace("-", "")}`;
  const made = await making.promise;
  expect([name(0), name(1)].map((one) => made.includes(one))).toEqual([false, true]);
});
