import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import { type Campaign, campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { campaignVersionRoutes } from "@trunkline/contract/workflows/campaignVersion.ts";
import { testsFailed } from "@trunkline/contract/workflows/workflowTests.ts";
import { writeCampaign } from "@trunkline/workflow/outbound/campaignForm.ts";
import { type Graph, orphans } from "@trunkline/workflow/outbound/graph.ts";
import { newTemplates, withSavedTemplate } from "@trunkline/workflow/outbound/newTemplate.ts";
import { orphansMessage, validateGraph } from "@trunkline/workflow/outbound/validateGraph.ts";
import { formOf, writeGraph } from "@trunkline/workflow/outbound/writeGraph.ts";
import type { NodeId } from "@trunkline/workflow/savedNode.ts";
import { useState } from "react";
import { ApiFailure, callOne } from "../../../api/call.ts";
import { oneOf, useRefresh } from "../../../api/queries.ts";
import {
  amendAll,
  type CanvasStore,
  flag,
  goTo,
  graphOf,
  graphToSave,
  markSaved,
} from "../../../canvas/canvasStore.ts";
import { loadChecks } from "../../../fields/loadChecks.ts";
import { arrived } from "../../../ui/page/lazyPart.tsx";
import { closeToast, toastError, toastErrors, toastSuccess, toastWarning } from "../../../ui/page/toast.tsx";
import type { TestsVerdict } from "../publish/publishParts.ts";
import type { Asked } from "../publish/usePublishing.tsx";

export interface SavedState {
  campaign: Campaign;
  /** 0 before the first save. */
  version: number;
}

/** The id of the save error toast. The next try removes it. */
const notice = "save workflow";
const testsFail = "Some tests fail. Fix the workflow, or open Try it and accept the new results, before saving.";

const loadAsk = () => import("../approval/askOutbound.ts");
// the engine is loaded with it, and only where tests must pass
const loadTests = () => import("../../../tester/listFailedTests.ts");

/** The save flow of spec 2 §4.1. */
export function useSaveWorkflow(store: CanvasStore, loaded: SavedState) {
  const [saved, setSaved] = useState(loaded);
  const [isLate, setLate] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [asked, setAsked] = useState<Asked>({ note: "", graph: null });
  const refresh = useRefresh();
  const client = useQueryClient();
  /** Asks for approval instead of saving. `over` is the newer version to overwrite. */
  const ask = async (note: string, over?: number): Promise<boolean> => {
    closeToast(notice);
    setLate(false);
    if (isSaving) return false;
    setSaving(true);
    try {
      if (!(await isSavable(store))) return false;
      if (!(await passesTests(store, saved.campaign, client)) || !(await saveTemplates(store))) return false;
      setAsked({ note, graph: null });
      const graph = graphOf(store.getState());
      const { askOutbound } = await arrived(loadAsk);
      await askOutbound(graphToSave(store.getState()), { ...saved, version: over ?? saved.version }, note);
      setAsked({ note, graph });
      toastSuccess("Asked for approval", saved.campaign.campaignName);
      await refresh("/v4/approval/", "/v4/smstemplate/");
      return true;
    } catch (problem) {
      const failed = failedTestsOf(problem);
      if (isNewer(problem)) setLate(true);
      else if (failed.length > 0) showFailedTests(store, failed);
      else toastError("There was an error asking for approval", problem, notice);
      return false;
    } finally {
      setSaving(false);
    }
  };
  /** `over` is the newer version to overwrite. Returns the saved version, 0 if it was not saved. */
  const save = async (over?: number): Promise<number> => {
    closeToast(notice);
    setLate(false);
    if (isSaving) return 0;
    setSaving(true);
    try {
      if (!(await isSavable(store))) return 0;
      if (!(await passesTests(store, saved.campaign, client))) return 0;
      if (!(await saveTemplates(store))) return 0;
      const basis = over === undefined ? saved : { ...saved, version: over };
      const graph = graphOf(store.getState());
      const next = await writeBoth(graphToSave(store.getState()), basis, {
        keep: setSaved,
        testsFailed: (failed) => showFailedTests(store, failed),
      });
      if (next === "late") setLate(true);
      if (next === undefined || next === "late") return 0;
      markSaved(store, graph);
      setSaved(next.saved);
      client.setQueryData(
        oneOf(campaignRoutes.find, { params: { campaignId: saved.campaign.campaignId } }).queryKey,
        next.saved.campaign,
      );
      toastSuccess("Success", "Saved workflow");
      void refresh("/v4/campaign/all", "/v4/campaign/", "/v4/smstemplate/");
      return next.saved.version;
    } finally {
      setSaving(false);
    }
  };
  const playTests = () => verdictOfTests(store, saved.campaign, client);
  /** The drawing was merged with a newer version, which it is now based on. */
  const rebaseOn = async (version: number): Promise<void> => {
    const { campaignId } = saved.campaign;
    const campaign = await callOne(campaignRoutes.find, { params: { campaignId } }).catch(() => saved.campaign);
    setSaved({ campaign, version });
  };
  return { save, ask, asked, playTests, isSaving, saved, late: { isLate, setLate }, rebaseOn };
}

const isNewer = (problem: unknown): boolean =>
  problem instanceof ApiFailure && problem.errors.some(({ code }) => code === "newer_version");

/** Steps 1 and 2: checks for orphans and errors, shows messages and marks the nodes. */
async function isSavable(store: CanvasStore): Promise<boolean> {
  // without a connection the save says so itself
  await loadChecks().catch(() => {});
  const state = store.getState();
  const graph = graphOf(state);
  const [orphan] = orphans(graph);
  if (orphan !== undefined) {
    toastWarning("Warning", orphansMessage, notice);
    // the message names no node, so the first one is selected
    if (!state.selected.has(orphan)) goTo(store, orphan);
    return false;
  }
  const problems = validateGraph(graph, state.context, state.saved);
  const ids = [...new Set(problems.flatMap(({ nodeId }) => nodeId ?? []))];
  flag(store, ids);
  if (problems.length === 0) return true;
  toastErrors(
    "Error",
    problems.map(({ message }) => message),
    notice,
  );
  const [first] = ids;
  if (first !== undefined && !ids.includes(state.opened?.id as NodeId)) goTo(store, first);
  return false;
}

/** Plays the tests of the workflow, where they must pass, before anything is saved. The server plays them again. */
async function passesTests(store: CanvasStore, loaded: Campaign, client: QueryClient): Promise<boolean> {
  if (!testsMustPass(loaded, client)) return true;
  try {
    const { listFailedTests } = await arrived(loadTests);
    const { failed } = await listFailedTests(graphToSave(store.getState()), loaded.campaignId, client);
    if (failed.length > 0) showFailedTests(store, failed);
    return failed.length === 0;
  } catch (problem) {
    toastError("The tests could not be run", problem, notice);
    return false;
  }
}

/** Whether failing tests refuse a save. The tester changes the setting. */
function testsMustPass(loaded: Campaign, client: QueryClient): boolean {
  const { campaignId } = loaded;
  const campaign = client.getQueryData(oneOf(campaignRoutes.find, { params: { campaignId } }).queryKey) ?? loaded;
  return campaign.testsMustPass;
}

/** Plays the tests on the drawing, whether or not they must pass. */
async function verdictOfTests(store: CanvasStore, campaign: Campaign, client: QueryClient): Promise<TestsVerdict> {
  const { listFailedTests } = await arrived(loadTests);
  const { count, failed } = await listFailedTests(graphToSave(store.getState()), campaign.campaignId, client);
  return { count, failed: failed.map(({ message }) => message), mustPass: testsMustPass(campaign, client) };
}

/** Names the tests that fail, each with its step, and shows the first node that differs. */
function showFailedTests(store: CanvasStore, failed: readonly FailedTest[]): void {
  toastErrors(
    testsFail,
    failed.map(({ message }) => message),
    notice,
  );
  const nodes = failed.flatMap(({ node }) =>
    node !== null && graphOf(store.getState()).nodes.has(node) ? [node] : [],
  );
  flag(store, nodes);
  const [first] = nodes;
  if (first !== undefined) goTo(store, first);
}

/** A failed test with the node that differs. */
interface FailedTest {
  node: number | null;
  message: string;
}

/** The failed tests of a refused save. */
const failedTestsOf = (problem: unknown): FailedTest[] =>
  problem instanceof ApiFailure
    ? problem.errors
        .filter(({ code }) => code === testsFailed)
        .map(({ message, where }) => ({
          message,
          node: Number(/ node (\d+)$/.exec(where ?? "")?.[1] ?? Number.NaN) || null,
        }))
    : [];

/** Creates new templates before the workflow that uses them. Each id is stored at once, so a retry creates no duplicate. */
async function saveTemplates(store: CanvasStore): Promise<boolean> {
  for (const written of newTemplates(graphOf(store.getState()))) {
    const { nodeId: _, ...body } = written;
    try {
      const template = await callOne(smsTemplateRoutes.create, { body });
      // also in the undo history, so that undo and a second save create no duplicate
      amendAll(store, (graph) => withSavedTemplate(graph, written, template));
      toastSuccess("Created template", template.templateTitle);
    } catch (problem) {
      toastError("There was an error saving template to the workflow", problem);
      return false;
    }
  }
  return true;
}

/** Step 3: saves the campaign, then the workflow. Returns "late" if a newer version was saved in the meantime. */
async function writeBoth(
  graph: Graph,
  { campaign, version }: SavedState,
  { keep, testsFailed: refused }: { keep: (saved: SavedState) => void; testsFailed: (failed: FailedTest[]) => void },
): Promise<{ saved: SavedState } | "late" | undefined> {
  const params = { campaignId: campaign.campaignId };
  const workflow = JSON.stringify(writeGraph(graph));
  let isDrawing = false;
  try {
    const body = writeCampaign(formOf(graph), campaign);
    const savedCampaign = await callOne(campaignRoutes.update, {
      params,
      body: {
        ...body,
        timezoneProtectionType: body.timezoneProtectionType as 0 | 1 | 3,
        basedOn: version,
        // changed settings are saved together with the drawing, so that one save is one version (decision 0019)
        ...(isOtherThan(campaign, body) && { workflow }),
      },
    });
    // the version that the drawing is based on, also for a retry
    const { workflowVersion } = savedCampaign;
    keep({ campaign: savedCampaign, version: workflowVersion });
    isDrawing = true;
    const route = workflowVersion === 0 ? campaignVersionRoutes.createWorkflow : campaignVersionRoutes.updateWorkflow;
    const written = await callOne(route, { params, body: { workflow, basedOn: workflowVersion } });
    return { saved: { campaign: savedCampaign, version: written.version } };
  } catch (problem) {
    const errors = problem instanceof ApiFailure ? problem.errors : [];
    if (isNewer(problem)) return "late";
    const failed = failedTestsOf(problem);
    if (failed.length > 0) {
      refused(failed);
      return undefined;
    }
    const isOfDrawing = isDrawing || errors[0]?.where?.startsWith("body.workflow");
    toastError(`There was an error saving the ${isOfDrawing ? "workflow" : "changes"}`, problem);
    return undefined;
  }
}

/** Whether the body changes the campaign. */
const isOtherThan = (campaign: Campaign, body: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(body).some(([field, value]) => value !== campaign[field as keyof Campaign]);
