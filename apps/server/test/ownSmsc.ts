import { randomBytes } from "node:crypto";
import { type SmppConnectionSettings, smppConnectionSettings } from "@trunkline/contract/carriers/smppConnection.ts";
import { afterEach, beforeEach } from "vitest";
import { passwordPlace } from "../src/carriers/connectionKind.ts";
import { openEgress } from "../src/egress/egress.ts";
import type { Worker } from "../src/program/worker.ts";
import { openSecrets } from "../src/secrets/secrets.ts";
import {
  type CarrierConnectionRow,
  carrierNameOf,
  findCarrierConnection,
  saveCarrierConnection,
} from "../src/store/carriers/carrierConnection.ts";
import { newId } from "../src/store/newId.ts";
import {
  ask,
  type EngineWorld,
  makeCampaign,
  makeContacts,
  makeWorld,
  oneText,
  quickWorker,
  runBatch,
  statusOf,
  until,
} from "./engineWorld.ts";
import { freshDatabase } from "./freshDatabase.ts";
import { type SentText, sentTexts } from "./sentTexts.ts";
import { type Smsc, startSmsc } from "./smsc.ts";
import { testLimitMs, waitLimitMs } from "./waitLimit.ts";

/** An account with a connection to the SMSC. */
export interface SmppWorld extends EngineWorld {
  connection: string;
}

/** An SMSC for each test, workers that end with it, and a database of its own: what a file about carriers by SMPP asks and does there. */
export async function ownSmsc() {
  const secrets = openSecrets(randomBytes(32));
  const db = await freshDatabase({ connections: 16 });
  const workers: Worker[] = [];
  let smsc: Smsc;
  beforeEach(async () => {
    smsc = await startSmsc();
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await smsc.stop();
  });

  const startOne = (): Worker => {
    const worker = quickWorker(db, {
      secrets,
      egress: openEgress({ allow: ["127.0.0.0/8"] }),
      // what is in doubt stays so until the test ends it
      unknownAfterMs: testLimitMs,
      connections: {
        answerWithinMs: waitLimitMs,
        reconnectMs: 20,
        restMs: 20,
        graceMs: 300,
        partsMs: 60_000,
        pollEveryMs: 100,
      },
    });
    workers.push(worker);
    return worker;
  };

  /** An account whose number sends by the SMSC. */
  async function makeSmppWorld(
    settings: Partial<SmppConnectionSettings> = {},
    { password = "secret", tls = false } = {},
  ): Promise<SmppWorld> {
    const world = await makeWorld(db);
    const connection = newId();
    await db.tx([world.account], async (q) => {
      await saveCarrierConnection(q, world.account, connection, {
        kind: "smpp",
        name: "SMSC",
        host: "127.0.0.1",
        port: smsc.port,
        tls,
        systemId: "us",
        password: secrets.seal(passwordPlace(world.account, connection), password),
        settings: { ...smppConnectionSettings.parse({}), perSecond: null, ...settings },
      });
      await q.run("update number set carrier = $2 where account_id = $1", [
        world.account,
        carrierNameOf({ kind: "smpp", connectionId: connection }),
      ]);
    });
    return { ...world, connection };
  }

  const healthOf = async (world: SmppWorld): Promise<CarrierConnectionRow> => {
    const row = await db.tx([world.account], (q) => findCarrierConnection(q, world.account, world.connection));
    if (row === null) throw new Error("the connection is gone");
    return row;
  };
  const bound = (world: SmppWorld) => until("it is bound", async () => (await healthOf(world)).state === "bound");

  async function runTo(world: SmppWorld, phones: readonly string[]): Promise<void> {
    const contacts = await makeContacts(db, world, phones);
    const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
  }

  const sentOf = (world: EngineWorld) => sentTexts(db, world);

  /** A run that leaves some of its texts in doubt: once all others are settled, so much time passes that these are unknown. */
  async function runToDoubt(
    world: SmppWorld,
    phones: readonly string[],
    staysInDoubt: (phone: string) => boolean,
  ): Promise<void> {
    await Promise.all([runTo(world, phones), endDoubt(world, phones.length, staysInDoubt)]);
  }

  async function endDoubt(world: SmppWorld, count: number, staysInDoubt: (phone: string) => boolean): Promise<void> {
    const isSettled = ({ phone, state }: SentText) => state === (staysInDoubt(phone) ? "in_doubt" : "accepted");
    await until("only what the SMSC keeps to itself is in doubt", async () => {
      const rows = await sentOf(world);
      return rows.length === count && rows.every(isSettled);
    });
    await ask(
      db,
      world,
      `update message set submitted = submitted - $2 * interval '1 ms', updated = updated - $2 * interval '1 ms'
       where account_id = $1 and state = 'in_doubt' returning 1`,
      [2 * testLimitMs],
    );
  }

  const textOf = (world: EngineWorld, text: string) =>
    ask(db, world, "update sms_template set text = $2 where account_id = $1 returning 1", [text]);

  const quiet = async (world: EngineWorld, sent: number) =>
    until("every receipt has come", async () => {
      const rows = await sentOf(world);
      return rows.length === sent && rows.every((row) => row.state !== "accepted" || row.receipt !== null);
    });

  return {
    db,
    secrets,
    workers,
    /** The one of this test. */
    get smsc() {
      return smsc;
    },
    /** Another one in its place, that asks for TLS. */
    async restartSmsc(certificate: Parameters<typeof startSmsc>[0]): Promise<void> {
      await smsc.stop();
      smsc = await startSmsc(certificate);
    },
    startOne,
    makeSmppWorld,
    healthOf,
    bound,
    runTo,
    runToDoubt,
    sentOf,
    textOf,
    quiet,
  };
}
