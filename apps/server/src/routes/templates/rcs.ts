import { type RcsAgent, type RcsTemplate, rcsRoutes } from "@trunkline/contract/templates/rcs.ts";
import { connectionKinds } from "../../carriers/connectionKinds.ts";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import { findCarrierConnection, lockCarrierConnection } from "../../store/carriers/carrierConnection.ts";
import type { Query } from "../../store/database.ts";
import {
  findRcsAgent,
  findRcsTemplate,
  insertRcsAgent,
  insertRcsTemplate,
  listRcsAgents,
  listRcsTemplates,
  type RcsAgentRow,
  type RcsTemplateRow,
  removeRcsAgent,
  removeRcsTemplate,
  updateRcsAgent,
  updateRcsTemplate,
} from "../../store/templates/rcs.ts";
import { listCampaignsThatMention } from "../../store/workflows/campaign.ts";
import { checkRcsTexts } from "./checkedTemplate.ts";

/** RCS agents and messages (readings, Requests of our pages). */
export function registerRcs(api: Api): void {
  registerAgents(api);
  registerTemplates(api);
}

function registerAgents(api: Api): void {
  handle(api, rcsRoutes.agents, ({ db, account }) =>
    db.tx([account], async (q) => showAgents(q, account, await listRcsAgents(q, account))),
  );
  handle(api, rcsRoutes.findAgent, ({ db, account, params }) =>
    db.tx([account], (q) => findAgentShown(q, account, params.agentId)),
  );
  handle(api, rcsRoutes.createAgent, (call) =>
    call.db.tx([call.account], async (q) => {
      const { agentId, name, connectionId } = call.body;
      await needAgentsConnection(q, call.account, connectionId);
      if (!(await insertRcsAgent(q, call.account, call.body)))
        throw conflict(`The agent ${agentId} already exists`, "body.agentId");
      await audit(q, call, "rcsAgent.create", agentId, { name });
      return findAgentShown(q, call.account, agentId);
    }),
  );
  handle(api, rcsRoutes.updateAgent, (call) =>
    call.db.tx([call.account], async (q) => {
      const { agentId } = call.params;
      const before = await findRcsAgent(q, call.account, agentId);
      if (before === null) throw notFound("agent");
      const { name, description, logoUrl, connectionId } = before;
      const after = {
        ...call.body,
        connectionId: call.body.connectionId === undefined ? connectionId : call.body.connectionId,
      };
      await needAgentsConnection(q, call.account, after.connectionId);
      if (!(await updateRcsAgent(q, call.account, { ...after, agentId }))) throw notFound("agent");
      await auditChange(q, call, "rcsAgent.update", agentId, {
        before: { name, description, logoUrl, connectionId },
        after,
      });
      return findAgentShown(q, call.account, agentId);
    }),
  );
  handle(api, rcsRoutes.removeAgent, (call) =>
    call.db.tx([call.account], async (q) => {
      const { agentId } = call.params;
      if (!(await removeRcsAgent(q, call.account, agentId))) throw notFound("agent");
      await audit(q, call, "rcsAgent.delete", agentId);
      return [{ id: agentId }];
    }),
  );
}

function registerTemplates(api: Api): void {
  handle(api, rcsRoutes.templates, ({ db, account }) =>
    db.tx([account], async (q) => showTemplates(q, account, await listRcsTemplates(q, account))),
  );
  handle(api, rcsRoutes.findTemplate, ({ db, account, params }) =>
    db.tx([account], (q) => findTemplateShown(q, account, params.templateKey)),
  );
  handle(api, rcsRoutes.createTemplate, (call) =>
    call.db.tx([call.account], async (q) => {
      const { templateKey, content } = call.body;
      checkRcsTexts(content);
      if (!(await insertRcsTemplate(q, call.account, templateKey, content)))
        throw conflict(`A message with the key ${templateKey} already exists`, "body.templateKey");
      await audit(q, call, "rcsTemplate.create", templateKey);
      return findTemplateShown(q, call.account, templateKey);
    }),
  );
  handle(api, rcsRoutes.updateTemplate, (call) =>
    call.db.tx([call.account], async (q) => {
      const { templateKey } = call.params;
      checkRcsTexts(call.body.content);
      const before = await findRcsTemplate(q, call.account, templateKey);
      if (before === null || !(await updateRcsTemplate(q, call.account, templateKey, call.body.content)))
        throw notFound("message");
      await auditChange(q, call, "rcsTemplate.update", templateKey, {
        before: before.content,
        after: call.body.content,
      });
      return findTemplateShown(q, call.account, templateKey);
    }),
  );
  handle(api, rcsRoutes.removeTemplate, (call) =>
    call.db.tx([call.account], async (q) => {
      const { templateKey } = call.params;
      if (!(await removeRcsTemplate(q, call.account, templateKey))) throw notFound("message");
      await audit(q, call, "rcsTemplate.delete", templateKey);
      return [{ id: templateKey }];
    }),
  );
}

/** Refuses a connection that does not exist or that carries no RCS. */
async function needAgentsConnection(q: Query, account: string, connectionId: string | null): Promise<void> {
  if (connectionId === null) return;
  if ((await lockCarrierConnection(q, account, connectionId)) === null)
    throw invalid("This carrier connection does not exist", "body.connectionId");
  const row = await findCarrierConnection(q, account, connectionId);
  const why = row === null ? null : connectionKinds[row.kind].whyNoRcs(row);
  if (why !== null) throw invalid(`"${row?.name}" ${why}`, "body.connectionId");
}

async function findAgentShown(q: Query, account: string, agentId: string): Promise<RcsAgent[]> {
  const row = await findRcsAgent(q, account, agentId);
  if (!row) throw notFound("agent");
  return showAgents(q, account, [row]);
}

async function showAgents(q: Query, account: string, rows: RcsAgentRow[]): Promise<RcsAgent[]> {
  const usedBy = await usesOf(
    q,
    account,
    rows.map((row) => row.agentId),
  );
  return rows.map((row) => ({ ...row, created: row.created.toISOString(), usedBy: usedBy(row.agentId) }));
}

async function findTemplateShown(q: Query, account: string, templateKey: string): Promise<RcsTemplate[]> {
  const row = await findRcsTemplate(q, account, templateKey);
  if (!row) throw notFound("message");
  return showTemplates(q, account, [row]);
}

async function showTemplates(q: Query, account: string, rows: RcsTemplateRow[]): Promise<RcsTemplate[]> {
  const usedBy = await usesOf(
    q,
    account,
    rows.map((row) => row.templateKey),
  );
  return rows.map((row) => ({ ...row, created: row.created.toISOString(), usedBy: usedBy(row.templateKey) }));
}

async function usesOf(q: Query, account: string, names: readonly string[]) {
  const uses = await listCampaignsThatMention(q, account, names);
  return (name: string) =>
    uses.filter((use) => use.id === name).map(({ campaignId, campaignName }) => ({ campaignId, campaignName }));
}
