import { isDeepStrictEqual } from "node:util";
import { secretMask } from "@trunkline/contract/webhooks/callback.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import type { Database, Query } from "../database.ts";
import { newId } from "../newId.ts";

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
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const changed = keys.filter((key) => !isDeepStrictEqual(ownValue(was, key) ?? null, ownValue(is, key) ?? null));
  const pick = (of: Record<string, unknown>) =>
    Object.fromEntries(changed.map((key) => [key, cut(ownValue(of, key) ?? null)]));
  return { from: pick(was), to: pick(is) };
}

/** So much of a long text or list is kept: the log tells what was changed, not all that there was. */
const longest = 1_000;

function cut(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : value;
}

/** Replaces a sealed secret in a change, so that the log shows that it changed but never its value. */
export const maskedChange = (
  before: string | null,
  after: string | null,
): { from: string | null; to: string | null } =>
  before === after
    ? { from: null, to: null }
    : { from: before === null ? null : secretMask, to: after === null ? null : `${secretMask} (new)` };

/** Writes down what a change made of a thing: each value before and after. `about` names the thing. */
export const auditChange = (
  q: Query,
  by: AuditBy,
  action: string,
  target: string,
  { about = {}, before, after }: { about?: Record<string, unknown>; before: object; after: object },
): Promise<void> => audit(q, by, action, target, { ...about, ...changesOf(before, after) });

/** Writes down a change in the transaction that makes it. `data` holds no secret and no text that a person was sent. */
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
