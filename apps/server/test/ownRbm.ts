import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { type RbmConnectionSettings, rbmConnectionSettings } from "@trunkline/contract/carriers/rbmConnection.ts";
import type { AccountSettings } from "@trunkline/contract/identity/account.ts";
import type { RcsContent } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { afterAll, afterEach, beforeEach } from "vitest";
import { passwordPlace } from "../src/carriers/connectionKind.ts";
import type { Config } from "../src/config/config.ts";
import { openEgress } from "../src/egress/egress.ts";
import type { Worker, WorkerParts } from "../src/program/worker.ts";
import { openSecrets } from "../src/secrets/secrets.ts";
import {
  type CarrierConnectionRow,
  findCarrierConnection,
  saveCarrierConnection,
} from "../src/store/carriers/carrierConnection.ts";
import { newId } from "../src/store/newId.ts";
import { insertRcsAgent, insertRcsTemplate } from "../src/store/templates/rcs.ts";
import { type EngineWorld, makeWorld, quickWorker } from "./engineWorld.ts";
import { freshDatabase } from "./freshDatabase.ts";
import { type RbmServer, startRbmServer } from "./rbmServer.ts";
import { testServer } from "./server.ts";
import { testLimitMs } from "./waitLimit.ts";

/** An account with an RCS agent that sends through Google, and a simulated number. */
export interface RbmWorld extends EngineWorld {
  connection: string;
  webhook: string;
}

const publicUrl = "https://trunkline.example.com";

/** A stand-in for Google for each test, the product's webhooks, workers that end with the test, and a database. */
export async function ownRbm() {
  const secrets = openSecrets(randomBytes(32));
  const db = await freshDatabase({ connections: 16 });
  const plain = await testServer(db);
  const config = { ...plain.api.config, publicUrl, egressAllow: ["127.0.0.0/8"] } as Config;
  const server = await testServer(db, { secrets, config });
  await server.api.app.listen({ port: 0, host: "127.0.0.1" });
  const address = `http://127.0.0.1:${(server.api.app.server.address() as AddressInfo).port}`;
  const workers: Worker[] = [];
  const authorities = getCACertificates();
  let google: RbmServer;
  beforeEach(async () => {
    google = await startRbmServer(() => address);
    setDefaultCACertificates([...authorities, google.cert]);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await google.stop();
  });
  afterAll(() => setDefaultCACertificates(authorities));

  const startOne = (parts: Partial<WorkerParts> = {}): Worker => {
    const worker = quickWorker(db, {
      secrets,
      egress: openEgress({ allow: ["127.0.0.0/8"] }),
      publicUrl,
      // what is in doubt stays so until the test ends it
      unknownAfterMs: testLimitMs,
      connections: { pollEveryMs: 100 },
      ...parts,
    });
    workers.push(worker);
    return worker;
  };

  /** An account whose agent `the_shop` sends the message `spring_offer` through Google. */
  async function makeRbmWorld(
    content: RcsContent,
    {
      account = {},
      connection = {},
      clientToken = google.clientToken,
    }: {
      account?: Partial<AccountSettings>;
      connection?: Partial<RbmConnectionSettings>;
      clientToken?: string;
    } = {},
  ): Promise<RbmWorld> {
    const world = await makeWorld(db, account);
    const connectionId = newId();
    const { hostname, port } = new URL(google.baseUrl);
    await db.tx([world.account], async (q) => {
      await saveCarrierConnection(q, world.account, connectionId, {
        kind: "rbm",
        name: "Google",
        host: hostname,
        port: Number(port),
        tls: true,
        systemId: google.agentId,
        password: secrets.seal(
          passwordPlace(world.account, connectionId),
          JSON.stringify({ serviceAccount: google.keyFile, clientToken }),
        ),
        settings: { ...rbmConnectionSettings.parse({}), baseUrl: google.baseUrl, perSecond: null, ...connection },
      });
      await insertRcsAgent(q, world.account, {
        agentId: "the_shop",
        name: "The Shop",
        description: "",
        logoUrl: null,
        connectionId,
      });
      await insertRcsTemplate(q, world.account, "spring_offer", content);
    });
    return {
      ...world,
      connection: connectionId,
      webhook: `${publicUrl}/carriers/rbm/${world.account}/${connectionId}`,
    };
  }

  const healthOf = async (world: RbmWorld): Promise<CarrierConnectionRow> => {
    const row = await db.tx([world.account], (q) => findCarrierConnection(q, world.account, world.connection));
    if (row === null) throw new Error("the connection is gone");
    return row;
  };

  return {
    db,
    server,
    /** The one of this test. */
    get google() {
      return google;
    },
    startOne,
    makeRbmWorld,
    healthOf,
  };
}
