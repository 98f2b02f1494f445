import { type CarrierBody, type CarrierConnection, carrierRoutes } from "@trunkline/contract/carriers/carrier.ts";
import { type ConnectionKind, MissingSecret, passwordPlace } from "../../carriers/connectionKind.ts";
import { connectionKinds } from "../../carriers/connectionKinds.ts";
import { describeServices } from "../../carriers/describeServices.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { settled } from "../../http/keyedRequest.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import { SealBroken } from "../../secrets/secrets.ts";
import { audit, auditChange, maskedChange } from "../../store/audit/audit.ts";
import {
  type CarrierConnectionRow,
  carrierNameOf,
  findCarrierConnection,
  findCarrierConnectionNamed,
  listCarrierConnections,
  lockCarrierConnection,
  rebindCarrierConnection,
  removeCarrierConnection,
  saveCarrierConnection,
} from "../../store/carriers/carrierConnection.ts";
import type { Query } from "../../store/database.ts";
import { answerMoved } from "../../store/journeys/answer.ts";
import { blockQueuedOf } from "../../store/messages/message.ts";
import { newId } from "../../store/newId.ts";
import { followNumbers } from "../numbers/moveNumber.ts";

/** Connections to carriers (readings, Requests of our pages). */
export function registerCarrier(api: Api): void {
  handleSettings(api);
  handleUse(api);
}

function handleSettings(api: Api): void {
  handle(api, carrierRoutes.list, (call) =>
    call.db.tx([call.account], async (q) =>
      (await listCarrierConnections(q, call.account)).map((row) => show(row, call)),
    ),
  );
  handle(api, carrierRoutes.find, (call) =>
    call.db.tx([call.account], (q) => findShown(q, call, call.params.connectionId)),
  );
  handle(api, carrierRoutes.create, async (call) => {
    const saved = await call.db.tx([call.account], (q) => save(q, call, newId(), null, "carrier.create"));
    call.wakeUp();
    return saved;
  });
  handle(api, carrierRoutes.update, async (call) => {
    const { connectionId } = call.params;
    const saved = await call.db.tx([call.account], async (q) => {
      await lockCarrierConnection(q, call.account, connectionId);
      const before = await findCarrierConnection(q, call.account, connectionId);
      if (before === null) throw notFound("carrier connection");
      return save(q, call, connectionId, before, "carrier.update");
    });
    call.wakeUp();
    return saved;
  });
}

function handleUse(api: Api): void {
  handle(api, carrierRoutes.reconnect, async (call) => {
    const { connectionId } = call.params;
    const shown = await call.db.tx([call.account], async (q) => {
      const found = await findShown(q, call, connectionId);
      await rebindCarrierConnection(q, call.account, connectionId);
      await audit(q, call, "carrier.reconnect", connectionId, { name: found[0]?.name });
      return found;
    });
    call.wakeUp();
    return shown;
  });
  handle(api, carrierRoutes.remove, async (call) => {
    const { connectionId } = call.params;
    const name = await call.db.tx([call.account], async (q) => {
      await lockCarrierConnection(q, call.account, connectionId);
      const row = await findCarrierConnection(q, call.account, connectionId);
      if (row === null) throw notFound("carrier connection");
      if (row.agents > 0)
        throw conflict(
          `${row.agents === 1 ? "1 RCS agent uses" : `${row.agents} RCS agents use`} "${row.name}". Change ${row.agents === 1 ? "it" : "them"} first`,
          "path.connectionId",
          "carrier_in_use",
        );
      if (row.numbers > 0)
        throw conflict(
          `${row.numbers === 1 ? "1 number uses" : `${row.numbers} numbers use`} "${row.name}". Release ${row.numbers === 1 ? "it" : "them"} first`,
          "path.connectionId",
          "carrier_in_use",
        );
      await removeCarrierConnection(q, call.account, connectionId);
      await audit(q, call, "carrier.delete", connectionId, { name: row.name });
      return carrierNameOf(row);
    });
    // texts that were queued while their number moved away are not lost with the connection
    await followNumbers(call, name);
    await blockQueued(call, name);
    return [{ id: connectionId }];
  });
  handle(api, carrierRoutes.test, async (call) => {
    const { connectionId } = call.body;
    const kind = connectionKinds[call.body.kind ?? "smpp"];
    const saved =
      connectionId === undefined
        ? null
        : await call.db.tx([call.account], (q) => findCarrierConnection(q, call.account, connectionId));
    if (connectionId !== undefined && saved === null) throw notFound("carrier connection");
    const secret =
      secretIn(kind, call.body, () => (saved === null ? "" : openSecret(call, saved))) ??
      openPassword(call, saved, kind.secretLabel);
    await call.key.acts();
    const columns = kind.columnsOf(call.body);
    const tested = await kind.test(columns, secret, { egress: call.egress, publicUrl: call.config.publicUrl });
    return call.db.tx([call.account], async (q) => {
      await audit(q, call, "carrier.test", connectionId ?? columns.host, { ok: tested.ok });
      return settled(q, call, [tested]);
    });
  });
}

/** Saves a connection. Without a password in the body the saved one stays. */
async function save(
  q: Query,
  call: Call & { body: unknown },
  connectionId: string,
  before: CarrierConnectionRow | null,
  action: "carrier.create" | "carrier.update",
): Promise<CarrierConnection[]> {
  const { account, secrets } = call;
  const body = call.body as CarrierBody;
  const { kind = "smpp", name } = body;
  const { secretLabel, columnsOf } = connectionKinds[kind];
  if (before !== null && before.kind !== kind)
    throw invalid("The kind of a connection cannot be changed. Add another connection", "body.kind");
  const taken = await findCarrierConnectionNamed(q, account, name);
  if (taken !== null && taken !== connectionId)
    throw conflict(`A connection named "${name}" already exists`, "body.name");
  const secret = secretIn(connectionKinds[kind], body, () => (before === null ? "" : openSecret(call, before)));
  const sealed = secret === null ? before?.password : secrets.seal(passwordPlace(account, connectionId), secret);
  if (sealed === undefined) throw invalid(`${secretLabel} is required`, "body.password");
  const columns = columnsOf(body);
  const why = before !== null && before.agents > 0 ? connectionKinds[kind].whyNoRcs(columns) : null;
  if (why !== null)
    throw conflict(
      `RCS agents use "${name}", which ${why.replace(/, or choose .*/, "")}`,
      "body.rcsSender",
      "carrier_in_use",
    );
  await saveCarrierConnection(q, account, connectionId, { kind, name, password: sealed, ...columns });
  const { settings, ...where } = columns;
  if (before === null) await audit(q, call, action, connectionId, { kind, name, ...where });
  else {
    const sealing = maskedChange(before.password, sealed);
    await auditChange(q, call, action, connectionId, {
      about: { named: name },
      before: { ...listed(before), password: sealing.from },
      after: { name, ...where, ...settings, password: sealing.to },
    });
  }
  return findShown(q, call, connectionId);
}

/** Blocks texts that wait for a deleted connection, so that their journeys continue. */
async function blockQueued({ db, account }: Call, carrier: string): Promise<void> {
  for (let more = true; more; )
    more = await db.tx([account], async (q) => {
      const moved = await blockQueuedOf(q, account, carrier, 1_000);
      await answerMoved(q, moved, () => ({ ok: false, reason: "no_carrier" }));
      return moved.length > 0;
    });
}

/** The secret of a body as it is sealed. Null if the body has none. */
function secretIn(kind: ConnectionKind, body: { password?: string | undefined }, saved: () => string): string | null {
  if (kind.secretOf === undefined) return body.password || null;
  try {
    return kind.secretOf(body, saved);
  } catch (error) {
    if (error instanceof MissingSecret) throw invalid(error.message, `body.${error.field}`);
    throw error;
  }
}

function openPassword(call: Call, saved: CarrierConnectionRow | null, label: string): string {
  if (saved === null) throw invalid(`${label} is required`, "body.password");
  return openSecret(call, saved);
}

function openSecret({ account, secrets }: Pick<Call, "account" | "secrets">, saved: CarrierConnectionRow): string {
  try {
    return secrets.open(passwordPlace(account, saved.connectionId), saved.password);
  } catch (error) {
    if (error instanceof SealBroken) throw conflict(error.message, "body.password");
    throw error;
  }
}

type Asking = Pick<Call, "account" | "config" | "secrets">;

async function findShown(q: Query, call: Asking, connectionId: string): Promise<CarrierConnection[]> {
  const row = await findCarrierConnection(q, call.account, connectionId);
  if (row === null) throw notFound("carrier connection");
  return [show(row, call)];
}

/** The editable fields of a connection, except its password, for the audit log. */
const listed = ({ name, host, port, tls, systemId, settings }: CarrierConnectionRow) => ({
  name,
  host,
  port,
  tls,
  systemId,
  ...settings,
});

const dots = "••••••••";
const at = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Rounds to a tenth of a percent. */
const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1_000) / 10;

function show(row: CarrierConnectionRow, asking: Asking): CarrierConnection {
  const {
    account: accountId,
    config: { publicUrl },
  } = asking;
  const { connectionId, created, kind, name, numbers, agents } = row;
  const state =
    row.fresh && row.state !== "stopped" ? (row.state as CarrierConnection["health"]["state"]) : "unattended";
  return {
    connectionId,
    created: created.toISOString(),
    kind,
    name,
    ...connectionKinds[kind].show(row, { publicUrl, accountId, connectionId }, () => openSecret(asking, row)),
    password: dots,
    carries: connectionKinds[kind].carries,
    carriesRcs: connectionKinds[kind].whyNoRcs(row) === null,
    registersBrands: connectionKinds[kind].registry !== undefined,
    listsNumbers: connectionKinds[kind].numbers !== undefined,
    numbers,
    agents,
    health: {
      state,
      boundAt: state === "bound" ? at(row.boundAt) : null,
      lastError: row.error,
      lastErrorAt: at(row.errorAt),
      lastSuccessAt: at(row.successAt),
      throttledAt: at(row.throttledAt),
      underWay: row.underWay,
      sent: row.sent,
      refused: row.refused,
      refusedPercent: percentOf(row.refused, row.sent + row.refused),
      receipts: row.receipts,
      texts: row.texts,
      services: describeServices(row),
    },
  } as CarrierConnection;
}
