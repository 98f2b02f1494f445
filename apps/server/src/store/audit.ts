import type { Database, Query } from "./database.ts";
import { newId } from "./newId.ts";

/** In whose name something is done: a user, a key, the worker, the set-up. */
export interface AuditBy {
  account: string;
  actor: { kind: string; id: string };
}

/** In whose name a row says it was made: `user:{id}`, `key:{id}`, or the worker itself. */
export function actorOf(createdBy: string): AuditBy["actor"] {
  const [kind = "worker", id = ""] = createdBy.split(":");
  return { kind, id };
}

const statement = {
  name: "audit",
  text: "insert into audit (account_id, audit_id, actor, action, target, outcome, data) values ($1, $2, $3, $4, $5, $6, $7)",
};

const toLink = {
  name: "audit_to_link",
  text: "insert into audit_queue (account_id, audit_id) values ($1, $2)",
};

/** What a change made of each thing that it changed: `from` and `to` of the keys that are different now. */
export function changesOf(
  before: object,
  after: object,
): { from: Record<string, unknown>; to: Record<string, unknown> } {
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const changed = Object.keys(is).filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]));
  const pick = (of: Record<string, unknown>) => Object.fromEntries(changed.map((key) => [key, of[key] ?? null]));
  return { from: pick(was), to: pick(is) };
}

/** Writes down a change in the transaction that makes it. `data` holds no secret and no message text. */
export async function audit(
  q: Query,
  by: AuditBy,
  action: string,
  target: string | null,
  data: Record<string, unknown> | null = null,
): Promise<void> {
  await write(q, by, action, target, "ok", data);
}

/** Writes down that something was refused, in a transaction of its own. */
export async function auditRefusal(
  db: Database,
  by: AuditBy,
  action: string,
  data: Record<string, unknown> | null = null,
): Promise<void> {
  await db.tx([by.account], (q) => write(q, by, action, null, "refused", data));
}

async function write(
  q: Query,
  by: AuditBy,
  action: string,
  target: string | null,
  outcome: string,
  data: Record<string, unknown> | null,
): Promise<void> {
  const actor = by.actor.id ? `${by.actor.kind}:${by.actor.id}` : by.actor.kind;
  const auditId = newId();
  await q.run(statement, [by.account, auditId, actor, action, target, outcome, data && JSON.stringify(data)]);
  await q.run(toLink, [by.account, auditId]);
}
