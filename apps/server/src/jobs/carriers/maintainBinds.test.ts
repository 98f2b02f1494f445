import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { describe, expect, it } from "vitest";
import { makeCertificate } from "../../../test/certificate.ts";
import {
  ask,
  handsets,
  makeCampaign,
  makeContacts,
  oneText,
  quickWorker,
  runBatch,
  statusOf,
  type TestNode,
  until,
} from "../../../test/engineWorld.ts";
import { ownSmsc } from "../../../test/ownSmsc.ts";
import {
  findCarrierConnection,
  rebindCarrierConnection,
  saveCarrierConnection,
} from "../../store/carriers/carrierConnection.ts";
import { newId } from "../../store/newId.ts";

const own = await ownSmsc();
const { db, secrets, workers, startOne, makeSmppWorld, healthOf, bound, runTo, sentOf, textOf } = own;

describe("the bind (docs/carriers.md)", () => {
  it("is one worker's at a time, and another's when that one ends", async () => {
    const world = await makeSmppWorld();
    const first = startOne();
    await bound(world);
    startOne();
    await runTo(world, handsets(6, 500));
    expect([own.smsc.binds, own.smsc.bound]).toEqual([1, 1]);
    await first.stop();
    workers.splice(workers.indexOf(first), 1);
    await until("the other one binds", async () => own.smsc.binds === 2 && own.smsc.bound === 1);
    await runTo(world, handsets(6, 520));
    expect(own.smsc.taken).toHaveLength(12);
  });

  it("is taken over when its holder has died, and bound again when its connection is changed", async () => {
    const world = await makeSmppWorld();
    await db.global((q) =>
      q.run("update carrier_bind set worker = $2, held_until = now() + interval '1 second' where connection_id = $1", [
        world.connection,
        newId(),
      ]),
    );
    startOne();
    await bound(world);
    await db.tx([world.account], async (q) => {
      const row = await findCarrierConnection(q, world.account, world.connection);
      if (row) await saveCarrierConnection(q, world.account, world.connection, { ...row, systemId: "changed" });
    });
    await until("it binds again", async () => own.smsc.binds === 2 && own.smsc.bound === 1);
    expect(own.smsc.systemIds).toEqual(["us", "changed"]);
  });

  it("a change in the middle of a run loses nothing and sends nothing twice", async () => {
    const world = await makeSmppWorld({ windowSize: 5 });
    const phones = handsets(60, 600);
    own.smsc.does = () => "slow";
    startOne();
    const contacts = await makeContacts(db, world, phones);
    const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
    for (const systemId of ["second", "third"]) {
      const before = own.smsc.taken.length;
      await until(
        "some have gone out",
        async () => own.smsc.taken.length > before + 5 || own.smsc.taken.length === phones.length,
      );
      const row = await healthOf(world);
      await db.tx([world.account], (q) =>
        saveCarrierConnection(q, world.account, world.connection, { ...row, systemId }),
      );
      // two changes that the worker reads at once would be one
      await until("it binds again", async () => own.smsc.systemIds.at(-1) === systemId);
    }
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect((await sentOf(world)).filter((row) => row.state !== "accepted")).toEqual([]);
    expect(own.smsc.taken.map(({ to }) => `+${to}`).sort()).toEqual([...phones].sort());
    expect(own.smsc.systemIds).toEqual(["us", "second", "third"]);
  });

  it("places no calls, and says so on the call (docs/carriers.md)", async () => {
    const world = await makeSmppWorld();
    startOne();
    const contacts = await makeContacts(db, world, ["+13037770999"]);
    const call = {
      id: 2,
      type: "call",
      children: [3],
      answerAction: "textToSpeech",
      textToSpeechVoice: "en-us-standard-male-1",
      textToSpeechText: "Hello",
      audioTimeout: 3,
      dtmfActions: [],
      ifMachine: "continue",
    };
    const nodes: TestNode[] = [{ id: 1, type: "start", children: [2] }, call, { id: 3, type: "control", children: [] }];
    const batch = await runBatch(db, world, await makeCampaign(db, world, nodes), contacts);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect(await ask(db, world, "select state, reason from call where account_id = $1")).toEqual([
      { state: "rejected", reason: "carrier_no_calls" },
    ]);
  });

  it("says why there is none, keeps its texts in the queue, and sends them once it is there", async () => {
    const world = await makeSmppWorld({}, { password: "wrong" });
    startOne();
    const contacts = await makeContacts(db, world, handsets(2, 540));
    const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
    await until("it is reported", async () => (await healthOf(world)).error !== null);
    expect((await healthOf(world)).error).toBe("the password is wrong (ESME_RINVPASWD)");
    expect((await sentOf(world)).every((row) => row.state === "queued" && row.attempt === 0)).toBe(true);
    own.smsc.password = "wrong";
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect((await sentOf(world)).map((row) => row.state)).toEqual(["accepted", "accepted"]);
    await until("the success is reported", async () => (await healthOf(world)).successAt !== null);

    // bound again by hand: earlier reports outlive the bind
    const { binds } = own.smsc;
    await db.tx([world.account], (q) => rebindCarrierConnection(q, world.account, world.connection));
    await until("it binds again", async () => own.smsc.binds > binds && own.smsc.bound === 1);
    await bound(world);
    const { error, successAt } = await healthOf(world);
    expect(error).toBe("the password is wrong (ESME_RINVPASWD)");
    expect(successAt).not.toBeNull();
  });

  it("is not made to an address of this machine or network, unless the operator allows it", async () => {
    const world = await makeSmppWorld();
    workers.push(quickWorker(db, { secrets, connections: { pollEveryMs: 100 } }));
    await until("it is reported", async () => (await healthOf(world)).error !== null);
    expect((await healthOf(world)).error).toContain("TRUNKLINE_EGRESS_ALLOW");
    expect(own.smsc.binds).toBe(0);
  });

  it("is encrypted if the connection uses TLS, and refused if the certificate is not trusted", async () => {
    const certificate = makeCertificate();
    await own.restartSmsc(certificate);
    const world = await makeSmppWorld({}, { tls: true });
    startOne();
    const contacts = await makeContacts(db, world, handsets(2, 560));
    const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
    await until("it is reported", async () => (await healthOf(world)).error !== null);
    expect((await healthOf(world)).error).toContain("certificate");
    expect(own.smsc.binds).toBe(0);
    expect((await sentOf(world)).every((row) => row.state === "queued" && row.attempt === 0)).toBe(true);
    // an operator whose carrier has an authority of its own makes it known to the program
    const authorities = getCACertificates();
    try {
      setDefaultCACertificates([...authorities, certificate.cert]);
      await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    } finally {
      setDefaultCACertificates(authorities);
    }
    expect((await sentOf(world)).map((row) => row.state)).toEqual(["accepted", "accepted"]);
    expect(own.smsc.taken.map(({ to }) => `+${to.replace("+", "")}`).sort()).toEqual(handsets(2, 560).sort());
  });

  it("sends no more segments a second than the connection says, over all its texts and workers", async () => {
    const perSecond = 8;
    const world = await makeSmppWorld({ perSecond });
    startOne();
    startOne();
    await textOf(world, "x".repeat(200));
    await bound(world);
    await runTo(world, handsets(8, 580));
    const segments = 16;
    expect(own.smsc.taken).toHaveLength(segments);
    const [row] = await ask<{ seconds: number }>(
      db,
      world,
      `select extract(epoch from max(submitted) - min(submitted))::float8 seconds from message
       where account_id = $1 and direction = 'out' and state = 'accepted'`,
    );
    // a slower machine takes longer; a quicker one may send a quarter of a second ahead, twice when the bucket is new
    const ahead = 2 * Math.ceil(perSecond / 4) + 2;
    expect(row?.seconds).toBeGreaterThan((segments - ahead) / perSecond);
  });
});
