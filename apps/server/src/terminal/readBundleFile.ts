import { readFile } from "node:fs/promises";
import { makeDefinition } from "@trunkline/workflow/engine/definition.ts";
import { type LoadedReferences, lookupOf } from "@trunkline/workflow/engine/lookupOf.ts";
import type { Definition, Lookup } from "@trunkline/workflow/engine/world.ts";
import { type BundledWorkflow, firstOf, parseBundle } from "@trunkline/workflow/outbound/bundle.ts";
import { checkSaved } from "@trunkline/workflow/outbound/checkSaved.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import { missingReference } from "@trunkline/workflow/outbound/references.ts";
import { lineOf } from "@trunkline/workflow/parts/text/jsonText.ts";
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
  const loaded: LoadedReferences = {
    templates: bundle.templates.map((one) => ({
      templateId: one.templateId,
      title: one.templateTitle,
      text: one.templateText,
      mediaUrl: one.templateMediaUrl,
      shortenLinks: one.shortenLinks,
    })),
    emailTemplates: bundle.emailTemplates,
    rcsTemplates: bundle.rcsTemplates,
    rcsAgents: bundle.rcsAgents,
    campaignIds: bundle.campaigns.map((one) => one.campaignId),
  };
  const there = {
    smsTemplates: new Set(loaded.templates.map((one) => one.templateId)),
    emailTemplates: new Set(loaded.emailTemplates.map((one) => one.templateId)),
    campaigns: new Set(loaded.campaignIds),
    rcsTemplates: new Set(loaded.rcsTemplates.map((one) => one.templateKey)),
    rcsAgents: new Set(loaded.rcsAgents.map((one) => one.agentId)),
  };
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
    lookup: lookupOf(loaded),
  };
}

const refusal = (path: string, problems: readonly { line: number; message: string }[]): Refusal =>
  new Refusal(problems.map(({ line, message }) => `${path}, line ${line}: ${message}`).join("\n"));
