import { randomUUID } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  runBatch,
  statusOf,
  until,
} from "../../../test/engineWorld.ts";
import { serverUrl } from "../../../test/freshDatabase.ts";
import { plainDatabase } from "../../../test/plainDatabase.ts";
import { type Database, openDatabase } from "../../store/database.ts";
import { listBroken } from "../../store/invariants.ts";
import { migrate } from "../../store/migrate.ts";
import { insertDatabase, removeDatabase } from "../../store/provision.ts";
import { repaceBatch } from "../../store/runs/batch.ts";
import { checkBackup, restoreBackup } from "./restoreBackup.ts";
import { writeBackup } from "./writeBackup.ts";

const silent = { begin() {}, add() {} };
const any = { opens: () => true, progress: silent };

async function backUp(db: Pick<Database, "url">): Promise<Buffer> {
  const target = new PassThrough();
  const [bytes] = await Promise.all([buffer(target), writeBackup(db.url, target, silent)]);
  return bytes;
}

/** A database without tables, as an operator makes it. */
async function emptyDatabase(owner?: string): Promise<Database> {
  const name = `restored_${randomUUID().replaceAll("-", "")}`;
  await insertDatabase(serverUrl("postgres"), name);
  if (owner) await administer(`alter database ${name} owner to ${owner}`);
  const url = new URL(serverUrl(name));
  if (owner) [url.username, url.password] = [owner, owner];
  const db = openDatabase(url.href, { connections: 4 });
  afterAll(async () => {
    await db.close();
    await removeDatabase(serverUrl("postgres"), name);
  });
  return db;
}

async function administer(...statements: string[]): Promise<void> {
  const server = openDatabase(serverUrl("postgres"), { connections: 1 });
  for (const statement of statements) await server.owner((q) => q.run(statement));
  await server.close();
}

const texts: Parameters<typeof makeCampaign>[2] = [
  { id: 1, type: "start", children: [2] },
  { id: 2, type: "smsSend", children: [], smsTemplateText: "Hi ${firstName}" },
];
const sendTo = (world: EngineWorld) =>
  texts.map((node) => (node.id === 2 ? { ...node, smsTemplateId: world.template } : node));
const sentBy = (db: Database, world: EngineWorld) =>
  ask(
    db,
    world,
    "select client_ref from simulator_message where account_id = $1 and direction = 'to_handset' order by 1",
  );
const contactsOf = (db: Database, world: EngineWorld) =>
  ask(
    db,
    world,
    "select contact_id, phone, first_name, extdata, first_key from contact where account_id = $1 order by 1",
  );

describe("a backup", () => {
  it("taken while a run sends is whole in itself: an empty database gets all of it, and no contact gets a second text", async () => {
    const db = await plainDatabase();
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(60));
    const worker = quickWorker(db);
    const batch = await runBatch(db, world, await makeCampaign(db, world, sendTo(world)), contacts, 200);
    await until("some are sent", async () => (await sentBy(db, world)).length >= 10);
    const bytes = await backUp(db);
    // most of it is still to come, however long the backup takes
    await db.tx([world.account], (q) => repaceBatch(q, world.account, batch, -1));
    await until("the run is over", async () => (await statusOf(db, world, batch)) === "done");
    await worker.stop();

    const other = await emptyDatabase();
    const restored = await restoreBackup(other, Readable.from(bytes), any);
    expect(restored.held.runs).toBe(1);
    expect(await contactsOf(other, world)).toEqual(await contactsOf(db, world));
    expect(await other.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
    const before = await sentBy(other, world);
    const second = quickWorker(other);
    await until("nothing is in doubt or about to leave", async () => {
      const open = await ask(
        other,
        world,
        "select from message where account_id = $1 and state in ('queued', 'submitting', 'in_doubt')",
      );
      return open.length === 0;
    });
    await second.stop();
    expect(await statusOf(other, world, batch)).toBe("paused");
    expect(await sentBy(other, world)).toEqual(before);
  });

  it("holds the texts that were about to leave: they may have left since", async () => {
    const db = await plainDatabase();
    const world = await makeWorld(db);
    // a connection that is not open
    await ask(db, world, `update number set carrier = 'smpp:${randomUUID()}' where account_id = $1 returning phone`);
    const worker = quickWorker(db);
    await runBatch(
      db,
      world,
      await makeCampaign(db, world, sendTo(world)),
      await makeContacts(db, world, handsets(3, 100)),
    );
    const states = async (of: Database) =>
      (await ask<{ state: string }>(of, world, "select state from message where account_id = $1")).map(
        ({ state }) => state,
      );
    await until("the texts are queued", async () => (await states(db)).length === 3);
    await worker.stop();
    const other = await emptyDatabase();
    expect((await restoreBackup(other, Readable.from(await backUp(db)), any)).held.inDoubt).toBe(3);
    await ask(other, world, "update number set carrier = 'simulated' where account_id = $1 returning phone");
    const second = quickWorker(other);
    await until("they are in doubt", async () => (await states(other)).every((state) => state === "in_doubt"));
    await second.stop();
    expect(await sentBy(other, world)).toEqual([]);
  });

  it("is read and restored by a role that obeys row security", async () => {
    const role = `owner_${randomUUID().slice(0, 8)}`;
    await administer(
      `create role ${role} login createrole password '${role}'`,
      `grant trunkline_runtime to ${role} with admin option`,
    );
    const db = await emptyDatabase(role);
    await migrate(db);
    const worlds = [await makeWorld(db), await makeWorld(db)];
    for (const [index, world] of worlds.entries()) await makeContacts(db, world, handsets(2, 200 + 2 * index));
    const bytes = await backUp(db);
    const other = await emptyDatabase(role);
    await restoreBackup(other, Readable.from(bytes), any);
    for (const world of worlds) {
      expect(await contactsOf(other, world)).toHaveLength(2);
      expect(await contactsOf(other, world)).toEqual(await contactsOf(db, world));
    }
    // row security holds in the restored database
    const foreign = await other.tx([worlds[0]?.account ?? ""], (q) => q.rows("select from contact"));
    expect(foreign).toHaveLength(2);
  });
});

describe("a restore is refused, and changes nothing", async () => {
  const db = await plainDatabase();
  await makeContacts(db, await makeWorld(db), handsets(2, 300));
  const bytes = await backUp(db);
  /** The bytes with one changed in the middle of the largest part. */
  const damaged = (): Buffer => {
    const copy = Buffer.from(bytes);
    const at = copy.indexOf("rows/contact/") + 512 + 40;
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  const cases: [string, () => Buffer, RegExp][] = [
    [
      "that is damaged",
      damaged,
      /The backup is damaged: rows\/contact\/000001\.[0-9a-f]+\.zst is not what was written\./,
    ],
    [
      "that is cut off",
      () => bytes.subarray(0, Math.floor(bytes.length / 2)),
      /^This is not a complete backup|incomplete/,
    ],
    ["that is something else", () => Buffer.from("hello"), /^This is not a (complete )?backup/],
  ];

  it.each(cases)("of a file %s", async (_, file, words) => {
    const other = await emptyDatabase();
    await expect(restoreBackup(other, Readable.from(file()), any)).rejects.toThrow(words);
    const there = await other.owner((q) =>
      q.one<{ there: boolean }>("select to_regclass('account') is not null there"),
    );
    if (there?.there) expect(await other.owner((q) => q.rows("select from account"))).toEqual([]);
    await expect(checkBackup(Readable.from(file()), silent)).rejects.toThrow(words);
  });

  it("into a database with accounts", async () => {
    await expect(restoreBackup(db, Readable.from(bytes), any)).rejects.toThrow(/The database has accounts/);
  });

  it("under another master key", async () => {
    const kept = await plainDatabase();
    await makeWorld(kept);
    await kept.global((q) => q.run("insert into installation (key_check) values ('x')"));
    const made = await backUp(kept);
    const other = await emptyDatabase();
    await expect(restoreBackup(other, Readable.from(made), { ...any, opens: () => false })).rejects.toThrow(
      /made with another master key/,
    );
  });

  it("but a whole file is said to be complete", async () => {
    expect(await checkBackup(Readable.from(bytes), silent)).toMatchObject({ rows: expect.any(Number) });
  });
});
