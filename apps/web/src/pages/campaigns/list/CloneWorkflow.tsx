import {
  inboundWorkflowRoutes,
  routeDestinationRoutes,
  routeTagRoutes,
} from "@trunkline/contract/routing/inboundRoute.ts";
import { whyNoRouteTag } from "@trunkline/contract/routing/routeTag.ts";
import { type Campaign, campaignRoutes, mostTitle } from "@trunkline/contract/workflows/campaign.ts";
import { campaignVersionRoutes } from "@trunkline/contract/workflows/campaignVersion.ts";
import { workflowTestRoutes } from "@trunkline/contract/workflows/workflowTests.ts";
import { changeInboundForm } from "@trunkline/workflow/inbound/commands.ts";
import { readInbound } from "@trunkline/workflow/inbound/readInbound.ts";
import { isTerminal, type RouteDestination } from "@trunkline/workflow/inbound/route.ts";
import { call, callOne } from "../../../api/call.ts";
import { useMe, useMustAsk } from "../../../api/me.ts";
import { useRefresh } from "../../../api/queries.ts";
import { CloneDialog } from "../../../ui/dialog/CloneDialog.tsx";
import { toastError, toastSuccess } from "../../../ui/page/toast.tsx";
import { saveInboundDraft, saveOutboundDraft } from "../approval/saveAsDraft.ts";
import { RouteNotSaved } from "../inbound/RouteNotSaved.ts";
import { saveRoute } from "../inbound/saveRoute.ts";
import { emptyWorkflowText } from "./emptyWorkflowText.ts";
import type { ListedWorkflow } from "./listedWorkflow.ts";
import { listSaved } from "./listSaved.ts";
import { removeRoute } from "./removeRoute.ts";

/** Clone Workflow (spec 1 §2.2). */
export function CloneWorkflow({ source, close }: { source: ListedWorkflow | null; close: () => void }) {
  const refresh = useRefresh();
  const { accountSid } = useMe().account;
  const mustAsk = useMustAsk();
  const clone = async (name: string): Promise<boolean> => {
    if (source === null) return false;
    const isDone =
      source.campaign === null
        ? await cloneRoute(source.id, name, { accountSid, mustAsk })
        : await cloneWorkflow(source.campaign, name, mustAsk);
    await refresh("/v4/campaign/", "/v4/route/");
    return isDone;
  };
  return (
    <CloneDialog
      title="Clone Workflow"
      label="Workflow Name"
      original={source?.title ?? null}
      problemOf={(name) => {
        if (name === "") return "Workflow Name is required";
        if (source?.route) return whyNoRouteTag(name)?.replace("Title", "Workflow Name");
        return name.length > mostTitle ? `Workflow Name must have at most ${mostTitle} characters` : undefined;
      }}
      clone={clone}
      close={close}
    />
  );
}

/** Clones an outbound workflow (spec 1 §4.5), as a draft of a user who has to ask for approval. An incomplete clone is removed (readings, Create and clone). */
async function cloneWorkflow(source: Campaign, campaignName: string, mustAsk: boolean): Promise<boolean> {
  const sourceParams = { params: { campaignId: source.campaignId } };
  let made: string | undefined;
  let header = "Error cloning workflow";
  try {
    const [saved] = (await call(campaignVersionRoutes.workflow, sourceParams)).payload;
    const campaign = await callOne(campaignRoutes.create, { body: { ...settingsOf(source), campaignName } });
    const { campaignId } = campaign;
    made = campaignId;
    header = "Failed to clone workflow.";
    await callOne(campaignVersionRoutes.createWorkflow, {
      params: { campaignId },
      body: { workflow: mustAsk ? emptyWorkflowText : (saved?.workflow ?? emptyWorkflowText) },
    });
    if (mustAsk && saved !== undefined) await saveOutboundDraft(saved.workflow, campaign);
    await cloneTests(source, campaignId);
    toastSuccess("Cloned workflow", campaignName);
    return true;
  } catch (problem) {
    // only the first failure is shown; a clone that cannot be removed stays visible in the list
    if (made !== undefined)
      await callOne(campaignRoutes.remove, { params: { campaignId: made } }).catch(() => undefined);
    toastError(header, problem);
    return false;
  }
}

/** Clones the tests of a workflow, and whether they must pass. */
async function cloneTests({ campaignId, testsMustPass }: Campaign, madeId: string): Promise<void> {
  const params = { campaignId: madeId };
  const tests = (await call(workflowTestRoutes.list, { params: { campaignId } })).payload;
  for (const { test } of tests) await callOne(workflowTestRoutes.create, { params, body: { test } });
  if (testsMustPass) await callOne(workflowTestRoutes.settings, { params, body: { testsMustPass } });
}

/**
 * Clones an inbound workflow with the designer's save routine (spec 1 §4.5). The clone gets no numbers. An incomplete clone is
 * removed (readings, Create and clone).
 */
async function cloneRoute(
  source: string,
  name: string,
  { accountSid, mustAsk }: { accountSid: string; mustAsk: boolean },
): Promise<boolean> {
  let made: string | undefined;
  let header = "Error cloning workflow";
  try {
    const [{ description }, drawing, destinations] = await Promise.all([
      callOne(routeTagRoutes.find, { params: { routeTag: source } }),
      call(inboundWorkflowRoutes.find, { params: { accountSid, routeTag: source } }),
      listSaved(source),
    ]);
    const { routeTag } = await callOne(routeTagRoutes.create, { body: { routeTag: name, description } });
    made = routeTag;
    header = "Failed to clone workflow.";
    const [saved] = drawing.payload;
    if (saved !== undefined) {
      const graph = changeInboundForm(readInbound(saved.workflow), "start", {
        selectedNumber: [],
        selectedNumberSet: [],
      });
      await (mustAsk ? saveInboundDraft(graph, routeTag) : saveRoute(graph, { routeTag, accountSid, version: 0 }));
    } else for (const one of destinations) await cloneDestination(one, source, routeTag);
    toastSuccess("Cloned workflow", routeTag);
    return true;
  } catch (problem) {
    if (made !== undefined) await removeRoute(made).catch(() => undefined);
    toastError(header, problem instanceof RouteNotSaved ? problem.problem : problem);
    return false;
  }
}

/** Clones a destination that was created without the designer. */
function cloneDestination(of: RouteDestination, source: string, routeTag: string): Promise<unknown> {
  const renamed = (name: string) => (name.includes(source) ? name.replace(source, routeTag) : `${name}_${routeTag}`);
  const body = { ...of, routeTag, name: renamed(of.name), ruleDTO: { ...of.ruleDTO, name: renamed(of.ruleDTO.name) } };
  return callOne(isTerminal(of.destType) ? routeDestinationRoutes.createTerminal : routeDestinationRoutes.create, {
    body: body as never,
  });
}

const settingsOf = (source: Campaign) => ({
  numberSet: source.numberSet,
  workflowDisplayType: source.workflowDisplayType,
  timezoneProtectionType: source.timezoneProtectionType as 0 | 1 | 3,
  timezoneProtectionStartTime: source.timezoneProtectionStartTime,
  timezoneProtectionEndTime: source.timezoneProtectionEndTime,
  timezoneProtectionTimezoneFixed: source.timezoneProtectionTimezoneFixed,
  frequencyDays: source.frequencyDays,
  goal: source.goal,
});
