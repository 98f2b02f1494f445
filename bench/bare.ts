import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { Database } from "../apps/server/src/store/database.ts";
import { settle } from "./place.ts";
import type { Scene } from "./scene.ts";
import { claimConnections } from "./steps.ts";

// What the same database gives without a product around it: the measuring sticks of import, enrollment and steps.

const claimed = 500;
const nodes = 5;

async function withClient<T>(db: Database, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** An empty table with the columns, the indexes and the storage parameters of another, which `including all` leaves out. */
async function createAlike(client: pg.Client, name: string, model: string): Promise<void> {
  const { rows } = await client.query<{ stored: string | null }>(
    "select array_to_string(reloptions, ', ') stored from pg_class where oid = $1::regclass",
    [model],
  );
  const stored = rows[0]?.stored;
  await client.query(`create table ${name} (like ${model} including all) ${stored ? `with (${stored})` : ""}`);
}

/** Seconds of a COPY of the scene's contacts into an empty table of the same kind. */
export async function measureBareCopy(db: Database, { account }: Scene): Promise<number> {
  await settle(db);
  return withClient(db, async (client) => {
    const file = join(tmpdir(), `bare-copy-${randomUUID()}`);
    const { rows } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) columns from pg_attribute
       where attrelid = 'contact'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    );
    const columns = rows[0]?.columns;
    try {
      const all = `copy (select ${columns} from contact where account_id = '${account}') to stdout`;
      await pipeline(client.query(copyTo(all)), createWriteStream(file));
      await createAlike(client, "bare_contact", "contact");
      return await timed(() =>
        pipeline(createReadStream(file), client.query(copyFrom(`copy bare_contact (${columns}) from stdin`))),
      );
    } finally {
      await client.query("drop table if exists bare_contact");
      await rm(file, { force: true });
    }
  });
}

/** Seconds of one INSERT … SELECT of a journey for each contact into an empty table of the same kind. */
export async function measureBareEnrolment(db: Database, { account }: Scene): Promise<number> {
  await settle(db);
  return withClient(db, async (client) => {
    await createAlike(client, "bare_journey", "journey");
    try {
      return await timed(() =>
        client.query(
          `insert into bare_journey (account_id, journey_id, batch_id, campaign_id, contact_id, due_at, starts_at, version)
           select account_id, trunkline_uuid7(), account_id, account_id, contact_id, now(), now(), 1
           from contact where account_id = $1`,
          [account],
        ),
      );
    } finally {
      await client.query("drop table bare_journey");
    }
  });
}

/**
 * Steps a second of the smallest durable engine: claim due rows, write a step of each, one text in five steps, and the
 * rows' new place, in one transaction with four statements, over as many connections as a worker has. It knows no
 * workflow, no rule and no second account.
 */
export async function measureBareSteps(db: Database, contacts: number): Promise<number> {
  await withClient(db, async (client) => {
    await client.query(
      `create table bare_run (account_id uuid not null, run_id uuid not null, node int not null default 0,
         state smallint not null default 1, due_at timestamptz not null default now(), revision int not null default 0,
         vars jsonb not null default '{}', primary key (account_id, run_id)) with (fillfactor = 50);
       create index on bare_run (due_at) where state = 1;
       create table bare_step (account_id uuid not null, run_id uuid not null, revision int not null, node int not null,
         at timestamptz not null default now(), primary key (account_id, run_id, revision));
       create table bare_text (account_id uuid not null, text_id uuid not null, run_id uuid not null, revision int not null,
         body text not null, state smallint not null default 1, primary key (account_id, text_id),
         unique (account_id, run_id, revision))`,
    );
    await client.query(
      `insert into bare_run (account_id, run_id, vars)
       select '0198c0de-0000-7000-8000-000000000001', trunkline_uuid7(), '{"first": "Ann", "tier": "gold"}'
       from generate_series(1, $1::int)`,
      [contacts],
    );
  });
  await settle(db);
  try {
    let steps = 0;
    const seconds = await timed(() =>
      Promise.all(
        Array.from({ length: claimConnections }, () =>
          withClient(db, async (client) => {
            for (let done = await claim(client); done > 0; done = await claim(client)) steps += done;
          }),
        ),
      ),
    );
    if (steps !== contacts * nodes) throw new Error(`${steps} bare steps instead of ${contacts * nodes}`);
    return steps / seconds;
  } finally {
    await withClient(db, (client) => client.query("drop table bare_run, bare_step, bare_text"));
  }
}

interface BareRun {
  account_id: string;
  run_id: string;
  node: number;
  revision: number;
  vars: { first: string };
}

/** One transaction of the bare engine; how many steps it wrote. */
async function claim(client: pg.Client): Promise<number> {
  await client.query("begin");
  const { rows } = await client.query<BareRun>({
    name: "claim",
    text: `select account_id, run_id, node, revision, vars from bare_run where state = 1 and due_at <= now()
           order by due_at limit ${claimed} for update skip locked`,
  });
  if (rows.length > 0) {
    const of = <Value>(value: (run: BareRun) => Value): Value[] => rows.map(value);
    const keys = [of((run) => run.account_id), of((run) => run.run_id), of((run) => run.revision + 1)];
    await client.query({
      name: "step",
      text: `insert into bare_step (account_id, run_id, revision, node)
             select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[])`,
      values: [...keys, of((run) => run.node + 1)],
    });
    const texts = rows.filter(({ node }) => node === 0);
    await client.query({
      name: "text",
      text: `insert into bare_text (account_id, text_id, run_id, revision, body)
             select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::text[])`,
      values: [
        texts.map((run) => run.account_id),
        texts.map(() => randomUUID()),
        texts.map((run) => run.run_id),
        texts.map((run) => run.revision + 1),
        texts.map(
          ({ vars }) =>
            `Hi ${vars.first}, your gold offer in Boston ends on Friday. Reply YES and we keep one for you.`,
        ),
      ],
    });
    await client.query({
      name: "move",
      text: `update bare_run r set node = u.n, revision = u.v, state = case when u.n >= ${nodes} then 2 else 1 end
             from unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[]) u (a, i, v, n)
             where r.account_id = u.a and r.run_id = u.i and r.revision < u.v`,
      values: [...keys, of((run) => run.node + 1)],
    });
  }
  await client.query("commit");
  return rows.length;
}
