import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  replyFlow,
  runBatch,
  statusOf,
  until,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { type TestServer, testServer } from "../../../test/server.ts";
import type { Worker } from "../../program/worker.ts";
import type { Database } from "../../store/database.ts";
import { saveVersion } from "../../store/workflows/campaign.ts";

let db: Database;
let server: TestServer;
let worker: Worker;
beforeAll(async () => {
  db = await freshDatabase({ connections: 14 });
  server = await testServer(db);
  worker = quickWorker(db);
});
afterAll(() => worker.stop());

/** Publishes the flow without its Event node, which a text with a name replaces. */
const publish = (world: EngineWorld, campaignId: string): Promise<number> => {
  const [start, text] = replyFlow(world.template);
  const nodes = [
    start,
    { ...text, children: [6] },
    {
      id: 6,
      type: "smsSend",
      name: "Farewell",
      children: [7],
      smsTemplateId: world.template,
      smsTemplateName: "Hello",
      useAiRewording: false,
    },
    { id: 7, type: "control" },
  ];
  const placed = nodes.map((node) => ({ x: 0, y: 0, children: [], ...node }));
  const definition = JSON.stringify({ schemaVersion: 1, startNode: 1, nodes: placed, sections: { main: 1 } });
  return db.tx([world.account], (q) => saveVersion(q, world.account, campaignId, definition, "test"));
};

/** Contacts who wait for a reply at a node that the published version no longer has. */
async function waiting(count: number) {
  const world = await makeWorld(db);
  const campaign = await makeCampaign(db, world, replyFlow(world.template));
  const batchId = await runBatch(db, world, campaign, await makeContacts(db, world, handsets(count)));
  const { campaignId } = campaign;
  const key = await server.key(world.account, "owner");
  const send = async (method: string, path: string, body?: unknown) =>
    server.call(method, `/v4/campaign/${campaignId}/move/${path}`, {
      as: { key },
      ...(body !== undefined && { body }),
    });
  const version = await publish(world, campaignId);
  await until("all are at the node", async () => {
    const { body } = await send("GET", "waiting");
    const nodes = body.payload[0]?.["nodes"] as { node: number; here: number }[];
    return nodes.length === 1 && nodes[0]?.node === 3 && nodes[0].here === count;
  });
  return { world, campaignId, batchId, version, key, send };
}

const ends = async (send: Awaited<ReturnType<typeof waiting>>["send"], moveId: unknown, status: string) => {
  let found: Record<string, unknown> | undefined;
  await until(`the move is ${status}`, async () => {
    found = (await send("GET", `${moveId}/`)).body.payload[0];
    return found?.["status"] === status;
  });
  return found;
};

it("contacts on their way are listed with what became of their node, simulated and moved", async () => {
  const { version, send, key } = await waiting(3);
  const [found] = (await send("GET", "waiting")).body.payload;
  expect(found).toMatchObject({
    version,
    total: 3,
    nodes: [{ version: 1, node: 3, type: "event", label: "Event", here: 3, change: "gone", match: null }],
  });
  expect(found?.["targets"]).toContainEqual({ node: 6, type: "smsSend", label: "SMS Send", name: "Farewell" });
  const choices = [{ version: 1, node: 3, action: "move", to: 6 }];
  const [made] = (await send("POST", "", { version, choices })).body.payload;
  const ready = await ends(send, made?.["moveId"], "ready");
  expect(ready).toMatchObject({ total: 3, moved: 0, by: expect.any(String) });
  expect(ready?.["choices"]).toMatchObject([
    {
      from: { label: "Event", node: 3 },
      target: { name: "Farewell", node: 6 },
      // the same template, so they would get it again
      result: { count: 3, noReply: 3, again: [{ node: 6, name: "Farewell", count: 3 }] },
    },
  ]);
  const again = (await send("GET", `${made?.["moveId"]}/again?choice=0&node=6`)).body.payload;
  expect(again).toHaveLength(3);
  await send("POST", `${made?.["moveId"]}/start`);
  expect(await ends(send, made?.["moveId"], "done")).toMatchObject({ moved: 3, goneOn: 0 });
  const [journey] = (await server.call("GET", `/v4/journey/${again[0]?.["journeyId"]}/`, { as: { key } })).body.payload;
  expect(journey).toMatchObject({ version });
  const steps = journey?.["steps"] as { outcome: string; label: string; version?: number }[];
  // each step is shown with the node of the version that it was taken in
  expect(steps.slice(0, 5).map(({ outcome, label, version: of }) => [outcome, label, of])).toEqual([
    ["went", "Start", 1],
    ["asked", "SMS Send", 1],
    ["went", "SMS Send", 1],
    ["waited", "Event", 1],
    ["moved", "SMS Send", undefined],
  ]);
});

it("a move is refused with the reason where a version, a node or a run does not allow it", async () => {
  const { world, campaignId, batchId, version, send } = await waiting(1);
  const refused = async (body: object) => {
    const { status, body: answer } = await send("POST", "", { version, ...body });
    return [status, answer.error[0]?.code, answer.error[0]?.where, answer.error[0]?.message];
  };
  const at = { version: 1, node: 3, action: "move", to: 6 };
  expect(await refused({ choices: [{ ...at, to: 3 }] })).toEqual([
    400,
    "invalid",
    "body.choices.0.to",
    `Version ${version} has no node 3`,
  ]);
  expect(await refused({ choices: [at, { ...at, node: 99 }] })).toEqual([
    400,
    "invalid",
    "body.choices.1.node",
    "Version 1 has no node 99",
  ]);
  expect((await refused({ choices: [at, at] }))[3]).toBe("Node 3 of version 1 is listed twice");
  expect((await refused({ choices: [{ ...at, version }] }))[2]).toBe("body.choices.0.version");
  expect((await refused({ version: 1, choices: [at] }))[1]).toBe("newer_version");
  expect((await refused({ choices: [{ version: 1, node: 3, action: "leave", reason: " " }] }))[3]).toBe(
    "Enter a reason for leaving the workflow",
  );
  const other = await makeCampaign(db, world, replyFlow(world.template));
  const otherRun = await runBatch(db, world, other, []);
  expect((await refused({ choices: [at], batchId: otherRun })).slice(0, 2)).toEqual([404, "not_found"]);
  await db.tx([world.account], (q) =>
    q.run("update batch set status = 'done' where account_id = $1 and batch_id = $2", [world.account, batchId]),
  );
  expect(await statusOf(db, world, batchId)).toBe("done");
  expect((await refused({ choices: [at], batchId })).slice(0, 2)).toEqual([409, "run_ended"]);
  expect(campaignId).not.toBe(other.campaignId);
});

it("a second move is refused while one is under way, and a newer version while one is ready", async () => {
  const { world, campaignId, version, send } = await waiting(1);
  const choices = [{ version: 1, node: 3, action: "leave", reason: "Old offer" }];
  const [made] = (await send("POST", "", { version, choices })).body.payload;
  await ends(send, made?.["moveId"], "ready");
  await db.tx([world.account], (q) =>
    q.run("update journey_move set status = 'paused' where account_id = $1 and move_id = $2", [
      world.account,
      made?.["moveId"],
    ]),
  );
  expect((await send("POST", "", { version, choices })).body.error[0]?.code).toBe("move_under_way");
  expect((await send("POST", `${made?.["moveId"]}/pause`)).body.error[0]?.code).toBe("wrong_status");
  await send("POST", `${made?.["moveId"]}/cancel`);
  const [second] = (await send("POST", "", { version, choices })).body.payload;
  await ends(send, second?.["moveId"], "ready");
  await publish(world, campaignId);
  await db.tx([world.account], (q) =>
    q.run("update campaign set version = version + 1 where account_id = $1 and campaign_id = $2", [
      world.account,
      campaignId,
    ]),
  );
  const { status, body } = await send("POST", `${second?.["moveId"]}/start`);
  expect([status, body.error[0]?.code]).toEqual([409, "newer_version"]);
});

it("who may not run workflows sees contacts on their way and moves none", async () => {
  const { world, campaignId, version } = await waiting(1);
  const { cookie } = await server.user(world.account, "member", ["workflow-edit"]);
  const path = `/v4/campaign/${campaignId}/move/`;
  expect((await server.call("GET", `${path}waiting`, { as: { cookie } })).status).toBe(200);
  const choices = [{ version: 1, node: 3, action: "leave", reason: "Old offer" }];
  expect((await server.call("POST", path, { as: { cookie }, body: { version, choices } })).status).toBe(403);
});
