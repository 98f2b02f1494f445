import { describe, expect, it } from "vitest";
import { ask, handsets, makeCampaign, makeContacts, runBatch, statusOf, until } from "../../../test/engineWorld.ts";
import { oneText, ownSmsc, type SmppWorld } from "../../../test/ownSmsc.ts";
import { textWaitText } from "../../../test/windowedRuns.ts";
import { listCarrierConnections } from "../../store/carriers/carrierConnection.ts";
import { stopBatch } from "../../store/runs/batch.ts";
import { findRunWait } from "../../store/runs/runWait.ts";
import { explainWait } from "./explainWait.ts";

const { db, startOne, makeSmppWorld } = await ownSmsc();

const acceptedOf = async (world: SmppWorld, batch: string): Promise<number> =>
  (
    await ask<{ n: number }>(
      db,
      world,
      "select count(*)::int n from message where account_id = $1 and batch_id = $2 and state = 'accepted'",
      [batch],
    )
  )[0]?.n ?? 0;

describe("why nothing of a run leaves", () => {
  const waitsFor = async (world: SmppWorld, batch: string) => {
    const connections = await db.tx([world.account], (q) => listCarrierConnections(q, world.account));
    const wait = await db.tx([world.account], (q) => findRunWait(q, world.account, batch));
    return wait && explainWait(await statusOf(db, world, batch), wait, connections, Date.now());
  };

  it("says that the connection is down, and with which error", async () => {
    const world = await makeSmppWorld({}, { password: "wrong" });
    const contacts = await makeContacts(db, world, handsets(3));
    startOne();
    const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
    await until("a reason is there", async () => (await waitsFor(world, batch))?.reason === "carrier_down");
    expect((await waitsFor(world, batch))?.text).toMatch(
      /^The connection “SMSC” is down \(.+\)\. Texts leave when it is back\.$/,
    );
  });

  it("says that all contacts wait, and when the next one continues", async () => {
    const world = await makeSmppWorld();
    const contacts = await makeContacts(db, world, handsets(3));
    startOne();
    const batch = await runBatch(db, world, await makeCampaign(db, world, textWaitText(world.template)), contacts);
    await until("the first texts have left", async () => (await acceptedOf(world, batch)) === 3);
    await until("a reason is there", async () => (await waitsFor(world, batch))?.reason === "contacts");
    expect((await waitsFor(world, batch))?.until).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it("says that sending is switched off for the account", async () => {
    const world = await makeSmppWorld();
    const contacts = await makeContacts(db, world, handsets(1));
    await ask(
      db,
      world,
      "update account set settings = settings || '{\"killSwitch\": true}' where account_id = $1 returning 1",
    );
    startOne();
    const batch = await runBatch(db, world, await makeCampaign(db, world, textWaitText(world.template)), contacts);
    await until("a reason is there", async () => (await waitsFor(world, batch)) !== null);
    expect((await waitsFor(world, batch))?.reason).toBe("kill_switch");
  });

  it("says that a paused run waits to be started", async () => {
    const world = await makeSmppWorld({}, { password: "wrong" });
    const contacts = await makeContacts(db, world, handsets(2));
    startOne();
    const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
    await db.tx([world.account], (q) => stopBatch(q, world.account, batch, "pause"));
    expect((await waitsFor(world, batch))?.text).toBe("The run is paused. Start it to continue.");
  });
});
