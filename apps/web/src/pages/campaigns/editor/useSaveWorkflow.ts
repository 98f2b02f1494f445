import { useQueryClient } from "@tanstack/react-query";
import { smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import { type Campaign, campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
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
import { closeToast, toastError, toastErrors, toastSuccess, toastWarning } from "../../../ui/page/toast.tsx";

export interface SavedState {
  campaign: Campaign;
  /** 0 before the first save. */
  version: number;
}

/** The id of the save error toast. The next try removes it. */
const notice = "save workflow";

/** The save flow of spec 2 §4.1. */
export function useSaveWorkflow(store: CanvasStore, loaded: SavedState) {
  const [saved, setSaved] = useState(loaded);
  const [isLate, setLate] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const refresh = useRefresh();
  const client = useQueryClient();
  /** `over` is the newer version to overwrite. */
  const save = async (over?: number): Promise<boolean> => {
    closeToast(notice);
    setLate(false);
    if (isSaving || !isSavable(store)) return false;
    setSaving(true);
    try {
      if (!(await saveTemplates(store))) return false;
      const basis = over === undefined ? saved : { ...saved, version: over };
      const graph = graphOf(store.getState());
      const next = await writeBoth(graphToSave(store.getState()), basis, setSaved);
      if (next === "late") setLate(true);
      if (next === undefined || next === "late") return false;
      markSaved(store, graph);
      setSaved(next.saved);
      client.setQueryData(
        oneOf(campaignRoutes.find, { params: { campaignId: saved.campaign.campaignId } }).queryKey,
        next.saved.campaign,
      );
      toastSuccess("Success", "Saved workflow");
      void refresh("/v4/campaign/all", "/v4/campaign/", "/v4/smstemplate/");
      return true;
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving, saved, isLate, forgetLate: () => setLate(false) };
}

/** Steps 1 and 2: checks for orphans and errors, shows messages and marks the nodes. */
function isSavable(store: CanvasStore): boolean {
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
  keep: (saved: SavedState) => void,
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
    const route = workflowVersion === 0 ? campaignRoutes.createWorkflow : campaignRoutes.updateWorkflow;
    const written = await callOne(route, { params, body: { workflow, basedOn: workflowVersion } });
    return { saved: { campaign: savedCampaign, version: written.version } };
  } catch (problem) {
    const errors = problem instanceof ApiFailure ? problem.errors : [];
    if (errors.some(({ code }) => code === "newer_version")) return "late";
    const isOfDrawing = isDrawing || errors[0]?.where?.startsWith("body.workflow");
    toastError(`There was an error saving the ${isOfDrawing ? "workflow" : "changes"}`, problem);
    return undefined;
  }
}

/** Whether the body changes the campaign. */
const isOtherThan = (campaign: Campaign, body: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(body).some(([field, value]) => value !== campaign[field as keyof Campaign]);
