import { workflowTestRoutes } from "@trunkline/contract/workflows/workflowTests.ts";
import { type PlayedDraftTest, playDraftTests } from "@trunkline/workflow/drafting/playDraftTests.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { useMemo } from "react";
import { callOne } from "../../../api/call.ts";
import { useRefresh } from "../../../api/queries.ts";
import { graphOf, useCanvas } from "../../../canvas/canvasStore.ts";
import { sampleContact } from "../../../tester/sampleContact.ts";
import { useTrialWorkflow } from "../../../tester/useTrialWorkflow.ts";
import { toastError, toastSuccess } from "../../../ui/page/toast.tsx";
import { plural } from "../../../ui/text/formatFigure.ts";
import type { ShownProposal } from "./useDrafting.ts";

const world = { federal: false, hasModel: false };

/** The tests of a proposal, played on its drawing in the page. Undefined while the lists of the account are loaded. */
export function useDraftTests(
  campaignId: string,
  proposal: ShownProposal | null,
): { tests: readonly PlayedDraftTest[] | undefined; save: () => Promise<void> } {
  const drawn = useCanvas(graphOf);
  const graph: Graph = proposal?.graph ?? drawn;
  const { workflow, account } = useTrialWorkflow(graph, world);
  const wanted = proposal?.tests;
  const tests = useMemo(() => {
    if (workflow === undefined || account === undefined || wanted === undefined) return undefined;
    return playDraftTests(workflow, wanted, {
      contact: sampleContact,
      startMs: Date.now(),
      world: { federalDnc: world.federal, hasModel: world.hasModel, account },
    });
  }, [workflow, account, wanted]);
  const refresh = useRefresh();
  return {
    tests,
    async save() {
      if (tests === undefined || tests.length === 0) return;
      try {
        for (const { test } of tests)
          await callOne(workflowTestRoutes.create, { params: { campaignId }, body: { test } });
        toastSuccess(`${plural(tests.length, "test")} saved`, "They are under Try it, Tests.");
      } catch (problem) {
        toastError("The tests could not be saved", problem);
      }
      await refresh(workflowTestRoutes.list.path);
    },
  };
}
