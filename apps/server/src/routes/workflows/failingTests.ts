import { setImmediate } from "node:timers/promises";
import { testsFailed } from "@trunkline/contract/workflows/workflowTests.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import { runTest, type TestFailure } from "@trunkline/workflow/trial/testVerdict.ts";
import { Problem } from "../../http/problem.ts";
import type { Query } from "../../store/database.ts";
import { type CampaignSettings, findVersion } from "../../store/workflows/campaign.ts";
import { listWorkflowTests } from "../../store/workflows/workflowTests.ts";
import { JourneyWorlds } from "../../world/journeyWorld.ts";

/** A workflow as it is about to be saved. */
interface ToSave {
  campaignId: string;
  /** Undefined: the newest drawing. */
  definition: string | undefined;
  settings: CampaignSettings;
}

/** The tests of a workflow that fail with a drawing and its settings, each with what differs. */
export async function listFailingTests(
  q: Query,
  account: string,
  { campaignId, definition: drawn, settings }: ToSave,
): Promise<(TestFailure & { title: string })[]> {
  const tests = await listWorkflowTests(q, account, campaignId);
  if (tests.length === 0) return [];
  const definition = drawn ?? (await findVersion(q, account, campaignId))?.definition;
  if (definition === undefined) return [];
  const key = { accountId: account, campaignId, version: 0, ignoresWindow: false };
  const world = await new JourneyWorlds().loadDrawn(q, key, { definition, settings });
  if (world === null) return [];
  const failing: (TestFailure & { title: string })[] = [];
  for (const { definition: test } of tests) {
    const { failure } = runTest({ definition: world.definition, kindOf, lookup: world.lookup }, test);
    if (failure !== null) failing.push({ title: test.title, ...failure });
    // other requests are answered between two tests
    await setImmediate();
  }
  return failing;
}

/** Refuses a save that fails tests, where tests must pass. */
export async function refuseFailingTests(
  q: Query,
  account: string,
  { testsMustPass }: { testsMustPass: boolean },
  toSave: ToSave,
): Promise<void> {
  const failing = testsMustPass ? await listFailingTests(q, account, toSave) : [];
  if (failing.length === 0) return;
  throw new Problem(
    409,
    failing.map(({ title, node, message }) => ({
      code: testsFailed,
      message: `${title}: ${message}`,
      where: node === null ? "body.workflow" : `body.workflow node ${node}`,
    })),
  );
}
