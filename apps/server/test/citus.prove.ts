import { randomBytes } from "node:crypto";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { enrolBatch } from "../src/jobs/runs/enrolBatch.ts";
import { withOwner } from "../src/store/cluster/clusterState.ts";
import { type Database, openDatabase } from "../src/store/database.ts";
import { listBroken } from "../src/store/invariants.ts";
import { newId } from "../src/store/newId.ts";
import { listLanes } from "../src/store/runs/lane.ts";
import { calling, phones } from "./callKills.ts";
import { isOnCluster, makeClusterDatabase, nodeUrls, removeOnNodes } from "./clusterDatabases.ts";
import { type ClusterLoad, startLoad } from "./clusterLoad.ts";
import { findNode } from "./clusterNode.ts";
import { addAndRebalance, countPlaces, isolate, nodeOf } from "./clusterOperations.ts";
import { statesOf } from "./crashCycles.ts";
import { DyingWorkers } from "./dyingWorkers.ts";
import {
  ask,
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
} from "./engineWorld.ts";
import { freshDatabase } from "./freshDatabase.ts";
import { testDialect } from "./testDialect.ts";

// `npm run prove -- citus`: what decisions 0114 and 0117 say of a cluster, on that of TRUNKLINE_CITUS_URL, whose nodes are
// servers of this machine. The sizes are variables, because this machine is all nodes at once.

const size = (name: string, otherwise: number): number => Number(process.env[`TRUNKLINE_PROVE_${name}`] ?? otherwise);
const accounts = size("ACCOUNTS", 6);
const contactsEach = size("CONTACTS", 200);
/** Of them so many are in each run. */
const runEach = Math.min(contactsEach, size("TEXTS", 200));
const repliesEach = Math.min(runEach, size("REPLIES", 20));
const kills = size("KILLS", 12);
const parts = size("SHARDS", 4);

const note = (text: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

/** A cluster whose last server is no node yet. */
async function openGrowing(): Promise<{ db: Database; urls: string[] }> {
  const name = `prove_${randomBytes(6).toString("hex")}`;
  const urls = nodeUrls(name);
  onTestFinished(() => removeOnNodes(name));
  await makeClusterDatabase(urls, name, { parts, spare: 1 });
  const db = openDatabase(urls[0] ?? "", { connections: 8, ...testDialect() });
  onTestFinished(() => db.close());
  return { db, urls };
}

const urlsOf = (db: Database): string[] => nodeUrls(new URL(db.url).pathname.slice(1));

const countTexts = async (db: Database, world: EngineWorld): Promise<number> =>
  (await ask(db, world, "select 1 one from simulator_message where account_id = $1 and direction = 'to_handset'"))
    .length;

const db = await freshDatabase();

describe.skipIf(!isOnCluster())("a cluster", () => {
  it(`of ${accounts} accounts loses and repeats nothing while ${kills} workers and each server are killed, a node is added and shards move`, async () => {
    const { db, urls } = await openGrowing();
    note("distributed");
    const load = await startLoad(db, { accounts, contactsEach, runEach, repliesEach });
    onTestFinished(() => load.stop());
    const caller = await makeWorld(db);
    await runBatch(db, caller, await makeCampaign(db, caller, calling()), await makeContacts(db, caller, phones));
    const workers = new DyingWorkers(db.url, kills);
    onTestFinished(() => workers.stop());
    await until("a tenth is sent", async () => (await load.countSent()) > (accounts * runEach) / 10);
    await operate(db, urls, load);
    await until(
      "the workers were killed",
      async () => workers.killed >= kills,
      async () => workers.killed,
    );
    await load.finish();
    note(`${load.runs} runs and ${workers.killed} kills`);
    await workers.stop();
    await settle(db, load.worlds);
    await until("all calls have ended", async () => (await countOpen(db, caller)) === 0);
    for (const world of [...load.worlds, caller])
      expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
    for (const world of load.worlds) await expectWhole(db, world);
    expect(await listRinging(db, caller)).toEqual([]);
    await expectReplies(db, load);
  });

  it("works for the accounts of the other nodes while a node is away, and for its own when it is back", async () => {
    const [here, there] = await worldsOnTwoNodes(db);
    const node = await findNode(urlsOf(db).find((url) => new URL(url).host === there.node) ?? "");
    const contacts = await makeContacts(db, here.world, handsets(60));
    const campaign = await makeCampaign(db, here.world, replyFlow(here.world.template, 0, "seconds"));
    const run = await runBatch(db, here.world, campaign, contacts);
    const waiting = await runBatch(
      db,
      there.world,
      await makeCampaign(db, there.world, replyFlow(there.world.template, 0, "seconds")),
      await makeContacts(db, there.world, handsets(60)),
    );
    // enrollment speaks with all nodes
    while (await enrolBatch(db, here.world.account, run, 900));
    await node.kill();
    // whatever fails here: the next test needs it
    onTestFinished(() => node.start());
    const worker = quickWorker(db);
    await until("the run of the other node is done", async () => (await statusOf(db, here.world, run)) === "done");
    await expect(statusOf(db, there.world, waiting)).rejects.toThrow();
    await node.start();
    await until(
      "the run of the node is done",
      async () => (await statusOf(db, there.world, waiting).catch(() => "away")) === "done",
    );
    await worker.stop();
    for (const { world } of [here, there]) {
      expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
      expect(await countTexts(db, world)).toBe(60);
    }
  });

  it("shows no statement the rows of an account that its transaction does not name, on no node", async () => {
    const urls = urlsOf(db);
    const [ann, bob] = (await worldsOnTwoNodes(db)).map(({ world }) => world.account) as [string, string];
    for (const account of [ann, bob])
      await db.tx([account], (q) =>
        q.run("insert into contact (account_id, contact_id, phone) values ($1, $2, '+12025550100')", [
          account,
          newId(),
        ]),
      );
    const read = (accountIds: string[]) =>
      db.tx(accountIds, (q) => q.rows<{ id: string }>("select account_id id from contact order by 1"));
    expect(await read([])).toEqual([]);
    expect(await read([ann])).toEqual([{ id: ann }]);
    expect(await read([ann, bob])).toEqual([ann, bob].sort().map((id) => ({ id })));
    const forgetful = db.tx([ann], (q) => q.run("update contact set city = 'Rome'"));
    expect(await forgetful).toBe(1);
    await expect(
      db.tx([ann], (q) => q.run("insert into contact (account_id, contact_id) values ($1, $2)", [bob, newId()])),
    ).rejects.toThrow(/row-level security/);
    expect(await readShards(urls, [])).toBe(0);
    expect(await readShards(urls, [ann])).toBe(1);
    expect(await readShards(urls, [ann, bob])).toBe(2);
  });
});

/** Adds the last server, gives the first account its own shard on another node, and kills every server in turn. */
async function operate(db: Database, urls: readonly string[], load: ClusterLoad): Promise<void> {
  const ids = load.worlds.map(({ account }) => account);
  note(`accounts by node: ${JSON.stringify(await countPlaces(db, ids))}`);
  let sent = await load.countSent();
  const moved = async (what: string) => {
    const now = await load.countSent();
    note(`${what}; ${now - sent} texts meanwhile; accounts by node: ${JSON.stringify(await countPlaces(db, ids))}`);
    expect(now).toBeGreaterThan(sent);
    sent = now;
  };
  await addAndRebalance(db, urls.at(-1) ?? "");
  await moved("a node was added, and shards were moved to it");
  await isolate(db, ids[0] ?? "");
  await moved("an account has its own shard on another node");
  for (const [index, url] of [...urls.entries()].reverse()) {
    const node = await findNode(url);
    await node.kill();
    await node.start();
    note(index === 0 ? "the coordinator was killed and is back" : "a node was killed and is back");
  }
}

/** Ends what is in doubt. */
async function settle(db: Database, worlds: readonly EngineWorld[]): Promise<void> {
  const worker = quickWorker(db, { unknownAfterMs: 500 });
  await until("all runs have enrolled", async () => (await db.global(listLanes)).every(({ enrolling }) => !enrolling));
  for (const world of worlds)
    await until(
      "all texts are settled",
      async () => {
        const { accepted: _a, unknown: _u, ...others } = await statesOf(db, world);
        return Object.keys(others).length === 0;
      },
      async () => JSON.stringify(await statesOf(db, world)),
    );
  for (const world of worlds)
    await until("no journey is due", async () => {
      const due = "select 1 one from journey where account_id = $1 and (status < 2 or inbox is not null)";
      return (await ask(db, world, due)).length === 0;
    });
  await worker.stop();
}

/** Each journey has its text, and no phone got one twice. */
async function expectWhole(db: Database, world: EngineWorld): Promise<void> {
  const states = await statesOf(db, world);
  const journeys = await ask(db, world, "select 1 one from journey where account_id = $1");
  expect((states["accepted"] ?? 0) + (states["unknown"] ?? 0)).toBe(journeys.length);
  expect(await countTexts(db, world)).toBe(states["accepted"]);
}

/** Each reply has arrived, and ended the journeys that waited for it. */
async function expectReplies(db: Database, { worlds, replied }: ClusterLoad): Promise<void> {
  for (const world of worlds) {
    const heard = await ask<{ phone: string }>(
      db,
      world,
      "select distinct from_number phone from message where account_id = $1 and direction = 'in'",
    );
    expect(new Set(heard.map(({ phone }) => phone))).toEqual(new Set(replied.get(world.account)));
    const ended = await ask(
      db,
      world,
      `select distinct j.contact_id from journey j join contact c on c.account_id = j.account_id and c.contact_id = j.contact_id
       where j.account_id = $1 and j.status = 3 and c.phone = any ($2)`,
      [replied.get(world.account)],
    );
    expect(ended).toHaveLength(repliesEach);
  }
}

const countOpen = async (db: Database, world: EngineWorld): Promise<number> =>
  (await ask(db, world, "select 1 one from journey where account_id = $1 and status < 3").catch(() => [1])).length;

const listRinging = (db: Database, world: EngineWorld) =>
  ask(db, world, "select handset from simulator_call where account_id = $1 group by 1 having count(*) > 1");

/** Two accounts on different worker nodes. */
async function worldsOnTwoNodes(db: Database) {
  const first = await makeWorld(db);
  const node = await nodeOf(db, first.account);
  for (;;) {
    const world = await makeWorld(db);
    const other = await nodeOf(db, world.account);
    if (other !== node)
      return [
        { world: first, node },
        { world, node: other },
      ] as const;
  }
}

/** How many contacts the shards of all nodes show to the role of transactions, connected to the nodes themselves. */
async function readShards(urls: readonly string[], accountIds: readonly string[]): Promise<number> {
  let all = 0;
  for (const url of urls) {
    const shards = await withOwner(url, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select 'contact_' || shardid name from pg_dist_shard join pg_dist_placement p using (shardid)
         where logicalrelid = 'contact'::regclass and p.groupid = (select groupid from pg_dist_local_group)`,
      );
      return rows.map(({ name }) => name);
    });
    const client = new pg.Client({
      connectionString: Object.assign(new URL(url), { username: "trunkline_runtime" }).href,
    });
    await client.connect();
    await client.query("select set_config('trunkline.accounts', $1, false)", [`{${accountIds.join(",")}}`]);
    for (const name of shards) {
      const { rows } = await client.query<{ n: string }>(`select count(*) n from ${name}`);
      all += Number(rows[0]?.n);
    }
    await client.end();
  }
  return all;
}
