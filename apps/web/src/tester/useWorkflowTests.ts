import { useQuery, useQueryClient } from "@tanstack/react-query";
import { campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { workflowTestRoutes } from "@trunkline/contract/workflows/workflowTests.ts";
import type { PlayedWorkflow } from "@trunkline/workflow/engine/player.ts";
import type { WorkflowTest } from "@trunkline/workflow/trial/testSchema.ts";
import { runTest, type TestVerdict } from "@trunkline/workflow/trial/testVerdict.ts";
import { useEffect, useMemo, useState } from "react";
import { callOne } from "../api/call.ts";
import { listOf, oneOf, useRefresh } from "../api/queries.ts";
import { toastError, toastSuccess } from "../ui/page/toast.tsx";

/** A saved test and its result with the current drawing. */
export interface RunTest {
  testId: string;
  test: WorkflowTest;
  /** Undefined while it runs. */
  verdict: TestVerdict | undefined;
}

export interface WorkflowTests {
  /** Undefined while they are loaded. */
  tests: readonly RunTest[] | undefined;
  problem: unknown;
  retry(): void;
  mustPass: boolean;
  setMustPass(mustPass: boolean): Promise<void>;
  /** Returns the id of the saved test. */
  save(test: WorkflowTest): Promise<string | undefined>;
  replace(testId: string, test: WorkflowTest): Promise<void>;
  remove(testId: string): Promise<boolean>;
}

/** The tests of the workflow. They run on every change of the drawing. */
export function useWorkflowTests(campaignId: string, workflow: PlayedWorkflow): WorkflowTests {
  const params = { campaignId };
  const query = useQuery(listOf(workflowTestRoutes.list, { params }));
  const campaign = useQuery(oneOf(campaignRoutes.find, { params }));
  const saved = useMemo(
    () => query.data?.map(({ testId, test }) => ({ testId, test: test as unknown as WorkflowTest })),
    [query.data],
  );
  const verdicts = useVerdicts(workflow, saved);
  const client = useQueryClient();
  const refresh = useRefresh();
  const reload = () => refresh(workflowTestRoutes.list.path);
  /** Undefined if it failed. */
  const change = async <Result>(title: string, write: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      const result = await write();
      await reload();
      return result;
    } catch (problem) {
      toastError(title, problem);
      return undefined;
    }
  };
  return {
    tests: saved?.map((one) => ({ ...one, verdict: verdicts.get(one.testId) })),
    problem: query.error,
    retry: () => void query.refetch(),
    mustPass: campaign.data?.testsMustPass ?? false,
    async setMustPass(testsMustPass) {
      const set = await change("The setting could not be saved", () =>
        callOne(workflowTestRoutes.settings, { params, body: { testsMustPass } }),
      );
      // a reload would start with the whole workflow
      if (set !== undefined)
        client.setQueryData(
          oneOf(campaignRoutes.find, { params }).queryKey,
          (before) => before && { ...before, ...set },
        );
    },
    async save(test) {
      const made = await change("The test could not be saved", () =>
        callOne(workflowTestRoutes.create, { params, body: { test } }),
      );
      if (made !== undefined) toastSuccess("Test saved", made.title);
      return made?.testId;
    },
    async replace(testId, test) {
      await change("The test could not be saved", () =>
        callOne(workflowTestRoutes.update, { params: { campaignId, testId }, body: { test } }),
      );
    },
    async remove(testId) {
      const gone = await change("The test could not be removed", () =>
        callOne(workflowTestRoutes.remove, { params: { campaignId, testId } }),
      );
      return gone !== undefined;
    },
  };
}

/** The drawing is played once the user pauses, and in parts between two frames. */
const pauseMs = 250;
const partMs = 12;

function useVerdicts(
  workflow: PlayedWorkflow,
  tests: readonly { testId: string; test: WorkflowTest }[] | undefined,
): ReadonlyMap<string, TestVerdict> {
  const [run, setRun] = useState<{ of: unknown; verdicts: ReadonlyMap<string, TestVerdict> }>({
    of: null,
    verdicts: new Map(),
  });
  useEffect(() => {
    if (tests === undefined) return;
    let isStale = false;
    const verdicts = new Map<string, TestVerdict>();
    const go = () => {
      const end = performance.now() + partMs;
      for (const { testId, test } of tests) {
        if (verdicts.has(testId)) continue;
        if (performance.now() > end) {
          timer = setTimeout(go);
          return;
        }
        verdicts.set(testId, runTest(workflow, test));
      }
      if (!isStale) setRun({ of: workflow, verdicts });
    };
    let timer = setTimeout(go, pauseMs);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [workflow, tests]);
  return run.of === workflow ? run.verdicts : new Map();
}
