import { describe, expect, it } from "vitest";
import { ask, handsets, makeCampaign, makeContacts, makeWorld, runBatch, statusOf } from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { cancelQueued } from "../../store/messages/message.ts";
import { newId } from "../../store/newId.ts";
import { listLanes } from "../../store/runs/lane.ts";
import { cancelLanes, finishLanes } from "./maintainRuns.ts";

const db = await freshDatabase({ connections: 4 });
const flow = [
  { id: 1, type: "start", children: [2] },
  { id: 2, type: "control", children: [] },
];

/** A started run of a new account whose one contact is enrolled. */
async function makeRun(done: number) {
  const world = await makeWorld(db);
  const batch = await runBatch(
    db,
    world,
    await makeCampaign(db, world, flow),
    await makeContacts(db, world, handsets(1)),
  );
  const enrolled =
    "update batch set enrolment = 'done', enrolled = 1 where account_id = $1 and batch_id = $2 returning 1";
  await ask(db, world, enrolled, [batch]);
  await ask(db, world, "update lane set enrolling = false where account_id = $1 and batch_id = $2 returning 1", [
    batch,
  ]);
  const count = "insert into batch_count (account_id, batch_id, slot, done) values ($1, $2, 0, $3) returning 1";
  await ask(db, world, count, [batch, done]);
  return { world, batch, status: () => statusOf(db, world, batch) };
}

describe("runs that have nothing left to do", () => {
  it("are all finished in one transaction, and others stay open", async () => {
    const runs = [await makeRun(1), await makeRun(1), await makeRun(0)];
    let transactions = 0;
    const counted: typeof db = {
      ...db,
      tx: (...given) => {
        transactions += 1;
        return db.tx(...given);
      },
    };
    await finishLanes(counted, await db.global(listLanes));
    expect(await Promise.all(runs.map(({ status }) => status()))).toEqual(["done", "done", "running"]);
    // on a cluster one of each account
    expect(transactions).toBe(db.claims === "together" ? 1 : runs.length);
    const open = (await db.global(listLanes)).map(({ batchId }) => batchId);
    expect(open.filter((id) => runs.some(({ batch }) => batch === id))).toEqual([runs[2]?.batch]);
  });
});

describe("the queue of a stopped run", () => {
  it("is cancelled for every carrier, also for one that is no more, and the queues of others stay", async () => {
    const { world, batch } = await makeRun(0);
    const queue = (batchId: string | null, carrier: string): Promise<unknown> =>
      ask(
        db,
        world,
        `insert into message (account_id, message_id, batch_id, direction, from_number, to_number, state, carrier)
         values ($1, $2, $3, 'out', '+12025550100', '+13035550100', 'queued', $4) returning 1`,
        [newId(), batchId, carrier],
      );
    const carriers = ["simulated", `smpp:${newId()}`, `twilio:${newId()}`];
    for (const carrier of carriers) await queue(batch, carrier);
    await queue(null, "simulated");
    await queue(newId(), carriers[1] as string);
    const cancel = (limit: number) => db.tx([world.account], (q) => cancelQueued(q, world.account, batch, limit));
    expect((await cancel(2)).length).toBe(2);
    expect((await cancel(2)).length).toBe(1);
    expect((await cancel(2)).length).toBe(0);
    const left = "select count(*)::int n from message where account_id = $1 and state = 'queued'";
    expect(await ask(db, world, left)).toEqual([{ n: 2 }]);
  });

  it("begins again when its run was started again or another worker has closed its lane", async () => {
    const lane = { accountId: newId(), enrolling: false, ignoresWindow: false, campaignId: null, version: null };
    const [again, closed] = [newId(), newId()];
    const seen = new Map([
      [again, "700"],
      [closed, "700"],
    ]);
    await cancelLanes(db, [{ ...lane, batchId: again, cancelling: false }], seen);
    expect([...seen.keys()]).toEqual([]);
  });
});
