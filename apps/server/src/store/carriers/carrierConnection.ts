import type { CarrierKind, ConnectionSettings } from "@trunkline/contract/carriers/carrier.ts";
import type { Query } from "../database.ts";
import { type CarrierServiceRow, carrierServicesSql, forgetFailures } from "./carrierService.ts";

/** A connection as it is stored; its password is sealed. */
export interface CarrierConnectionFields {
  kind: CarrierKind;
  name: string;
  host: string;
  port: number;
  tls: boolean;
  /** Whom the carrier knows us as: the system id of SMPP, the account SID of a provider. */
  systemId: string;
  password: string;
  /** The settings of the kind, as the contract has them. */
  settings: ConnectionSettings;
}

/** A connection with how it is. */
export interface CarrierConnectionRow extends CarrierConnectionFields {
  connectionId: string;
  created: Date;
  numbers: number;
  /** RCS agents that send through it. */
  agents: number;
  /** Null if it was never tried. */
  state: string | null;
  boundAt: Date | null;
  error: string | null;
  errorAt: Date | null;
  /** When a text was last taken. */
  successAt: Date | null;
  throttledAt: Date | null;
  underWay: number;
  /** Whether the one who wrote this is still at it. */
  fresh: boolean;
  sent: number;
  refused: number;
  receipts: number;
  texts: number;
  services: CarrierServiceRow[];
}

/** The table's name, for the places of its secrets. */
export const carrierConnectionTable = "carrier_connection";

/** How texts and numbers name a connection as their carrier. */
export const carrierNameOf = ({ kind, connectionId }: { kind: CarrierKind; connectionId: string }): string =>
  `${kind}:${connectionId}`;

/** The same in a statement over `carrier_connection c`. */
export const carrierNameSql = "c.kind || ':' || c.connection_id";

/** The names of all carriers of an account, as an array: its connections and the simulated one. */
export const carrierNamesSql = (account: string): string =>
  `(array(select ${carrierNameSql} from carrier_connection c where c.account_id = ${account}) || 'simulated'::text)`;

/** Figures are of this many minutes. */
const minutes = 15;

const select = `select c.connection_id "connectionId", c.kind, c.name, c.host, c.port, c.tls, c.system_id "systemId", c.password, c.settings, c.created,
    (select count(*)::int from number n where n.account_id = c.account_id and n.carrier = ${carrierNameSql}) numbers,
    (select count(*)::int from rcs_agent g where g.account_id = c.account_id and g.connection_id = c.connection_id) agents,
    h.state, h.bound_at "boundAt", h.error, h.error_at "errorAt", h.success_at "successAt", h.throttled_at "throttledAt", coalesce(h.under_way, 0) "underWay",
    coalesce(h.updated > now() - interval '15 seconds', false) fresh,
    m.sent, m.refused, m.receipts, m.texts, ${carrierServicesSql} services
  from carrier_connection c
  left join carrier_health h on h.account_id = c.account_id and h.connection_id = c.connection_id
  cross join lateral (
    select coalesce(sum(sent), 0)::int sent, coalesce(sum(refused), 0)::int refused, coalesce(sum(receipts), 0)::int receipts,
      coalesce(sum(texts), 0)::int texts
    from carrier_minute m where m.account_id = c.account_id and m.connection_id = c.connection_id
      and m.minute > now() - interval '${minutes} minutes') m
  where c.account_id = $1`;

/** The account's connections, newest first. */
export const listCarrierConnections = (q: Query, account: string): Promise<CarrierConnectionRow[]> =>
  q.rows(`${select} order by c.connection_id desc`, [account]);

/** One connection, or null. */
export const findCarrierConnection = (
  q: Query,
  account: string,
  connectionId: string,
): Promise<CarrierConnectionRow | null> => q.one(`${select} and c.connection_id = $2`, [account, connectionId]);

/** A connection by the name that numbers have for it, and the segments a second over it; null: no limit. */
export interface CarrierPaceRow {
  carrier: string;
  name: string;
  perSecond: number | null;
  /** Calls a second over it. Null: no limit, or it places none. */
  callsPerSecond: number | null;
  /** It takes texts of registered numbers alone. */
  demandsRegistration: boolean;
}

/** How fast the account's connections send. */
export const listCarrierPaces = (q: Query, account: string): Promise<CarrierPaceRow[]> =>
  q.rows(
    `select ${carrierNameSql} carrier, c.name, (settings ->> 'perSecond')::int "perSecond", (settings ->> 'callsPerSecond')::int "callsPerSecond",
       coalesce((settings ->> 'demandsRegistration')::boolean, false) "demandsRegistration"
     from carrier_connection c where account_id = $1`,
    [account],
  );

/** The id of the connection of this name, whatever its case, or null. */
export async function findCarrierConnectionNamed(q: Query, account: string, name: string): Promise<string | null> {
  const row = await q.one<{ id: string }>(
    "select connection_id id from carrier_connection where account_id = $1 and lower(name) = lower($2)",
    [account, name],
  );
  return row?.id ?? null;
}

/** Whether browsers carry the sound of a connection of the account. */
export const hasPhoneKey = async (q: Query, account: string): Promise<boolean> =>
  (await q.run("select from carrier_connection where account_id = $1 and settings ->> 'apiKeySid' <> '' limit 1", [
    account,
  ])) > 0;

/** The account's connections without their figures: connected ones first, then the oldest. */
export const listForLookUp = (
  q: Query,
  account: string,
): Promise<(CarrierConnectionFields & { connectionId: string })[]> =>
  q.rows(
    `select c.connection_id "connectionId", c.kind, c.name, c.host, c.port, c.tls, c.system_id "systemId", c.password, c.settings
     from carrier_connection c left join carrier_health h on h.account_id = c.account_id and h.connection_id = c.connection_id
     where c.account_id = $1 order by h.state is not distinct from 'bound' desc, c.connection_id`,
    [account],
  );

/** Saves a connection, new or changed. The holder of its bind binds again. */
export async function saveCarrierConnection(
  q: Query,
  account: string,
  connectionId: string,
  { kind, name, host, port, tls, systemId, password, settings }: CarrierConnectionFields,
): Promise<void> {
  await q.run(
    `insert into carrier_connection (account_id, connection_id, name, host, port, tls, system_id, password, settings, kind)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (account_id, connection_id) do update set name = excluded.name, host = excluded.host, port = excluded.port,
       tls = excluded.tls, system_id = excluded.system_id, password = excluded.password, settings = excluded.settings`,
    [account, connectionId, name, host, port, tls, systemId, password, JSON.stringify(settings), kind],
  );
  await q.run(
    `insert into carrier_bind (connection_id, account_id) values ($1, $2)
     on conflict (account_id, connection_id) do update set revision = carrier_bind.revision + 1`,
    [connectionId, account],
  );
  await forgetFailures(q, account, connectionId);
}

/** Makes the holder of the bind bind again, and forgets what the carrier refused before. */
export async function rebindCarrierConnection(q: Query, account: string, connectionId: string): Promise<void> {
  await q.run("update carrier_bind set revision = revision + 1 where connection_id = $1 and account_id = $2", [
    connectionId,
    account,
  ]);
  await forgetFailures(q, account, connectionId);
}

/** Saves a password that was sealed again. The password itself is the same, so the holder does not bind again. */
export const updateCarrierPassword = (
  q: Query,
  account: string,
  connectionId: string,
  password: { from: string; to: string },
): Promise<number> =>
  q.run("update carrier_connection set password = $4 where account_id = $1 and connection_id = $2 and password = $3", [
    account,
    connectionId,
    password.from,
    password.to,
  ]);

/** Removes a connection; false when there is none. */
export async function removeCarrierConnection(q: Query, account: string, connectionId: string): Promise<boolean> {
  const removed = await q.run("delete from carrier_connection where account_id = $1 and connection_id = $2", [
    account,
    connectionId,
  ]);
  if (removed > 0)
    await q.run("delete from carrier_bind where connection_id = $1 and account_id = $2", [connectionId, account]);
  return removed > 0;
}

/** Keeps a connection as it is until the transaction ends. Returns the name that numbers have for it, or null when there is none. */
export async function lockCarrierConnection(q: Query, account: string, connectionId: string): Promise<string | null> {
  const row = await q.one<{ carrier: string }>(
    `select ${carrierNameSql} carrier from carrier_connection c where account_id = $1 and connection_id = $2 for update`,
    [account, connectionId],
  );
  return row?.carrier ?? null;
}

/** Counts what arrived by a connection's webhooks. */
export const countArrivals = (
  q: Query,
  account: string,
  connectionId: string,
  { receipts = 0, texts = 0 }: { receipts?: number; texts?: number },
): Promise<number> =>
  q.run(
    `insert into carrier_minute (account_id, connection_id, minute, sent, refused, receipts, texts)
     values ($1, $2, date_trunc('minute', now()), 0, 0, $3, $4)
     on conflict (account_id, connection_id, minute) do update set receipts = carrier_minute.receipts + excluded.receipts,
       texts = carrier_minute.texts + excluded.texts`,
    [account, connectionId, receipts, texts],
  );

/** What the holder of a bind reports: its state, and the traffic since the last report. */
export interface HealthReport {
  accountId: string;
  connectionId: string;
  state: string;
  boundAt: Date | null;
  error: string | null;
  errorAt: Date | null;
  throttledAt: Date | null;
  underWay: number;
  sent: number;
  refused: number;
  receipts: number;
  texts: number;
}

/** Writes how connections are; the last error, throttle and success outlive the bind that saw them. Of connections that were just deleted nothing is written. */
export async function writeHealth(q: Query, reports: readonly HealthReport[]): Promise<void> {
  const rows = JSON.stringify(reports);
  const source = `jsonb_to_recordset($1) r ("accountId" uuid, "connectionId" uuid, state text, "boundAt" timestamptz, error text,
      "errorAt" timestamptz, "throttledAt" timestamptz, "underWay" int, sent int, refused int, receipts int, texts int)
    join carrier_connection c on c.account_id = r."accountId" and c.connection_id = r."connectionId"`;
  await q.run(
    `insert into carrier_health (account_id, connection_id, state, bound_at, error, error_at, throttled_at, under_way, success_at)
     select r."accountId", r."connectionId", r.state, r."boundAt", r.error, r."errorAt", r."throttledAt", r."underWay",
       case when r.sent > 0 then now() end
     from ${source}
     on conflict (account_id, connection_id) do update set state = excluded.state, bound_at = excluded.bound_at,
       error = coalesce(excluded.error, carrier_health.error), error_at = coalesce(excluded.error_at, carrier_health.error_at),
       throttled_at = coalesce(excluded.throttled_at, carrier_health.throttled_at), under_way = excluded.under_way,
       success_at = coalesce(excluded.success_at, carrier_health.success_at), updated = now()`,
    [rows],
  );
  await q.run(
    `insert into carrier_minute (account_id, connection_id, minute, sent, refused, receipts, texts)
     select r."accountId", r."connectionId", date_trunc('minute', now()), r.sent, r.refused, r.receipts, r.texts
     from ${source} where r.sent + r.refused + r.receipts + r.texts > 0
     on conflict (account_id, connection_id, minute) do update set sent = carrier_minute.sent + excluded.sent,
       refused = carrier_minute.refused + excluded.refused, receipts = carrier_minute.receipts + excluded.receipts,
       texts = carrier_minute.texts + excluded.texts`,
    [rows],
  );
}
