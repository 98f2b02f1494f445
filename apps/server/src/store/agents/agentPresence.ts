import type { Role } from "@trunkline/contract/identity/roles.ts";
import type { Query } from "../database.ts";

/** Whether an agent takes contacts. */
export type AgentStatus = "available" | "away";

/** An agent's availability. */
export interface PresenceRow {
  status: AgentStatus;
  /** Why they are away. */
  reasonId: string | null;
  reason: string | null;
  /** When they set it; null: never. */
  since: Date | null;
}

/** The agent's availability. Agents are available by default. */
export async function findPresence(q: Query, account: string, agent: string): Promise<PresenceRow> {
  const row = await q.one<PresenceRow>(
    `select p.status, p.reason_id "reasonId", r.name reason, p.updated since
     from agent_presence p left join agent_reason r on r.account_id = p.account_id and r.reason_id = p.reason_id
     where p.account_id = $1 and p.agent = $2`,
    [account, agent],
  );
  return row ?? { status: "available", reasonId: null, reason: null, since: null };
}

/** Writes down whether an agent takes contacts, and why not; false if it was so before. */
export const savePresence = async (
  q: Query,
  account: string,
  agent: string,
  { status, reasonId }: { status: AgentStatus; reasonId: string | null },
): Promise<boolean> =>
  (await q.run(
    `insert into agent_presence (account_id, agent, status, reason_id, changed) values ($1, $2, $3, $4, now())
     on conflict (account_id, agent) do update set status = excluded.status, reason_id = excluded.reason_id, updated = now(),
       changed = now()
     where (agent_presence.status, agent_presence.reason_id) is distinct from (excluded.status, excluded.reason_id)`,
    [account, agent, status, reasonId],
  )) > 0;

/** A user of the account as an agent. */
export interface AgentRow {
  userId: string;
  name: string;
  role: Role;
  privileges: string[];
  status: AgentStatus;
  /** The name of the reason for being away. */
  reason: string | null;
  /** The state of the phone in the browser: not open, ringing or in a call, or ready to ring. */
  phone: "closed" | "busy" | "open";
  /** When they said so; null: never. */
  since: Date | null;
  /** Contacts taken and not wrapped up. */
  holding: number;
}

/** The users of an account with their presence, by name. */
export const listAgents = (q: Query, account: string): Promise<AgentRow[]> =>
  q.rows(
    `select m.user_id "userId", coalesce(nullif(u.name, ''), u.email) "name", m.role, m.privileges,
       coalesce(p.status, 'available') status, r.name reason, p.updated since,
       case when p.seen is null or p.seen < now() - interval '30 seconds' then 'closed'
         when exists (select from call_offer o where o.account_id = m.account_id and o.user_id = m.user_id
           and o.state in ('ringing', 'talking')) then 'busy' else 'open' end phone,
       (select count(*)::int from agent_hold h where h.account_id = m.account_id and h.agent = 'user:' || m.user_id
         and h.state = 'taken') holding
     from membership m join auth_user u using (user_id)
     left join agent_presence p on p.account_id = m.account_id and p.agent = 'user:' || m.user_id
     left join agent_reason r on r.account_id = p.account_id and r.reason_id = p.reason_id
     where m.account_id = $1 order by lower(coalesce(nullif(u.name, ''), u.email)), m.user_id`,
    [account],
  );
