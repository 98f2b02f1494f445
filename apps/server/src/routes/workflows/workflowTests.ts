import { type SavedTest, workflowTestRoutes } from "@trunkline/contract/workflows/workflowTests.ts";
import { plainErrors, sayOf } from "@trunkline/workflow/parts/text/plainErrors.ts";
import { mostTests, type WorkflowTest, workflowTest } from "@trunkline/workflow/trial/testSchema.ts";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, notFound, Problem } from "../../http/problem.ts";
import { audit } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import { lockVersion } from "../../store/workflows/campaign.ts";
import {
  findWorkflowTest,
  insertWorkflowTests,
  listWorkflowTests,
  removeWorkflowTest,
  setTestsMustPass,
  updateWorkflowTest,
  type WorkflowTestRow,
} from "../../store/workflows/workflowTests.ts";
import { needCampaign } from "./campaign.ts";

/** Tests of outbound workflows (decision 0082). */
export function registerWorkflowTest(api: Api): void {
  handle(api, workflowTestRoutes.list, ({ db, account, params }) =>
    db.tx([account], async (q) => {
      await needCampaign(q, account, params.campaignId);
      return (await listWorkflowTests(q, account, params.campaignId)).map(show);
    }),
  );
  handle(api, workflowTestRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, actor, params } = call;
      const { campaignId } = params;
      await needCampaign(q, account, campaignId);
      const test = checkedTest(call.body.test);
      // two tests that are saved at the same time are counted one after the other
      await lockVersion(q, account, campaignId);
      if ((await listWorkflowTests(q, account, campaignId)).length >= mostTests)
        throw conflict(
          `A workflow can have at most ${mostTests} tests. Remove one first.`,
          "body.test",
          "too_many_tests",
        );
      const [testId = ""] = await insertWorkflowTests(q, account, { campaignId, by: actor.id }, [test]);
      await audit(q, call, "workflowTest.create", campaignId, { test: test.title });
      return [show(await needTest(q, account, { campaignId, testId }))];
    }),
  );
  handle(api, workflowTestRoutes.settings, (call) =>
    call.db.tx([call.account], async (q) => {
      const { campaignId } = call.params;
      const { testsMustPass } = call.body;
      await needCampaign(q, call.account, campaignId);
      await setTestsMustPass(q, call.account, campaignId, testsMustPass);
      await audit(q, call, "workflowTest.mustPass", campaignId, { testsMustPass });
      return [{ testsMustPass }];
    }),
  );
  handle(api, workflowTestRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      const { campaignId } = call.params;
      await needCampaign(q, call.account, campaignId);
      const test = checkedTest(call.body.test);
      if (!(await updateWorkflowTest(q, call.account, call.params, test))) throw notFound("test");
      await audit(q, call, "workflowTest.update", campaignId, { test: test.title });
      return [show(await needTest(q, call.account, call.params))];
    }),
  );
  handle(api, workflowTestRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { campaignId, testId } = call.params;
      const { definition } = await needTest(q, call.account, call.params);
      await removeWorkflowTest(q, call.account, call.params);
      await audit(q, call, "workflowTest.delete", campaignId, { test: definition.title });
      return [{ id: testId }];
    }),
  );
}

async function needTest(
  q: Query,
  account: string,
  params: { campaignId: string; testId: string },
): Promise<WorkflowTestRow> {
  const row = await findWorkflowTest(q, account, params);
  if (row === null) throw notFound("test");
  return row;
}

/** A test in the form of docs/tests.md, or a refusal that names every wrong field. */
function checkedTest(body: unknown): WorkflowTest {
  const read = workflowTest.safeParse(body, { error: plainErrors });
  if (read.success) return read.data;
  throw new Problem(
    400,
    read.error.issues.slice(0, 50).map(({ path, message }) => ({
      code: "invalid_test",
      message: sayOf(path.join(".") || "The test", message),
      where: ["body.test", ...path.map(String)].join("."),
    })),
  );
}

const show = ({ testId, definition, created, updated }: WorkflowTestRow): SavedTest => ({
  testId,
  title: definition.title,
  test: definition,
  created: created.toISOString(),
  updated: updated.toISOString(),
});
