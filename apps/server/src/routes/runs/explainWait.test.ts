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

describe("why a run is not sending", () => {
  const waitsFor = async (world: SmppWorld, batch: string) => {
    const connections = await db.tx([world.account], (q) => listCarrierConnections(q, world.account));
    const wait = await db.tx([world.account], (q) => findRunWait(q, world.account, batch));
    return (
      wait && explainWait({ status: await statusOf(db, world, batch), approval: null }, wait, connections, Date.now())
    );
  };

  const isFor = async (world: SmppWorld, batch: string, reason: string): Promise<boolean> =>
    (await waitsFor(world, batch))?.reason === reason;

  it("reports that the connection is down with its error", async () => {
    const world = await makeSmppWorld({}, { password: "wrong" });
    const contacts = await makeContacts(db, world, handsets(3));
    startOne();
    const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
    // It is down before it was refused: not bound yet, without an error.
    await until("its error is stored", async () => {
      const wait = await waitsFor(world, batch);
      return (
        wait?.reason === "carrier_down" &&
        /^The connection “SMSC” is down \(.+\)\. Texts are sent when it is back\.$/.test(wait.text)
      );
    });
  });

  it("reports that the connection of an RCS agent is down, which no number has", async () => {
    const world = await makeSmppWorld({}, { password: "wrong" });
    const contacts = await makeContacts(db, world, handsets(2));
    startOne();
    const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
    await until("a reason is there", () => isFor(world, batch, "carrier_down"));
    await ask(db, world, "update message set channel = 'rcs' where account_id = $1 returning 1");
    await ask(db, world, "update number set carrier = 'simulated' where account_id = $1 returning 1");
    expect((await waitsFor(world, batch))?.reason).toBe("carrier_down");
  });

  it("reports that the carrier of a call could not be reached", async () => {
    const world = await makeSmppWorld({}, { password: "wrong" });
    const contacts = await makeContacts(db, world, handsets(1));
    const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
    startOne();
    await until("a reason is there", () => isFor(world, batch, "carrier_down"));
    await ask(
      db,
      world,
      `insert into call (account_id, call_id, batch_id, direction, from_number, to_number, state, reason, carrier, plan, attempt, not_before)
       select account_id, gen_random_uuid(), batch_id, 'out', from_number, to_number, 'queued', 'carrier_unavailable', carrier, '{}', 1, now() + interval '1 hour'
       from message where account_id = $1 returning 1`,
    );
    await ask(db, world, "update message set state = 'cancelled' where account_id = $1 returning 1");
    expect((await waitsFor(world, batch))?.text).toMatch(/Calls are placed when it is back\.$/);
  });

  it("reports that all contacts wait and when the next one continues", async () => {
    const world = await makeSmppWorld();
    const contacts = await makeContacts(db, world, handsets(3));
    startOne();
    const batch = await runBatch(db, world, await makeCampaign(db, world, textWaitText(world.template)), contacts);
    await until("the first texts were sent", async () => (await acceptedOf(world, batch)) === 3);
    await until("a reason is there", () => isFor(world, batch, "contacts"));
    expect((await waitsFor(world, batch))?.until).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it("reports that sending is turned off for the account", async () => {
    const world = await makeSmppWorld();
    const contacts = await makeContacts(db, world, handsets(1));
    await ask(
      db,
      world,
      "update account set settings = settings || '{\"killSwitch\": true}' where account_id = $1 returning 1",
    );
    startOne();
    const batch = await runBatch(db, world, await makeCampaign(db, world, textWaitText(world.template)), contacts);
    await until("the reason is the kill switch", () => isFor(world, batch, "kill_switch"));
  });

  it("reports that a paused run must be started", async () => {
    const world = await makeSmppWorld({}, { password: "wrong" });
    const contacts = await makeContacts(db, world, handsets(2));
    startOne();
    const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
    await db.tx([world.account], (q) => stopBatch(q, world.account, batch, "pause"));
    expect((await waitsFor(world, batch))?.text).toBe("The run is paused. Start it to continue.");
  });
});
