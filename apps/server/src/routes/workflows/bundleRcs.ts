import { isDeepStrictEqual } from "node:util";
import { rcsAgentBody, rcsTemplateBody } from "@trunkline/contract/templates/rcs.ts";
import type { Bundle } from "@trunkline/workflow/outbound/bundle.ts";
import { plainErrors, sayOf } from "@trunkline/workflow/parts/text/plainErrors.ts";
import type { z } from "zod";
import { Problem } from "../../http/problem.ts";
import type { Query } from "../../store/database.ts";
import {
  findRcsAgent,
  insertRcsAgent,
  insertRcsTemplate,
  listRcsAgents,
  listRcsTemplates,
} from "../../store/templates/rcs.ts";
import { checkRcsTexts } from "../templates/checkedTemplate.ts";
import { mapTexts, replacing } from "./bundleIds.ts";
import { type BundleImport, madeAs, tell } from "./bundleReport.ts";

/** The RCS messages and agents of a workflow for its bundle. */
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

/** Creates missing agents and messages. Existing agents stay unchanged, and a message with a used key gets a new key. Returns the new keys by the old ones. */
export async function importRcs(to: BundleImport): Promise<Map<string, string>> {
  const { q, call, bundle } = to;
  const here = replacing(new Map(), to.addresses);
  for (const [index, one] of bundle.rcsAgents.entries()) {
    const agent = checkedPart(rcsAgentBody, mapTexts(one, here), `body.rcsAgents.${index}`);
    const known = await findRcsAgent(q, call.account, agent.agentId);
    if (!known) await insertRcsAgent(q, call.account, { ...agent, connectionId: null });
    const isOther = known && (known.name !== agent.name || known.description !== agent.description);
    tell(to, {
      kind: "rcsAgent",
      name: agent.agentId,
      outcome: known ? "same" : "new",
      id: agent.agentId,
      note: isOther ? `The existing agent is called "${known.name}" and stays unchanged` : null,
    });
  }
  const keys = new Map<string, string>();
  if (bundle.rcsTemplates.length === 0) return keys;
  const there = new Map((await listRcsTemplates(q, call.account)).map((row) => [row.templateKey, row.content]));
  for (const [index, one] of bundle.rcsTemplates.entries()) {
    const { templateKey, content } = checkedPart(rcsTemplateBody, mapTexts(one, here), `body.rcsTemplates.${index}`);
    checkRcsTexts(content, `body.rcsTemplates.${index}`);
    const known = there.get(templateKey);
    const isSame = known !== undefined && isDeepStrictEqual(known, content);
    let key = templateKey;
    if (!isSame) {
      for (let count = 2; there.has(key); count++) key = `${templateKey}-${count}`;
      await insertRcsTemplate(q, call.account, key, content);
      there.set(key, content);
      if (key !== templateKey) keys.set(templateKey, key);
    }
    tell(to, {
      kind: "rcsMessage",
      name: templateKey,
      ...(isSame ? { outcome: "same" } : madeAs(templateKey, key)),
      id: key,
    });
  }
  return keys;
}

/** Validates a part of a bundle with the rules of its own form. */
export function checkedPart<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.output<Schema> {
  const read = schema.safeParse(value, { error: plainErrors });
  if (read.success) return read.data;
  throw new Problem(
    400,
    read.error.issues.map(({ path, message }) => ({
      code: "invalid_bundle",
      message: sayOf(path.join(".") || "It", message),
      where: [where, ...path.map(String)].join("."),
    })),
  );
}
