import type { Query } from "./database.ts";

export interface AuditRow {
  auditId: string;
  at: Date;
  actor: string;
  action: string;
  target: string | null;
  outcome: string;
  data: Record<string, unknown> | null;
}

/** Who changed what in an account, newest first; names of users and keys that are still there. */
export const listAudit = (
  q: Query,
  account: string,
  page: { limit: number; before?: string; target?: string; action?: string },
): Promise<AuditRow[]> =>
  q.rows(
    `select a.audit_id "auditId", a.at, a.action, a.target, a.outcome, a.data,
            coalesce(u.name || ' (' || u.email || ')', 'API key ' || k.name, a.actor) actor
     from audit a
     left join auth_user u on a.actor = 'user:' || u.user_id
     left join api_key k on k.account_id = a.account_id and a.actor = 'key:' || k.api_key_id
     where a.account_id = $1 and ($2::uuid is null or a.audit_id < $2)
       and ($3::text is null or a.target = $3) and ($4::text is null or a.action = $4)
     order by a.audit_id desc limit $5`,
    [account, page.before ?? null, page.target ?? null, page.action ?? null, page.limit],
  );
