import type { WorkflowTest } from "@trunkline/workflow/trial/testSchema.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/** A saved test of an outbound workflow. */
export interface WorkflowTestRow {
  testId: string;
  definition: WorkflowTest;
  created: Date;
  updated: Date;
}

const columns = `test_id "testId", definition, created, updated`;

/** The tests of a workflow, oldest first. */
export const listWorkflowTests = (q: Query, account: string, campaignId: string): Promise<WorkflowTestRow[]> =>
  q.rows(`select ${columns} from workflow_test where account_id = $1 and campaign_id = $2 order by test_id`, [
    account,
    campaignId,
  ]);

/** The tests of several workflows, oldest first. Workflows without tests are missing. */
export async function listTestsOfWorkflows(
  q: Query,
  account: string,
  campaignIds: readonly string[],
): Promise<Map<string, WorkflowTest[]>> {
  const rows = await q.rows<{ campaignId: string; definition: WorkflowTest }>(
    `select campaign_id "campaignId", definition from workflow_test
     where account_id = $1 and campaign_id = any ($2::uuid[]) order by test_id`,
    [account, campaignIds],
  );
  const tests = new Map<string, WorkflowTest[]>();
  for (const { campaignId, definition } of rows) tests.set(campaignId, [...(tests.get(campaignId) ?? []), definition]);
  return tests;
}

/** One test of a workflow, or null. */
export const findWorkflowTest = (
  q: Query,
  account: string,
  { campaignId, testId }: { campaignId: string; testId: string },
): Promise<WorkflowTestRow | null> =>
  q.one(`select ${columns} from workflow_test where account_id = $1 and campaign_id = $2 and test_id = $3`, [
    account,
    campaignId,
    testId,
  ]);

/** Saves new tests and returns their ids. */
export async function insertWorkflowTests(
  q: Query,
  account: string,
  { campaignId, by }: { campaignId: string; by: string },
  tests: readonly WorkflowTest[],
): Promise<string[]> {
  const ids = tests.map(() => newId());
  await q.run(
    `insert into workflow_test (account_id, test_id, campaign_id, definition, created_by)
     select $1, u.id, $2, u.definition, $3 from unnest($4::uuid[], $5::jsonb[]) u (id, definition)`,
    [account, campaignId, by, ids, tests.map((test) => JSON.stringify(test))],
  );
  return ids;
}

/** Replaces a test. False if it does not exist. */
export const updateWorkflowTest = async (
  q: Query,
  account: string,
  { campaignId, testId }: { campaignId: string; testId: string },
  test: WorkflowTest,
): Promise<boolean> =>
  (await q.run(
    `update workflow_test set definition = $4::jsonb, updated = now()
     where account_id = $1 and campaign_id = $2 and test_id = $3`,
    [account, campaignId, testId, JSON.stringify(test)],
  )) > 0;

/** Deletes a test. False if it does not exist. */
export const removeWorkflowTest = async (
  q: Query,
  account: string,
  { campaignId, testId }: { campaignId: string; testId: string },
): Promise<boolean> =>
  (await q.run("delete from workflow_test where account_id = $1 and campaign_id = $2 and test_id = $3", [
    account,
    campaignId,
    testId,
  ])) > 0;

/** Sets whether a save that fails tests is refused. */
export const setTestsMustPass = async (
  q: Query,
  account: string,
  campaignId: string,
  mustPass: boolean,
): Promise<void> => {
  await q.run(
    "update campaign set tests_must_pass = $3 where account_id = $1 and campaign_id = $2 and deleted is null",
    [account, campaignId, mustPass],
  );
};
