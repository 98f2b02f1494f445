import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { Ahead } from "./ahead.ts";
import { askCluster } from "./cluster/askCluster.ts";
import { isNodeAway, NodesAway } from "./cluster/nodesAway.ts";
import { askPrepared, type PreparedAnswer } from "./preparedRows.ts";
import { type SlowStatements, timed } from "./slowStatements.ts";
import { getTypeParser } from "./typeParsers.ts";

/** A statement that each connection prepares once under its name; hot paths use it. */
interface Prepared {
  name: string;
  text: string;
}

/** What a statement may be given: anything that PostgreSQL's driver can write as a parameter. */
type Values = readonly unknown[];

type PlainValues = readonly (string | number | boolean | null)[];

/** The way to the tables inside one transaction. */
export interface Query {
  /** The one account of the transaction, where claims are made one account at a time: a constant that routes statements. */
  readonly only?: string | undefined;
  /** Every row of the answer. */
  rows<T extends object>(statement: string | Prepared, values?: Values): Promise<T[]>;
  /** The first row, or null when there is none. */
  one<T extends object>(statement: string | Prepared, values?: Values): Promise<T | null>;
  /** How many rows the statement touched. */
  run(statement: string | Prepared, values?: Values): Promise<number>;
  /**
   * Runs a write without waiting for its answer: it travels with the next statement or with COMMIT. If it fails, the
   * transaction fails with its error. Its values are of kinds that the driver can always write: what fails there would not
   * abort the transaction.
   */
  runAhead(statement: string | Prepared, values?: PlainValues): Promise<void>;
  /** Streams text into `COPY … FROM STDIN` and says how many rows arrived. Tables with row security do not take COPY: copy into a staging table. */
  copyIn(statement: string, source: Readable | AsyncIterable<string | Buffer>): Promise<number>;
}

/** How a transaction behaves. */
interface TransactionOptions {
  /** How often it is tried when the database asks for a repeat or the connection breaks before COMMIT. Default 3; 1 never repeats. */
  attempts?: number;
  /** For the engine's statements: planned once for all parameters, and always by key, whatever the statistics say. */
  byKey?: boolean;
}

/**
 * How claims are made: over many accounts in one transaction, which is quicker, or one account at a time, with its id as
 * a parameter of its own in every statement that locks rows: Citus locks them only in queries of a single shard
 * (architecture, One program). The transactions of the second kind begin as a cluster needs it (decision 0114).
 */
export type ClaimDialect = "together" | "byAccount";

/** How the pool is made. */
export interface DatabaseOptions {
  /** Most connections held at once. Default 16. */
  connections?: number;
  /** So many connections stay open when they rest. Default 0. */
  kept?: number;
  /** A transaction waits so long for a connection before it tries again. Default 20 seconds. */
  connectWithinMs?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** How claims are made; a probe says it at start. Default together. */
  claims?: ClaimDialect;
  /** Where slow statements are reported. Default: nowhere. */
  slow?: SlowStatements;
}

/** The one way to the database: every transaction runs as the runtime role with its list of accounts (readings, Data). */
export interface Database {
  /** Runs `work` with exactly these accounts' rows visible. `work` may run more than once: it does database work only. */
  tx<T>(accountIds: readonly string[], work: (q: Query) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs `work` as the runtime role with no account: the global tables only. */
  global<T>(work: (q: Query) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs `work` as the role that connected: migrations, partitions and other administration. */
  owner<T>(work: (q: Query) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** The owner's URL, for tools that open connections of their own. */
  readonly url: string;
  /** How claims are made on this server. */
  claims: ClaimDialect;
  /** Notified after each commit of `tx` that may have written rows. */
  readonly writeListeners: Set<WriteListener>;
  close(): Promise<void>;
}

/** The accounts of a transaction and the texts of its statements that touched rows. */
type WriteListener = (accountIds: readonly string[], statements: ReadonlySet<string>) => void;

/** COMMIT was sent and the connection broke before the answer. Its result is unknown, so nothing repeats it. */
export class CommitUnknown extends Error {
  override name = "CommitUnknown";
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const serializationFailure = "40001";
const deadlockDetected = "40P01";
/** Class 08 is a broken connection, 57P01…57P03 a server that goes down or is not up yet, 25P03 a transaction that was idle for too long. */
const lostConnection = /^(08...|57P0[123]|25P03|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$/;
/** The pool's own errors have no code. The last one is of a server that does not answer, or whose connections are all in use. */
const lostConnectionText =
  /^Connection terminated|^Client has encountered a connection error|^Client was closed|^timeout exceeded when trying to connect/;

/** A connection that rests for so long is closed, unless it is one of those that are kept. */
const restMs = 10_000;

/** So many a program keeps: the first calls after a quiet time need not wait until new ones have connected. */
export const keptConnections = 4;

/** Opens the pool. Nothing connects until the first transaction. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 16,
    min: options.kept ?? 0,
    idleTimeoutMillis: restMs,
    application_name: options.applicationName ?? "trunkline",
    // An old snapshot is the worst thing for the engine (architecture, Journeys in PostgreSQL).
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: options.connectWithinMs ?? 20_000,
    keepAlive: true,
    // a resting connection whose server has vanished is found within 20 seconds, not by the transaction that takes it
    keepAliveInitialDelayMillis: restMs,
    // BEGIN and the first statement, and a last write and COMMIT, are one round trip each
    pipeline: true,
    types: { getTypeParser },
  });
  // A connection that breaks while it rests in the pool is replaced by the pool; the next transaction notices nothing.
  pool.on("error", () => {});
  // A connection that breaks before its first statement has no other listener, and would end the program. Its first
  // statement reports the failure.
  pool.on("connect", (client) => client.on("error", () => {}));
  const writeListeners = new Set<WriteListener>();
  const source: Source = { pool, slow: options.slow };
  const nodes = new NodesAway(async (accountId) => {
    const { rows } = await pool.query<{ place: string }>(placeOfAccount, [accountId]);
    return rows[0]?.place;
  });
  const db: Database = {
    url,
    claims: options.claims ?? "together",
    writeListeners,
    tx: async (accountIds, work, how) => {
      const only = db.claims === "byAccount" && accountIds.length === 1 ? accountIds[0] : undefined;
      const committed = (statements: ReadonlySet<string>) => {
        for (const listener of writeListeners) listener(accountIds, statements);
      };
      const beginning = beginAs(accountIds, db.claims, how);
      if (only === undefined) return transaction(source, beginning, work, { ...how, committed });
      const within = (q: Query) => work({ ...q, only });
      return nodes.guard(only, () => transaction(source, beginning, within, { ...how, committed }));
    },
    global: (work, how) => transaction(source, beginAs([], db.claims, how), work, how),
    owner: (work, how) => transaction(source, { begin: ["begin"] }, work, how),
    close: () => pool.end(),
  };
  return db;
}

/** Of the node of a cluster that has the account. Read on the coordinator alone. */
const placeOfAccount = `select nodename || ':' || nodeport place from pg_dist_placement join pg_dist_node using (groupid)
  where shardid = get_shard_id_for_distribution_column('contact', $1::uuid)`;

/** The same database for work that comes in crowds: at most so many of its transactions at once, so that others find a connection. */
export function narrowed(db: Database, most: number): Database {
  let open = 0;
  const waiting: (() => void)[] = [];
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (open >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else open++;
    try {
      return await work();
    } finally {
      // the place goes to the next one, or is free
      const next = waiting.shift();
      if (next) next();
      else open--;
    }
  };
  return {
    url: db.url,
    claims: db.claims,
    writeListeners: db.writeListeners,
    close: db.close,
    tx: (accountIds, work, options) => inTurn(() => db.tx(accountIds, work, options)),
    global: (work, options) => inTurn(() => db.global(work, options)),
    owner: (work, options) => inTurn(() => db.owner(work, options)),
  };
}

/** True for an error after which the same transaction may be tried again without harm. */
export function isRepeatable(error: unknown): boolean {
  const code = codeOf(error);
  return code === serializationFailure || code === deadlockDetected || isLostConnection(error);
}

/** True when the connection or the server went away, or the node of an account, or no connection was to be had. */
export function isLostConnection(error: unknown): boolean {
  if (lostConnection.test(codeOf(error)) || isNodeAway(error)) return true;
  return error instanceof Error && lostConnectionText.test(error.message);
}

/** True for an error of the data, which comes again with every try. */
export const isDataError = (error: unknown): boolean => /^2[23]/.test(codeOf(error));

/** The SQLSTATE or system code of an error, or "". */
export function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}

/** How a transaction begins: messages, and what each of its statements is written as. */
interface Beginning {
  begin: readonly string[];
  /** Statements are written as a cluster takes them, and none is prepared by its name. */
  isCluster?: boolean;
}

/** Role and accounts travel with BEGIN in one message, so that row security costs no round trip. */
function beginAs(accountIds: readonly string[], claims: ClaimDialect, options: TransactionOptions = {}): Beginning {
  const accounts = setAccounts(accountIds);
  if (claims === "together")
    return { begin: [`begin; ${setRole}; ${accounts}${options.byKey ? `; ${genericPlans}; ${byKey}` : ""}`] };
  // Citus passes on the whole message of a SET LOCAL to the nodes: a message of its own for what they must know
  return {
    begin: [`begin; ${setRole}; ${ofCluster}`, options.byKey ? `${accounts}; ${byKey}` : accounts],
    isCluster: true,
  };
}

/** Names the accounts whose rows are visible from here to the end of the transaction. */
export function setAccounts(accountIds: readonly string[]): string {
  for (const id of accountIds) {
    // The list is written into the statement, so only what cannot be anything else than an id may pass.
    if (!uuid.test(id)) throw new TypeError(`Not an account id: ${JSON.stringify(id)}`);
  }
  return `set local trunkline.accounts = '{${accountIds.join(",").toLowerCase()}}'`;
}

const setRole = "set local role trunkline_runtime";

/**
 * On a cluster the account is a constant of each plan, and functions that Citus refuses in writes come from a schema of
 * their own, so no plan is used twice (decision 0114). Elsewhere that schema is not there, and the last setting means nothing.
 */
const ofCluster =
  "set local plan_cache_mode = force_custom_plan; set local search_path = trunkline_cluster, pg_catalog, public; set local citus.propagate_set_commands = 'local'";

const genericPlans = "set local plan_cache_mode = force_generic_plan";

/** A table that has just grown a thousandfold has no statistics yet, and one wrong hash join reads all of it in every claim. */
const byKey = "set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off";

/** Where the transactions of a database get their connections. */
interface Source {
  pool: pg.Pool;
  slow: SlowStatements | undefined;
}

async function transaction<T>(
  source: Source,
  beginning: Beginning,
  work: (q: Query) => Promise<T>,
  options: TransactionOptions & { committed?: (statements: ReadonlySet<string>) => void } = {},
): Promise<T> {
  const attempts = options.attempts ?? 3;
  for (let attempt = 1; ; attempt++) {
    try {
      const touched = new Set<string>();
      const result = await attemptOnce(source, beginning, work, touched);
      if (touched.size > 0) options.committed?.(touched);
      return result;
    } catch (error) {
      if (attempt >= attempts || error instanceof CommitUnknown || !isRepeatable(error)) throw error;
      await pause(10 * 2 ** attempt * (1 + Math.random()));
    }
  }
}

async function attemptOnce<T>(
  { pool, slow }: Source,
  { begin, isCluster }: Beginning,
  work: (q: Query) => Promise<T>,
  touched: Set<string>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on("error", onError);
  // BEGIN fails with its connection alone: the accounts are checked, and the role is there.
  const ahead = new Ahead();
  try {
    for (const message of begin) ahead.add(client.query(message));
    if (isCluster) await ahead.arrived();
    const result = await work(queryOver(client, touched, { isCluster, slow, ahead }));
    // Broken before COMMIT was sent: certainly nothing is saved, so it may be repeated.
    if (broken) throw broken;
    await commit(client, ahead);
    return result;
  } catch (thrown) {
    // the statements after one that failed only say that it did
    const error = thrown instanceof CommitUnknown ? thrown : ((await ahead.failure()) ?? thrown);
    // a node of the cluster that is away breaks none of the coordinator's connections
    if ((error instanceof CommitUnknown || isLostConnection(error)) && !isNodeAway(error)) broken ??= error as Error;
    if (!broken) await client.query("rollback").catch(onError);
    throw error;
  } finally {
    client.off("error", onError);
    client.release(broken);
  }
}

async function commit(client: pg.PoolClient, ahead: Ahead): Promise<void> {
  const answering = client.query("commit");
  answering.catch(() => {});
  const failure = await ahead.failure();
  const answer = await answering.catch((error: unknown) => {
    // the server has refused a write before it came to COMMIT
    if (failure instanceof pg.DatabaseError) throw failure;
    if (isLostConnection(error)) throw new CommitUnknown("The connection broke during COMMIT", { cause: error });
    throw error;
  });
  if (failure !== null) throw failure;
  // A statement whose error the work swallowed has aborted the transaction: PostgreSQL answers COMMIT with ROLLBACK.
  if (answer.command === "ROLLBACK") throw new Error("The transaction had failed before COMMIT: nothing was saved");
}

/** `touched` gets the texts of the statements with rows. */
function queryOver(
  client: pg.PoolClient,
  touched: Set<string>,
  { isCluster, slow, ahead }: Pick<Beginning, "isCluster"> & Pick<Source, "slow"> & { ahead: Ahead },
): Query {
  const send = async (
    { name, text }: Partial<Prepared> & { text: string },
    values?: Values,
  ): Promise<PreparedAnswer> => {
    const given = values as unknown[] | undefined;
    if (isCluster) return askCluster(client, text, given);
    return name === undefined ? client.query(text, given) : askPrepared(client, { name, text, values: given });
  };
  const ask = async (asked: string | Prepared, values?: Values) => {
    const statement = typeof asked === "string" ? { text: asked } : asked;
    const answer = await (slow === undefined
      ? send(statement, values)
      : timed(slow, statement, send(statement, values)));
    if ((answer.rowCount ?? 0) > 0) touched.add(statement.text);
    return answer;
  };
  return {
    async rows<T extends object>(statement: string | Prepared, values?: Values) {
      return (await ask(statement, values)).rows as T[];
    },
    async one<T extends object>(statement: string | Prepared, values?: Values) {
      return ((await ask(statement, values)).rows[0] as T | undefined) ?? null;
    },
    async run(statement, values) {
      return (await ask(statement, values)).rowCount ?? 0;
    },
    async runAhead(statement, values) {
      const answer = ask(statement, values);
      if (isCluster) await answer;
      else ahead.add(answer);
    },
    async copyIn(statement, source) {
      await ahead.arrived();
      // its rows are read as they are sent
      Object.assign(client, { pipeline: false });
      try {
        const target = client.query(copyFrom(statement));
        await pipeline(source, target);
        return target.rowCount;
      } finally {
        Object.assign(client, { pipeline: true });
      }
    },
  };
}
