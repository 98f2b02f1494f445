import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { makeApiKey } from "../src/accounts/makeApiKey.ts";
import { openTokens } from "../src/secrets/tokens.ts";
import type { Database } from "../src/store/database.ts";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  replyFlow,
  runBatch,
  until,
} from "./engineWorld.ts";
import { type Launched, launch } from "./launch.ts";
import { readAddress } from "./startFolder.ts";
import { noteSecrets } from "./suiteLogs.ts";

interface LoadSize {
  accounts: number;
  contactsEach: number;
  runEach: number;
  repliesEach: number;
}

/** Accounts that send, get replies over two API processes, and start the next run when one has left. */
export interface ClusterLoad {
  worlds: readonly EngineWorld[];
  /** Runs that were started. */
  runs: number;
  /** The phones that replied, by account. */
  replied: ReadonlyMap<string, string[]>;
  countSent(): Promise<number>;
  /** Starts no more runs, and waits until all replies are sent. */
  finish(): Promise<void>;
  stop(): Promise<void>;
}

/** One account of the load. */
interface Sender {
  world: EngineWorld;
  key: string;
  phones: string[];
  contacts: string[];
  campaign: { campaignId: string; version: number };
  runs: number;
}

const repliersAtOnce = 4;

/** Begins the load. Workers are the caller's. */
export async function startLoad(db: Database, size: LoadSize): Promise<ClusterLoad> {
  const masterKey = randomBytes(32);
  noteSecrets([masterKey.toString("base64")]);
  const apis = await startApis(db, masterKey);
  const senders: Sender[] = [];
  for (let n = 0; n < size.accounts; n++) senders.push(await makeSender(db, masterKey, n, size));
  let isOver = false;
  const load: ClusterLoad = {
    worlds: senders.map(({ world }) => world),
    runs: 0,
    replied: new Map(senders.map(({ world, phones }) => [world.account, phones.slice(0, size.repliesEach)])),
    countSent: () => countSent(db, senders),
    async finish() {
      isOver = true;
      await Promise.all([running, replying]);
    },
    async stop() {
      isOver = true;
      await Promise.allSettled([running, replying]);
      clearInterval(aging);
      await apis.stop();
    },
  };
  const running = runOverAndOver(db, senders, load, () => isOver);
  // the questions of hundreds at once would be most of the load
  const replying = Promise.all(
    Array.from({ length: repliersAtOnce }, async (_, first) => {
      for (let n = first; n < senders.length; n += repliersAtOnce)
        await reply(db, apis.addresses, senders[n] as Sender, size.repliesEach);
    }),
  );
  // a failure is reported by finish()
  for (const work of [running, replying]) work.catch(() => {});
  const aging = setInterval(() => void ageDead(db), 1_000);
  return load;
}

async function makeSender(db: Database, masterKey: Buffer, n: number, size: LoadSize): Promise<Sender> {
  const world = await makeWorld(db);
  const { key } = await db.global((q) =>
    makeApiKey(q, openTokens(masterKey), world.account, { name: "Test", role: "owner", privileges: [] }),
  );
  noteSecrets([key]);
  const phones = handsets(size.contactsEach, (n * size.contactsEach) % 20_000);
  const contacts = await makeContacts(db, world, phones);
  return {
    world,
    key,
    phones,
    contacts: contacts.slice(0, size.runEach),
    campaign: await makeCampaign(db, world, replyFlow(world.template)),
    runs: 0,
  };
}

/** Two processes that serve the API. */
async function startApis(db: Database, masterKey: Buffer): Promise<{ addresses: string[]; stop(): Promise<void> }> {
  const env = { DATABASE_URL: db.url, TRUNKLINE_MASTER_KEY: masterKey.toString("base64") };
  const launched: Launched[] = [];
  for (let n = 0; n < 2; n++) launched.push(launch(["serve", "--role", "api", "--port", "0"], env));
  return {
    addresses: await Promise.all(launched.map(readAddress)),
    async stop() {
      for (const { child, ended } of launched) {
        child.kill("SIGTERM");
        await ended;
      }
    },
  };
}

/** Starts an account's next run when the one before has sent its texts, so that there is always something to do. */
async function runOverAndOver(
  db: Database,
  senders: readonly Sender[],
  load: ClusterLoad,
  isOver: () => boolean,
): Promise<void> {
  for (let round = 0; !isOver() || round === 0; round++) {
    for (const sender of senders) {
      const { world, campaign, contacts, runs } = sender;
      if (isOver() && runs > 0) break;
      if (runs > 0 && (await countOut(db, world)) < runs * contacts.length * 0.9) continue;
      // a run whose start has no known result may be there already; while the node is away others have their turn
      await runBatch(db, world, campaign, contacts).then(
        () => {
          sender.runs++;
          load.runs++;
        },
        () => {},
      );
    }
    await pause(500);
  }
}

const countOut = async (db: Database, world: EngineWorld): Promise<number> => {
  const sql = "select count(*)::int n from message where account_id = $1 and direction = 'out' and state <> 'queued'";
  const rows = await ask<{ n: number }>(db, world, sql).catch(() => []);
  return rows[0]?.n ?? 0;
};

/** Texts that left over all accounts, as far as their nodes answer. */
async function countSent(db: Database, senders: readonly Sender[]): Promise<number> {
  let sum = 0;
  for (const { world } of senders) sum += await countOut(db, world);
  return sum;
}

/** Replies from handsets as soon as they were asked, over both API processes. */
async function reply(
  db: Database,
  addresses: readonly string[],
  { world, key, phones }: Sender,
  count: number,
): Promise<void> {
  for (const [n, phone] of phones.slice(0, count).entries()) {
    await until(`${phone} is asked`, () => isAsked(db, world, phone));
    await patient(`the reply of ${phone} is received`, async () => {
      const answer = await fetch(`${addresses[n % 2]}/v4/simulator/message`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          "idempotency-key": `${world.account}${phone}`,
        },
        body: JSON.stringify({ from: phone, to: world.number, text: "yes" }),
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    });
  }
}

/** Tries until it works: a node may be away. */
async function patient(what: string, work: () => Promise<unknown>): Promise<void> {
  let last: unknown;
  const tryOnce = () =>
    work().then(
      () => true,
      (error: unknown) => {
        last = error;
        return false;
      },
    );
  await until(what, tryOnce).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${String(last)}`);
  });
}

async function isAsked(db: Database, world: EngineWorld, phone: string): Promise<boolean> {
  const rows = await ask(
    db,
    world,
    `select 1 one from journey j join contact c on c.account_id = j.account_id and c.contact_id = j.contact_id
     where j.account_id = $1 and c.phone = $2 and j.node = 3 and j.status = 2`,
    [phone],
  ).catch(() => []);
  return rows.length > 0;
}

/** Workers without a sign of life for some seconds count as dead at once. */
const ageDead = (db: Database): Promise<unknown> =>
  db
    .global((q) =>
      q.run("update worker set seen_at = now() - interval '1 hour' where seen_at < now() - interval '6 seconds'"),
    )
    .catch(() => 0);
