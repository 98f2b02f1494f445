import type { BundleReport } from "@trunkline/contract/workflows/bundle.ts";
import { type BundledWorkflow, workflowsOf } from "@trunkline/workflow/outbound/bundle.ts";
import { keepGraph } from "@trunkline/workflow/outbound/keptGraph.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { Problem } from "../../http/problem.ts";
import { listNumberSets } from "../../store/numbers/numberSet.ts";
import { insertCampaign, listCampaigns, saveVersion } from "../../store/workflows/campaign.ts";
import { saveDraft } from "../../store/workflows/draft.ts";
import { insertWorkflowTests, setTestsMustPass } from "../../store/workflows/workflowTests.ts";
import { importAudiences } from "./bundleAudiences.ts";
import { importDispositions, importWorkGroups } from "./bundleDispositions.ts";
import { freeName, mapTexts, replacing } from "./bundleIds.ts";
import { importRcs } from "./bundleRcs.ts";
import { type BundleImport, chosenFor, lostNames, tell } from "./bundleReport.ts";
import { importLiveLists, importRoutes } from "./bundleRoutes.ts";
import {
  importAssets,
  importCustomFields,
  importEmailTemplates,
  importQueues,
  importTemplates,
} from "./bundleThings.ts";
import { importConnections, importWebhooks } from "./bundleWebhooks.ts";
import { needCampaign, settingsOf } from "./campaign.ts";
import { checkedWorkflow } from "./checkedWorkflow.ts";
import { listFailingTests } from "./failingTests.ts";

/** An imported workflow. An inbound one is identified by its route tag and has no id. */
export interface ImportedWorkflow {
  campaignId: string | null;
  campaignName: string;
}

type Outbound = ImportedWorkflow & { campaignId: string };

/**
 * Creates the workflows of a bundle with everything that they use. Equal objects are used and others are created. If the report lists a blocking problem, the transaction must not be committed.
 */
export async function importBundle(to: BundleImport): Promise<ImportedWorkflow[]> {
  const { q, call, bundle, report } = to;
  const pictures = await importAssets(to);
  const titles = await importTemplates(to);
  await importEmailTemplates(to);
  const rcsKeys = await importRcs(to);
  await importConnections(to);
  await importWebhooks(to);
  await importQueues(to);
  await importWorkGroups(to);
  await importLiveLists(to);
  await importCustomFields(to);
  const lost = await findEntered(to);
  const workflows = workflowsOf(bundle);
  const brought = await insertWorkflows(
    to,
    workflows.map(({ one }) => one),
  );
  await importDispositions(to);
  await importAudiences(to);
  const change = replacing(to.ids, to.addresses);
  for (const [index, { at, one }] of workflows.entries()) {
    const { campaignId, campaignName } = brought[index] as Outbound;
    const nodes = mapTexts(one.workflow.nodes, change).map((node) => renamed(node, { titles, rcsKeys, pictures }));
    const place = `body.${at}workflow`;
    report.problems.push(...lostIn(one, lost, place));
    try {
      const text = JSON.stringify({ ...one.workflow, nodes });
      const definition = await checkedWorkflow(q, call.account, campaignId, text);
      await storeDrawing(to, campaignId, definition);
      await importTests(to, mapTexts(one, change), { campaignId, campaignName, definition });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      report.problems.push(...problemsOf(error, campaignName, place, lost));
    }
  }
  report.notes.push(...circles(workflows.map(({ one }) => one)));
  const tags = await importRoutes(to, lost);
  if (to.asks && workflows.length + tags.length > 0)
    report.notes.push(
      "Publishing needs approval in this account, so the workflows are drafts of yours. Open each one and ask for approval.",
    );
  return [...brought, ...tags.map((tag) => ({ campaignId: null, campaignName: tag }))];
}

/** Publishes an imported drawing, or stores it as a draft of a user who has to ask for approval. */
async function storeDrawing({ q, call, asks }: BundleImport, campaignId: string, definition: string): Promise<void> {
  if (!asks) {
    await saveVersion(q, call.account, campaignId, definition, call.actor.id);
    return;
  }
  const draft = keepGraph(readGraph(definition, await needCampaign(q, call.account, campaignId)));
  await saveDraft(q, call.account, call.actor.id, { kind: "outbound", workflow: campaignId }, { version: 0, draft });
}

/** Creates the tests of a workflow and notes which of them fail with the settings of this account. */
async function importTests(
  { q, call, report }: BundleImport,
  { campaign, tests = [] }: BundledWorkflow,
  { campaignId, campaignName, definition }: Outbound & { definition: string },
): Promise<void> {
  if (campaign.testsMustPass === true) await setTestsMustPass(q, call.account, campaignId, true);
  if (tests.length === 0) return;
  await insertWorkflowTests(q, call.account, { campaignId, by: call.actor.id }, tests);
  const settings = settingsOf(campaign as Parameters<typeof settingsOf>[0]);
  for (const { title, message } of await listFailingTests(q, call.account, { campaignId, definition, settings }))
    report.notes.push(`"${campaignName}": the test "${title}" fails in this account. ${message}`);
}

/** Matches workflows that nodes refer to outside the file: by name or by choice. Returns the missing ones by their ids in the file. */
async function findEntered(to: BundleImport): Promise<Map<string, string>> {
  const { q, call, bundle } = to;
  const lost = new Map<string, string>();
  if (bundle.campaigns.length === 0) return lost;
  const there = await listCampaigns(q, call.account);
  const known = new Set(there.map((one) => one.campaignId));
  for (const { campaignId: local, campaignName: name } of bundle.campaigns) {
    const chosen = chosenFor(to, "workflow", local, known);
    const found = there.find((one) => (chosen === undefined ? one.campaignName === name : one.campaignId === chosen));
    const item = { kind: "workflow", name, choice: local } as const;
    if (found) {
      to.ids.set(local, found.campaignId);
      const isSame = chosen === undefined;
      tell(to, {
        ...item,
        outcome: isSame ? "same" : "chosen",
        to: isSame ? null : found.campaignName,
        id: found.campaignId,
      });
    } else {
      lost.set(local, name);
      const note = "The workflows in this file use it, but it is not in the file";
      tell(to, { ...item, outcome: "missing", required: true, note });
    }
  }
  return lost;
}

async function insertWorkflows(to: BundleImport, workflows: readonly BundledWorkflow[]): Promise<Outbound[]> {
  const { q, call } = to;
  const taken = new Set((await listCampaigns(q, call.account)).map((one) => one.campaignName));
  const sets = await findNumberSets(to, workflows);
  const brought: Outbound[] = [];
  for (const one of workflows) {
    const { campaignName: name } = one.campaign;
    const campaignName = freeName(name, (text) => taken.has(text));
    taken.add(campaignName);
    const settings = settingsOf(one.campaign as Parameters<typeof settingsOf>[0]);
    const numberSet = sets.get(one.numberSetName ?? "") ?? null;
    const campaignId = await insertCampaign(q, call.account, { ...settings, campaignName, numberSet });
    if (one.campaignId !== "") to.ids.set(one.campaignId, campaignId);
    brought.push({ campaignId, campaignName });
    const isFree = campaignName === name;
    tell(to, {
      kind: "workflow",
      name,
      id: campaignId,
      ...(isFree ? { outcome: "new" } : { outcome: "renamed", to: campaignName }),
    });
  }
  return brought;
}

/** Number sets by name. They contain numbers of an account, so they are never created. */
async function findNumberSets(to: BundleImport, workflows: readonly BundledWorkflow[]): Promise<Map<string, string>> {
  const names = [...new Set(workflows.flatMap(({ numberSetName: name }) => (name === null ? [] : [name])))];
  const found = new Map<string, string>();
  if (names.length === 0) return found;
  const there = await listNumberSets(to.q, to.call.account);
  const known = new Set(there.map((one) => one.numberSetId));
  for (const name of names) {
    const chosen = chosenFor(to, "numberSet", name, known);
    const set = there.find((one) =>
      chosen === undefined ? one.name.toLowerCase() === name.toLowerCase() : one.numberSetId === chosen,
    );
    const item = { kind: "numberSet", name, choice: name } as const;
    if (set) {
      found.set(name, set.numberSetId);
      const isSame = chosen === undefined;
      tell(to, { ...item, outcome: isSame ? "same" : "chosen", to: isSame ? null : set.name, id: set.numberSetId });
    } else
      tell(to, {
        ...item,
        outcome: "missing",
        note: "Choose one of yours, or choose one in the start node before a run",
      });
  }
  return found;
}

interface NewNames {
  titles: ReadonlyMap<string, string>;
  rcsKeys: ReadonlyMap<string, string>;
  pictures: ReadonlyMap<string, string>;
}

/** References of a node by name instead of id. */
function renamed<Node extends object>(node: Node, { titles, rcsKeys, pictures }: NewNames): Node {
  const own = node as Record<string, unknown>;
  const title = titles.get(String(own["smsTemplateId"]));
  const key = rcsKeys.get(String(own["rcsTemplateKey"]));
  const picture = own["type"] === "meme" ? pictures.get(String(own["fileName"])) : undefined;
  return {
    ...node,
    ...(title !== undefined && "smsTemplateName" in own ? { smsTemplateName: title } : {}),
    ...(key !== undefined ? { rcsTemplateKey: key } : {}),
    ...(picture !== undefined ? { fileName: picture } : {}),
  };
}

/** Nodes that refer to a missing workflow, including call keys, which drawing checks do not see. */
function lostIn(one: BundledWorkflow, lost: ReadonlyMap<string, string>, place: string): BundleReport["problems"] {
  return one.workflow.nodes.flatMap((node) =>
    lostNames(node, lost).map((name) => ({
      workflow: one.campaign.campaignName,
      nodeId: node.id,
      message: `Node ${node.id}: the workflow "${name}" is not in this account. Choose another workflow, or export both together`,
      where: `${place} node ${node.id}`,
    })),
  );
}

/** The problems of a drawing that are not reported yet. */
function problemsOf(
  error: Problem,
  workflow: string,
  place: string,
  lost: ReadonlyMap<string, string>,
): BundleReport["problems"] {
  return error.errors
    .filter(({ message }) => ![...lost.keys()].some((id) => message.includes(` ${id} does not exist`)))
    .map(({ message, where = "body.workflow" }) => ({
      workflow,
      nodeId: Number(/ node (\d+)/.exec(where)?.[1] ?? Number.NaN) || null,
      message,
      where: where.replace("body.workflow", place),
    }));
}

/** Workflows of the file that enroll in each other in a loop. Allowed, and limited to ten enrollments (readings, Visits). */
function circles(workflows: readonly BundledWorkflow[]): string[] {
  const names = new Map(workflows.map((one) => [one.campaignId, one.campaign.campaignName]));
  const leads = new Map<string, Set<string>>();
  for (const { campaignId, workflow } of workflows) {
    const next = new Set<string>();
    mapTexts(workflow.nodes, (text) => {
      if (text !== "" && names.has(text)) next.add(text);
      return text;
    });
    leads.set(campaignId, next);
  }
  const reaches = (from: string, seen: Set<string>): Set<string> => {
    for (const next of leads.get(from) ?? [])
      if (!seen.has(next)) {
        seen.add(next);
        reaches(next, seen);
      }
    return seen;
  };
  const inCircle = [...names.keys()].filter((id) => reaches(id, new Set()).has(id)).map((id) => `"${names.get(id)}"`);
  return inCircle.length === 0
    ? []
    : [`${inCircle.join(" and ")} enroll contacts in a loop. A contact is enrolled at most ten times in a row`];
}
