import { describe, expect, it } from "vitest";
import {
  ask,
  handsets,
  makeCampaign,
  makeContacts,
  oneText,
  runBatch,
  statusOf,
  until,
} from "../../../test/engineWorld.ts";
import { ownSmsc, type SmppWorld } from "../../../test/ownSmsc.ts";
import { textWaitText } from "../../../test/windowedRuns.ts";

const own = await ownSmsc();
const { db, startOne, makeSmppWorld } = own;

const acceptedOf = async (world: SmppWorld, batch: string): Promise<number> =>
  (
    await ask<{ n: number }>(
      db,
      world,
      "select count(*)::int n from message where account_id = $1 and batch_id = $2 and state = 'accepted'",
      [batch],
    )
  )[0]?.n ?? 0;

describe("runs that share one SMPP connection (architecture, Journeys in PostgreSQL: fair between accounts and batches)", () => {
  it("a run whose contacts wait for a day does not hold up a run that starts after it", async () => {
    const world = await makeSmppWorld({ windowSize: 10 });
    const waiting = await makeContacts(db, world, handsets(30));
    const others = await makeContacts(db, world, handsets(30, 300));
    startOne();
    const first = await runBatch(db, world, await makeCampaign(db, world, textWaitText(world.template)), waiting);
    await until("the first texts were sent", async () => (await acceptedOf(world, first)) === 30);
    const second = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), others);
    await until("the second run is done", async () => (await statusOf(db, world, second)) === "done");
    expect(await acceptedOf(world, second)).toBe(30);
    expect(await statusOf(db, world, first)).toBe("running");
  });
});
