import type { Query } from "../database.ts";
import { type ScanResult, scanBackwards } from "../scan.ts";

export interface AuditRow {
  auditId: string;
  at: Date;
  /** As people read it. */
  actor: string;
  /** `user:{id}`, `key:{id}`, worker, setup. */
  actorId: string;
  action: string;
  target: string | null;
  outcome: string;
  data: Record<string, unknown> | null;
}

/** What the audit log is filtered by. */
export interface AuditFilter {
  actor?: string | undefined;
  /** What kind of thing: the first word of the action. */
  subject?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
  outcome?: string | undefined;
  /** ISO 8601: written then or later. */
  startDate?: string | undefined;
  /** ISO 8601: written before. */
  endDate?: string | undefined;
  /** Text anywhere in what a row shows. */
  search?: string | undefined;
}

interface AuditPage {
  limit: number;
  before?: string | undefined;
  since?: string | undefined;
}

const nameOfActor = `coalesce(u.name || ' (' || u.email || ')', 'API key ' || k.name, a.actor)`;
const named = `
  left join auth_user u on u.user_id = case when a.actor like 'user:%' then substr(a.actor, 6)::uuid end
  left join api_key k on k.account_id = a.account_id
    and k.api_key_id = case when a.actor like 'key:%' then substr(a.actor, 5)::uuid end`;

/** The statement contains only the requested conditions, so that each filter is planned with its own index. Dates are ranges of the ids. */
function conditions(account: string, filter: AuditFilter, { before, since }: Pick<AuditPage, "before" | "since">) {
  const values: unknown[] = [account];
  const where = ["a.account_id = $1"];
  const add = (value: unknown, condition: (place: string) => string): void => {
    if (value === undefined) return;
    values.push(value);
    where.push(condition(`$${values.length}`));
  };
  add(before, (at) => `a.audit_id < ${at}::uuid`);
  add(since, (at) => `a.audit_id >= ${at}::uuid`);
  add(filter.startDate, (at) => `a.audit_id >= trunkline_first_id(${at}::timestamptz)`);
  add(filter.endDate, (at) => `a.audit_id < trunkline_first_id(${at}::timestamptz)`);
  add(filter.actor, (at) => `a.actor = ${at}::text`);
  add(filter.subject, (at) => `a.subject = ${at}::text`);
  add(filter.action, (at) => `a.action = ${at}::text`);
  add(filter.target, (at) => `a.target = ${at}::text`);
  add(filter.outcome, (at) => `a.outcome = ${at}::text`);
  add(
    filter.search,
    (at) =>
      `position(lower(${at}::text) in lower(concat_ws(' ', a.action, a.target, a.data::text, ${nameOfActor}))) > 0`,
  );
  return { where: where.join(" and "), values };
}

/** Who changed what in an account, newest first; names of users and keys that are still there. */
export function listAudit(q: Query, account: string, filter: AuditFilter, { limit, ...from }: AuditPage) {
  const { where, values } = conditions(account, filter, from);
  return q.rows<AuditRow>(
    `select a.audit_id "auditId", a.at, a.action, a.target, a.outcome, a.data, a.actor "actorId", ${nameOfActor} actor
     from audit a ${named} where ${where} order by a.audit_id desc limit $${values.length + 1}`,
    [...values, limit],
  );
}

/** A page of the audit log: at once where one index serves the filter, else as far back as patience lasts (decision 0034). */
export async function findAudit(
  q: Query,
  account: string,
  filter: AuditFilter,
  { limit, before }: AuditPage,
): Promise<ScanResult<AuditRow>> {
  const { actor, subject, action, target, outcome, search, ...dates } = filter;
  const chosen = [actor, subject, action, target].filter((one) => one !== undefined);
  if (search === undefined && outcome === undefined && chosen.length <= 1) {
    const rows = await listAudit(q, account, filter, { limit, before });
    const last = rows.at(-1);
    return { rows, next: rows.length === limit && last !== undefined ? last.auditId : null, searchedTo: null };
  }
  return scanBackwards({
    limit,
    before,
    idOf: ({ auditId }) => auditId,
    read: (page) => listAudit(q, account, filter, page),
    endOf: async (from, size) => {
      // one of the filters may have an index: the scan window is counted along it
      const one = { actor, subject: actor ? undefined : subject, action: actor || subject ? undefined : action };
      const { where, values } = conditions(account, { ...dates, ...one }, { before: from });
      const row = await q.one<{ id: string }>(
        `select a.audit_id id from audit a where ${where} order by a.audit_id desc offset $${values.length + 1} limit 1`,
        [...values, size - 1],
      );
      return row?.id ?? null;
    },
  });
}

/** When the account's kill switch was turned on last, and by whom while they are there. */
export const findKillSwitchTurn = (q: Query, account: string) =>
  q.one<{ at: Date; by: string | null }>(
    `select a.at, coalesce(u.name, 'API key ' || k.name) "by" from audit a ${named}
     where a.account_id = $1 and a.action = 'account.update' and a.data -> 'to' -> 'killSwitch' = 'true'
     order by a.audit_id desc limit 1`,
    [account],
  );

/** The different values of a column of the audit, one look into its index for each. */
const different = (column: "subject" | "action" | "actor") => `
  with recursive one as (
    (select ${column} as word from audit where account_id = $1 order by ${column} limit 1)
    union all
    select (select a.${column} from audit a where a.account_id = $1 and a.${column} > one.word order by a.${column} limit 1)
    from one where one.word is not null)`;

/** What the audit log can be filtered by: the kinds of things, actions and people that stand in it. */
export async function listAuditFilters(q: Query, account: string) {
  const words = async (column: "subject" | "action") =>
    (
      await q.rows<{ word: string }>(`${different(column)} select word from one where word is not null order by 1`, [
        account,
      ])
    ).map(({ word }) => word);
  const actors = await q.rows<{ id: string; name: string }>(
    `${different("actor")}
     select a.actor id, ${nameOfActor} name from (select $1::uuid account_id, word actor from one where word is not null) a ${named}
     order by 2, 1 limit 1000`,
    [account],
  );
  return { subjects: await words("subject"), actions: await words("action"), actors };
}
