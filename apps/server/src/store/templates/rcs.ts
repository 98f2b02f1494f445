import type { RcsContent } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { carrierNameSql } from "../carriers/carrierConnection.ts";
import type { Query } from "../database.ts";

export interface RcsAgentRow {
  agentId: string;
  name: string;
  description: string;
  logoUrl: string | null;
  /** The connection that its messages are sent through. Null: the carrier of the number. */
  connectionId: string | null;
  created: Date;
}

export interface RcsTemplateRow {
  templateKey: string;
  content: RcsContent;
  created: Date;
}

const agentColumns = `agent_id "agentId", name, description, logo_url "logoUrl", connection_id "connectionId", created`;
const templateColumns = `template_key "templateKey", content, created`;

/** RCS agents of the account, newest first. */
export const listRcsAgents = (q: Query, account: string): Promise<RcsAgentRow[]> =>
  q.rows(`select ${agentColumns} from rcs_agent where account_id = $1 order by created desc, agent_id`, [account]);

/** One RCS agent, or null. */
export const findRcsAgent = (q: Query, account: string, agentId: string): Promise<RcsAgentRow | null> =>
  q.one(`select ${agentColumns} from rcs_agent where account_id = $1 and agent_id = $2`, [account, agentId]);

/** Makes an RCS agent; false when its id is taken. */
export const insertRcsAgent = async (
  q: Query,
  account: string,
  agent: Omit<RcsAgentRow, "created">,
): Promise<boolean> =>
  (await q.run(
    `insert into rcs_agent (account_id, agent_id, name, description, logo_url, connection_id) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [account, agent.agentId, agent.name, agent.description, agent.logoUrl, agent.connectionId],
  )) > 0;

/** Changes what contacts see of an RCS agent. */
export const updateRcsAgent = async (
  q: Query,
  account: string,
  agent: Omit<RcsAgentRow, "created">,
): Promise<boolean> =>
  (await q.run(
    `update rcs_agent set name = $3, description = $4, logo_url = $5, connection_id = $6, updated = now()
     where account_id = $1 and agent_id = $2`,
    [account, agent.agentId, agent.name, agent.description, agent.logoUrl, agent.connectionId],
  )) > 0;

/** Removes an RCS agent; a journey that needs it fails with a reason. */
export const removeRcsAgent = async (q: Query, account: string, agentId: string): Promise<boolean> =>
  (await q.run("delete from rcs_agent where account_id = $1 and agent_id = $2", [account, agentId])) > 0;

/** RCS messages of the account, newest first. */
export const listRcsTemplates = (q: Query, account: string): Promise<RcsTemplateRow[]> =>
  q.rows(`select ${templateColumns} from rcs_template where account_id = $1 order by created desc, template_key`, [
    account,
  ]);

/** One RCS message, or null. */
export const findRcsTemplate = (q: Query, account: string, templateKey: string): Promise<RcsTemplateRow | null> =>
  q.one(`select ${templateColumns} from rcs_template where account_id = $1 and template_key = $2`, [
    account,
    templateKey,
  ]);

/** Keeps an RCS message under its key; false when the key is taken. */
export const insertRcsTemplate = async (
  q: Query,
  account: string,
  templateKey: string,
  content: RcsContent,
): Promise<boolean> =>
  (await q.run(
    "insert into rcs_template (account_id, template_key, content) values ($1, $2, $3::jsonb) on conflict do nothing",
    [account, templateKey, JSON.stringify(content)],
  )) > 0;

/** Changes an RCS message; journeys read it when they make theirs. */
export const updateRcsTemplate = async (
  q: Query,
  account: string,
  templateKey: string,
  content: RcsContent,
): Promise<boolean> =>
  (await q.run(
    "update rcs_template set content = $3::jsonb, updated = now() where account_id = $1 and template_key = $2",
    [account, templateKey, JSON.stringify(content)],
  )) > 0;

/** Removes an RCS message; a journey that needs it fails with a reason. */
export const removeRcsTemplate = async (q: Query, account: string, templateKey: string): Promise<boolean> =>
  (await q.run("delete from rcs_template where account_id = $1 and template_key = $2", [account, templateKey])) > 0;

/** Which of these are agents, and which are message keys, of the account. */
export async function listKnownRcs(
  q: Query,
  account: string,
  named: { agents: readonly string[]; templates: readonly string[] },
): Promise<{ agents: Set<string>; templates: Set<string> }> {
  if (named.agents.length === 0 && named.templates.length === 0) return { agents: new Set(), templates: new Set() };
  const rows = await q.rows<{ kind: "agent" | "template"; name: string }>(
    `select 'agent' kind, agent_id name from rcs_agent where account_id = $1 and agent_id = any ($2::text[])
     union all
     select 'template', template_key from rcs_template where account_id = $1 and template_key = any ($3::text[])`,
    [account, named.agents, named.templates],
  );
  const of = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map(({ name }) => name));
  return { agents: of("agent"), templates: of("template") };
}

/** The carrier that the messages of an agent are sent through. Null: the carrier of the number. */
export async function findRcsCarrier(q: Query, account: string, agentId: string): Promise<string | null> {
  const row = await q.one<{ carrier: string }>(
    `select ${carrierNameSql} carrier from rcs_agent g
     join carrier_connection c on c.account_id = g.account_id and c.connection_id = g.connection_id
     where g.account_id = $1 and g.agent_id = $2`,
    [account, agentId],
  );
  return row?.carrier ?? null;
}
