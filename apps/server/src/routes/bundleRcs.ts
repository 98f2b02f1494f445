import { isDeepStrictEqual } from "node:util";
import { rcsAgentBody, rcsTemplateBody } from "@trunkline/contract/rcs.ts";
import type { Bundle } from "@trunkline/workflow/outbound/bundle.ts";
import type { z } from "zod";
import { invalid } from "../http/problem.ts";
import type { Query } from "../store/database.ts";
import { findRcsAgent, insertRcsAgent, insertRcsTemplate, listRcsAgents, listRcsTemplates } from "../store/rcs.ts";

/** The RCS messages and agents that a workflow names, as its bundle carries them. */
export async function listBundledRcs(
  q: Query,
  account: string,
  named: { templates: readonly string[]; agents: readonly string[] },
): Promise<Pick<Bundle, "rcsTemplates" | "rcsAgents">> {
  const templates = named.templates.length === 0 ? [] : await listRcsTemplates(q, account);
  const agents = named.agents.length === 0 ? [] : await listRcsAgents(q, account);
  return {
    rcsTemplates: templates
      .filter(({ templateKey }) => named.templates.includes(templateKey))
      .map(({ templateKey, content }) => ({ templateKey, content: rcsTemplateBody.shape.content.parse(content) })),
    rcsAgents: agents
      .filter(({ agentId }) => named.agents.includes(agentId))
      .map(({ agentId, name, description, logoUrl }) => ({ agentId, name, description, logoUrl })),
  };
}

/** Makes what is not there yet. An agent that is there stays as it is; a message whose key is taken by another one gets a key of its own. */
export async function bringInRcs(
  q: Query,
  account: string,
  bundle: Bundle,
): Promise<{ workflow: Bundle["workflow"]; renamed: string[] }> {
  for (const one of bundle.rcsAgents) {
    const agent = checked(rcsAgentBody, one, "body.rcsAgents");
    if (!(await findRcsAgent(q, account, agent.agentId))) await insertRcsAgent(q, account, agent);
  }
  const there = new Map((await listRcsTemplates(q, account)).map((row) => [row.templateKey, row.content]));
  const keys = new Map<string, string>();
  for (const one of bundle.rcsTemplates) {
    const { templateKey, content } = checked(rcsTemplateBody, one, "body.rcsTemplates");
    const known = there.get(templateKey);
    if (known !== undefined && isDeepStrictEqual(known, content)) continue;
    let key = templateKey;
    for (let count = 2; there.has(key); count++) key = `${templateKey}-${count}`;
    await insertRcsTemplate(q, account, key, content);
    there.set(key, content);
    if (key !== templateKey) keys.set(templateKey, key);
  }
  const nodes = bundle.workflow.nodes.map((node) => {
    const key = keys.get(String((node as Record<string, unknown>)["rcsTemplateKey"]));
    return key === undefined ? node : { ...node, rcsTemplateKey: key };
  });
  return {
    workflow: { ...bundle.workflow, nodes },
    renamed: [...keys].map(([from, to]) => `RCS message "${from}" to "${to}"`),
  };
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw invalid(read.error.issues.map(({ message }) => message).join("; "), where, "invalid_bundle");
}
