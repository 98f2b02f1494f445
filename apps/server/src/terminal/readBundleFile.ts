import { readFile } from "node:fs/promises";
import type { PlayedWorkflow } from "@trunkline/workflow/engine/player.ts";
import type { Definition, Lookup } from "@trunkline/workflow/engine/world.ts";
import {
  type Bundle,
  type BundledWorkflow,
  firstOf,
  parseBundle,
  workflowsOf,
} from "@trunkline/workflow/outbound/bundle.ts";
import { checkSaved } from "@trunkline/workflow/outbound/checkSaved.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import { missingReference } from "@trunkline/workflow/outbound/references.ts";
import type { SavedWorkflow } from "@trunkline/workflow/outbound/savedWorkflow.ts";
import { lineOf } from "@trunkline/workflow/parts/text/jsonText.ts";
import { playedBundle, referencesOf } from "@trunkline/workflow/trial/playedBundle.ts";
import type { WorkflowTest } from "@trunkline/workflow/trial/testSchema.ts";
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
  const file = await readFileOf(path);
  const first = firstOf(file.bundle);
  if (first === undefined) throw onlyInbound(path);
  const checked = checkedPart(file, { at: "", one: first }, nowMs);
  const { definition, lookup } = playedBundle(file.bundle, { ...first, workflow: checked }, noAccount, kindOf);
  return { workflow: first, definition, lookup };
}

/** `trunkline run` knows no account. */
const noAccount = { legalHours: false, carrierLookup: false };

/** A workflow of a bundle with its tests. */
export interface TestedWorkflow {
  name: string;
  tests: readonly WorkflowTest[];
  /** The workflow with the account settings that the test was saved with. */
  playedFor(test: WorkflowTest): PlayedWorkflow;
}

/** Reads the workflows of a bundle with their tests. Throws a Refusal as `readBundleFile` does. */
export async function readTestFile(path: string): Promise<TestedWorkflow[]> {
  const file = await readFileOf(path);
  const workflows = workflowsOf(file.bundle);
  if (workflows.length === 0) throw onlyInbound(path);
  return workflows.map((part) => {
    const { tests = [], campaign } = part.one;
    const starts = tests.map(({ start }) => Date.parse(start));
    const checked = checkedPart(file, part, starts.length === 0 ? 0 : Math.min(...starts));
    return {
      name: campaign.campaignName,
      tests,
      playedFor: ({ account }) => playedBundle(file.bundle, { ...part.one, workflow: checked }, account, kindOf),
    };
  });
}

const onlyInbound = (path: string): Refusal =>
  new Refusal(`${path} contains only inbound workflows. Only outbound workflows can be played`);

/** A bundle with the text that it was read from, for the lines of problems. */
interface BundleFile {
  path: string;
  text: string;
  bundle: Bundle;
}

async function readFileOf(path: string): Promise<BundleFile> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw fileRefusal(path, error);
  });
  const parsed = parseBundle(text);
  if (!parsed.ok) throw refusal(path, parsed.problems);
  return { path, text, bundle: parsed.bundle };
}

/** The checked drawing of a workflow of the file. */
function checkedPart(
  { path, text, bundle }: BundleFile,
  { at, one }: ReturnType<typeof workflowsOf>[number],
  nowMs: number,
): SavedWorkflow {
  const place = at.split(".").filter((part) => part !== "");
  const nodeLine = (nodeId: number | null, field = ""): number => {
    const index = one.workflow.nodes.findIndex(({ id }) => id === nodeId);
    return lineOf(text, [...place, "workflow", ...(index < 0 ? [] : ["nodes", index, ...field.split(".")])]);
  };
  const context = { flag: () => true, today: new Date(nowMs).toISOString().slice(0, 10) };
  const checked = checkSaved(JSON.stringify(one.workflow), context);
  if (!checked.ok)
    throw refusal(
      path,
      checked.problems.map(({ nodeId, field, message }) => ({ line: nodeLine(nodeId, field), message })),
    );
  const loaded = referencesOf(bundle);
  const there = {
    smsTemplates: new Set(loaded.templates.map((template) => template.templateId)),
    emailTemplates: new Set(loaded.emailTemplates.map((template) => template.templateId)),
    campaigns: new Set(loaded.campaignIds),
    rcsTemplates: new Set(loaded.rcsTemplates.map((template) => template.templateKey)),
    rcsAgents: new Set(loaded.rcsAgents.map((agent) => agent.agentId)),
  };
  const missing = checked.references.filter(
    ({ from, id }) => from in there && !there[from as keyof typeof there].has(id),
  );
  if (missing.length > 0)
    throw refusal(
      path,
      missing.map((reference) => ({
        line: nodeLine(reference.nodeId, reference.field),
        message: missingReference(reference),
      })),
    );
  return checked.workflow;
}

const refusal = (path: string, problems: readonly { line: number; message: string }[]): Refusal =>
  new Refusal(problems.map(({ line, message }) => `${path}, line ${line}: ${message}`).join("\n"));
