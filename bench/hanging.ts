import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { openEgress } from "../apps/server/src/egress/egress.ts";
import { enrolBatch } from "../apps/server/src/jobs/runs/enrolBatch.ts";
import { startWorker } from "../apps/server/src/program/worker.ts";
import { openSecrets } from "../apps/server/src/secrets/secrets.ts";
import type { Database } from "../apps/server/src/store/database.ts";
import { newConnectionId, saveConnection } from "../apps/server/src/store/webhooks/connection.ts";
import { insertWebhook } from "../apps/server/src/store/webhooks/webhook.ts";
import { enrolStarts, type Lateness } from "./due.ts";
import { makeContacts, makeScene, type Scene, saveWorkflow, startOverAll } from "./scene.ts";

/** Accounts whose webhooks hang, the measured one among them: together they fill all that may be under way at once. */
const accounts = 4;
/** Starts ten milliseconds apart for both measurements and the time between. */
const contacts = 7_000;
/** As many calls as a worker has under way at once. */
const most = 250;

interface Figures {
  idle: Lateness;
  hanging: Lateness;
  /** Calls that hung while it was measured. */
  underWay: number;
}

/** A whole worker on a machine with nothing else to do, and with so many receivers that take every call and never answer. */
export async function measureHanging(
  db: Database,
  { receivers, samples }: { receivers: number; samples: number },
): Promise<Figures> {
  const scenes: Scene[] = [];
  for (let index = 0; index < accounts; index++) {
    const scene = await makeScene(db, 20 + index);
    await makeContacts(db, scene.account, index === 0 ? contacts : contacts / 10);
    scenes.push(scene);
  }
  const [measured] = scenes as [Scene];
  const hung = await Promise.all(Array.from({ length: receivers }, startHung));
  const starts = await enrolStarts(db, measured);
  let enough = (): void => {};
  const worker = startWorker({
    db,
    egress: openEgress({ allow: ["127.0.0.1/32"] }),
    secrets: openSecrets(randomBytes(32)),
    claimed(result, _, lanes) {
      let moved = 0;
      for (const [index, lane] of lanes.entries())
        if (lane.batchId === starts.batchId) moved += result.perLane[index] ?? 0;
      if (moved > 0 && starts.note(moved) >= samples) enough();
    },
  });
  const measure = async (): Promise<Lateness> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    enough = resolve;
    starts.begin();
    await promise;
    return starts.lateness();
  };
  const open = (): number => hung.reduce((sum, { calls }) => sum + calls.size, 0);
  try {
    await pause(2_000);
    const idle = await measure();
    const runs: string[] = [];
    for (const scene of scenes) runs.push(await startHanging(db, scene, hung));
    for (let tries = 0; open() < most || (await hasDue(db, scenes, runs)); tries++) {
      if (tries > 100) throw new Error(`only ${open()} calls hang instead of ${most}`);
      await pause(200);
    }
    const underWay = open();
    return { idle, hanging: await measure(), underWay };
  } finally {
    for (const { server } of hung) {
      server.closeAllConnections();
      server.close();
    }
    await worker.stop();
  }
}

interface Hung {
  server: Server;
  url: string;
  calls: Set<unknown>;
}

/** A real server that takes every call and answers none. */
async function startHung(): Promise<Hung> {
  const calls = new Set<unknown>();
  const server = createServer((request, response) => {
    calls.add(request);
    response.on("close", () => calls.delete(request));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hang`, calls };
}

/** A run over every contact of the scene: each calls one of the receivers. */
async function startHanging(db: Database, { account, numberSet }: Scene, hung: readonly Hung[]): Promise<string> {
  const webhooks = await db.tx([account], async (q) => {
    const connection = newConnectionId();
    await saveConnection(q, account, connection, {
      name: "Hangs",
      description: "",
      authHeaders: {},
      headers: {},
      signingSecret: null,
    });
    const ids: string[] = [];
    for (const { url } of hung)
      ids.push(await insertWebhook(q, account, { ...webhook, callbackServerConfigId: connection, url }));
    return ids;
  });
  const callbacks = webhooks.map((callbackId, index) => {
    const id = 3 + 3 * index;
    const [successPath, failurePath] = [id + 1, id + 2];
    return { id, type: "callback", children: [successPath, failurePath], callbackId, successPath, failurePath };
  });
  const nodes = [
    { id: 1, type: "start", children: [2] },
    {
      id: 2,
      type: "percentage",
      children: callbacks.map(({ id }) => id),
      percentages: callbacks.map(() => 10_000 / callbacks.length),
    },
    ...callbacks,
    ...callbacks.flatMap(({ children }) => children.map((id) => ({ id, type: "control", children: [] }))),
  ].map((node) => ({ x: 0, y: 0, ...node }));
  const batchId = await startOverAll(db, account, await saveWorkflow(db, account, numberSet, nodes));
  while (await enrolBatch(db, account, batchId, 960));
  return batchId;
}

/** Journeys of these runs have not come to their call yet. */
const hasDue = (db: Database, scenes: readonly Scene[], runs: readonly string[]): Promise<boolean> =>
  db.tx(
    scenes.map(({ account }) => account),
    async (q) =>
      (await q.one("select from journey where batch_id = any ($1::uuid[]) and due_at <= now() limit 1", [runs])) !==
      null,
  );

const webhook = {
  name: "Hangs",
  enabled: true,
  httpMethod: "POST",
  contentType: "JSON",
  eventType: "campaign_workflow_callback",
  headers: {},
  bodyTemplate: "",
  successPath: "",
  successValue: "",
  responseMapping: {},
  errorResponseMapping: {},
  failureStrategy: { retryStrategy: "none", retryCount: 0, retryDelaySeconds: 1 },
} as const;
