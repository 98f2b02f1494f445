import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import {
  type TwilioConnectionSettings,
  twilioConnectionSettings,
} from "@trunkline/contract/carriers/twilioConnection.ts";
import { afterAll, afterEach, beforeEach } from "vitest";
import { passwordPlace } from "../src/carriers/connectionKind.ts";
import type { Config } from "../src/config/config.ts";
import { openEgress } from "../src/egress/egress.ts";
import type { Worker, WorkerParts } from "../src/program/worker.ts";
import { openSecrets } from "../src/secrets/secrets.ts";
import {
  type CarrierConnectionRow,
  carrierNameOf,
  findCarrierConnection,
  saveCarrierConnection,
} from "../src/store/carriers/carrierConnection.ts";
import { newId } from "../src/store/newId.ts";
import { type EngineWorld, makeWorld, quickWorker, until } from "./engineWorld.ts";
import { freshDatabase } from "./freshDatabase.ts";
import { testServer } from "./server.ts";
import { startTwilioServer, type TwilioServer } from "./twilioServer.ts";
import { testLimitMs } from "./waitLimit.ts";

/** An account with a connection to the provider. */
export interface ProviderWorld extends EngineWorld {
  connection: string;
}

const publicUrl = "https://trunkline.example.com";

/** A provider with the Twilio API for each test, the product's webhooks, workers that end with the test, and a database of its own. */
export async function ownProvider() {
  const masterKey = randomBytes(32);
  const secrets = openSecrets(masterKey);
  const db = await freshDatabase({ connections: 16 });
  const plain = await testServer(db);
  const config = { ...plain.api.config, publicUrl, egressAllow: ["127.0.0.0/8"] } as Config;
  const server = await testServer(db, { secrets, config });
  await server.api.app.listen({ port: 0, host: "127.0.0.1" });
  const address = `http://127.0.0.1:${(server.api.app.server.address() as AddressInfo).port}`;
  const workers: Worker[] = [];
  const authorities = getCACertificates();
  let provider: TwilioServer;
  beforeEach(async () => {
    provider = await startTwilioServer(() => address);
    setDefaultCACertificates([...authorities, provider.cert]);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await provider.stop();
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

  /** Connects an account to the provider; the connection's id. */
  async function connect(
    account: string,
    name: string,
    settings: Partial<TwilioConnectionSettings> = {},
    authToken = provider.authToken,
  ): Promise<string> {
    const connectionId = newId();
    const { hostname, port } = new URL(provider.baseUrl);
    const limits = { baseUrl: provider.baseUrl, perSecond: null, callsPerSecond: null };
    await db.tx([account], (q) =>
      saveCarrierConnection(q, account, connectionId, {
        kind: "twilio",
        name,
        host: hostname,
        port: Number(port),
        tls: true,
        systemId: provider.accountSid,
        password: secrets.seal(passwordPlace(account, connectionId), authToken),
        settings: { ...twilioConnectionSettings.parse({}), ...limits, ...settings },
      }),
    );
    return connectionId;
  }

  /** An account whose number sends by the provider. */
  async function makeProviderWorld(
    settings: Partial<TwilioConnectionSettings> = {},
    authToken = provider.authToken,
  ): Promise<ProviderWorld> {
    const world = await makeWorld(db);
    const connectionId = await connect(world.account, "Provider", settings, authToken);
    await db.tx([world.account], (q) =>
      q.run("update number set carrier = $2 where account_id = $1", [
        world.account,
        carrierNameOf({ kind: "twilio", connectionId }),
      ]),
    );
    return { ...world, connection: connectionId };
  }

  const healthOf = async (world: ProviderWorld): Promise<CarrierConnectionRow> => {
    const row = await db.tx([world.account], (q) => findCarrierConnection(q, world.account, world.connection));
    if (row === null) throw new Error("the connection is gone");
    return row;
  };

  const call = (world: ProviderWorld, from: string, to: string) => {
    const at = `${publicUrl}/carriers/twilio/${world.account}/${world.connection}/calls`;
    return provider.ring(from, to, { calls: at, callStatus: `${at}/status` });
  };

  return {
    db,
    server,
    /** Opens the tokens of its connections. */
    masterKey: masterKey.toString("hex"),
    /** Adds another connection to an account; its id. */
    connectAlso: ({ account }: ProviderWorld, settings: Partial<TwilioConnectionSettings> = {}, name = "Other") =>
      connect(account, name, settings),
    /** A call from a phone to the account's number. */
    call,
    publicUrl,
    /** The one of this test. */
    get provider() {
      return provider;
    },
    startOne,
    makeProviderWorld,
    healthOf,
    bound: (world: ProviderWorld) => until("it is bound", async () => (await healthOf(world)).state === "bound"),
    /** A text from a phone to the account's number. */
    receive: (world: ProviderWorld, from: string, to: string, fields: Record<string, string>, signature?: string) =>
      provider.post(
        `${publicUrl}/carriers/twilio/${world.account}/${world.connection}/messages`,
        { AccountSid: provider.accountSid, From: from, To: to, NumMedia: "0", ...fields },
        signature,
      ),
  };
}
