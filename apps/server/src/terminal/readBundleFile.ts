import { readFile } from "node:fs/promises";
import { makeDefinition } from "@trunkline/workflow/engine/definition.ts";
import type { Definition, Lookup } from "@trunkline/workflow/engine/world.ts";
import { type BundledWorkflow, firstOf, parseBundle } from "@trunkline/workflow/outbound/bundle.ts";
import { checkSaved } from "@trunkline/workflow/outbound/checkSaved.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import { missingReference } from "@trunkline/workflow/outbound/references.ts";
import { lineOf } from "@trunkline/workflow/parts/text/jsonText.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import { Refusal } from "../refusal.ts";
import { fileRefusal } from "./fileRefusal.ts";

/** A bundle that is ready to play. */
export interface Playable {
  workflow: BundledWorkflow;
  definition: Definition;
  lookup: Lookup;
}

/** Reads and checks a workflow bundle. Throws a Refusal with the file, the position and the problem. */
export async function readBundleFile(path: string, nowMs: number): Promise<Playable> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw fileRefusal(path, error);
  });
  const parsed = parseBundle(text);
  if (!parsed.ok) throw refusal(path, parsed.problems);
  const { bundle } = parsed;
  const first = firstOf(bundle);
  if (first === undefined)
    throw new Refusal(`${path} contains only inbound workflows. Only outbound workflows can be played`);
  const nodeLine = (nodeId: number | null, field = ""): number => {
    const index = first.workflow.nodes.findIndex(({ id }) => id === nodeId);
    return lineOf(text, ["workflow", ...(index < 0 ? [] : ["nodes", index, ...field.split(".")])]);
  };
  const context = { flag: () => true, today: new Date(nowMs).toISOString().slice(0, 10) };
  const checked = checkSaved(JSON.stringify(first.workflow), context);
  if (!checked.ok)
    throw refusal(
      path,
      checked.problems.map(({ nodeId, field, message }) => ({ line: nodeLine(nodeId, field), message })),
    );
  const templates = new Map(
    bundle.templates.map((one) => [
      one.templateId,
      {
        templateId: one.templateId,
        title: one.templateTitle,
        text: one.templateText,
        mediaUrl: one.templateMediaUrl,
        shortenLinks: one.shortenLinks,
      },
    ]),
  );
  const campaigns = new Set(bundle.campaigns.map((one) => one.campaignId));
  const rcsTemplates = new Map(bundle.rcsTemplates.map((one) => [one.templateKey, one]));
  const rcsAgents = new Map(bundle.rcsAgents.map((one) => [one.agentId, one]));
  const emailTemplates = new Map(bundle.emailTemplates.map((one) => [one.templateId, one]));
  const there = { smsTemplates: templates, emailTemplates, campaigns, rcsTemplates, rcsAgents };
  const missing = checked.references.filter(
    ({ from, id }) => from in there && !there[from as keyof typeof there].has(id),
  );
  if (missing.length > 0)
    throw refusal(
      path,
      missing.map((one) => ({ line: nodeLine(one.nodeId, one.field), message: missingReference(one) })),
    );
  const { timezoneProtectionTimezoneFixed = null, ...protection } = first.campaign;
  return {
    workflow: first,
    definition: makeDefinition({
      campaignId: "bundle",
      version: 1,
      workflow: { ...checked.workflow, sections: checked.workflow.sections ?? {} },
      protection: { ...protection, timezoneProtectionTimezoneFixed },
      kindOf,
    }),
    lookup: {
      template: (id) => templates.get(id),
      emailTemplate: (id) => emailTemplates.get(id),
      rcsTemplate: (key) => rcsTemplates.get(key),
      rcsAgent: (id) => rcsAgents.get(id),
      campaignExists: (id) => campaigns.has(id),
      zone: zoneOf,
      federalDnc: () => undefined,
    },
  };
}

const refusal = (path: string, problems: readonly { line: number; message: string }[]): Refusal =>
  new Refusal(problems.map(({ line, message }) => `${path}, line ${line}: ${message}`).join("\n"));
