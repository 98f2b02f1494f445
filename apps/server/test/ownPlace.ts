import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, beforeEach } from "vitest";
import type { Config } from "../src/config/config.ts";
import { openEgress } from "../src/egress/egress.ts";
import type { Worker } from "../src/program/worker.ts";
import type { WorkerParts } from "../src/program/workerParts.ts";
import { openSecrets } from "../src/secrets/secrets.ts";
import { quickWorker } from "./engineWorld.ts";
import { freshDatabase } from "./freshDatabase.ts";
import { testServer } from "./server.ts";
import { testLimitMs } from "./waitLimit.ts";

const publicUrl = "https://trunkline.example.com";

/** A stand-in for a provider for each test, the product's webhooks, workers that end with the test, and a database. */
export async function ownPlace<Provider extends { cert: string; stop(): Promise<void> }>(
  start: (address: () => string) => Promise<Provider>,
) {
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
  let provider: Provider;
  beforeEach(async () => {
    provider = await start(() => address);
    // a file can have places of several providers
    setDefaultCACertificates([...getCACertificates(), provider.cert]);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await provider.stop();
    setDefaultCACertificates(authorities);
  });

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

  return {
    db,
    server,
    secrets,
    masterKey: masterKey.toString("hex"),
    publicUrl,
    startOne,
    /** The one of this test. */
    get provider() {
      return provider;
    },
  };
}
