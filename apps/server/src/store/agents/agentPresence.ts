import type { Role } from "@trunkline/contract/identity/roles.ts";
import type { Query } from "../database.ts";

/** Whether an agent takes contacts. */
export type AgentStatus = "available" | "away";

/** The agent's availability. Agents are available by default. */
export async function findPresence(q: Query, account: string, agent: string): Promise<AgentStatus> {
  const row = await q.one<{ status: AgentStatus }>(
    "select status from agent_presence where account_id = $1 and agent = $2",
    [account, agent],
  );
  return row?.status ?? "available";
}

/** Writes down whether an agent takes contacts. */
export async function savePresence(q: Query, account: string, agent: string, status: AgentStatus): Promise<void> {
  await q.run(
    `insert into agent_presence (account_id, agent, status, changed) values ($1, $2, $3, now())
     on conflict (account_id, agent) do update set status = excluded.status, updated = now(), changed = now()`,
    [account, agent, status],
  );
}

/** A user of the account as an agent. */
export interface AgentRow {
  userId: string;
  name: string;
  role: Role;
  privileges: string[];
  status: AgentStatus;
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
       coalesce(p.status, 'available') status, p.updated since,
       case when p.seen is null or p.seen < now() - interval '30 seconds' then 'closed'
         when exists (select from call_offer o where o.account_id = m.account_id and o.user_id = m.user_id
           and o.state in ('ringing', 'talking')) then 'busy' else 'open' end phone,
       (select count(*)::int from agent_hold h where h.account_id = m.account_id and h.agent = 'user:' || m.user_id
         and h.state = 'taken') holding
     from membership m join auth_user u using (user_id)
     left join agent_presence p on p.account_id = m.account_id and p.agent = 'user:' || m.user_id
     where m.account_id = $1 order by lower(coalesce(nullif(u.name, ''), u.email)), m.user_id`,
    [account],
  );
