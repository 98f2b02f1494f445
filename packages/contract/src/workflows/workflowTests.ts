import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";

const ofCampaign = z.object({ campaignId: id });
const ofTest = ofCampaign.extend({ testId: id });

/** A saved test. `test` has the form of docs/tests.md. */
const savedTest = z.object({
  testId: id,
  title: z.string(),
  test: z.record(z.string(), z.unknown()),
  created: z.string(),
  updated: z.string(),
});
export type SavedTest = z.infer<typeof savedTest>;

const body = z.strictObject({ test: z.record(z.string(), z.unknown(), { error: "test must be a test as JSON" }) });

/** The code of a refused save because of failed tests. */
export const testsFailed = "tests_failed";

/** Tests of outbound workflows (decision 0082). */
export const workflowTestRoutes = {
  list: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/test/",
    summary: "List the tests of an outbound workflow",
    description: "Oldest first.",
    caller: "account",
    privilege: null,
    params: ofCampaign,
    query: z.strictObject(wholeList),
    item: savedTest,
    pagedBy: "testId",
  }),
  create: route({
    method: "POST",
    path: "/v4/campaign/:campaignId/test/",
    summary: "Create a test of an outbound workflow",
    caller: "account",
    privilege: "workflow-edit",
    params: ofCampaign,
    body,
    item: savedTest,
  }),
  settings: route({
    method: "PUT",
    path: "/v4/campaign/:campaignId/test/",
    summary: "Set whether the tests of an outbound workflow must pass",
    description: `While they must, a save of the workflow that fails tests is refused with error ${testsFailed}.`,
    caller: "account",
    privilege: "workflow-edit",
    params: ofCampaign,
    body: z.strictObject({ testsMustPass: z.boolean() }),
    item: z.object({ testsMustPass: z.boolean() }),
  }),
  update: route({
    method: "PUT",
    path: "/v4/campaign/:campaignId/test/:testId/",
    summary: "Update a test of an outbound workflow",
    caller: "account",
    privilege: "workflow-edit",
    params: ofTest,
    body,
    item: savedTest,
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/campaign/:campaignId/test/:testId/",
    summary: "Delete a test of an outbound workflow",
    caller: "account",
    privilege: "workflow-edit",
    params: ofTest,
    item: done,
  }),
};
