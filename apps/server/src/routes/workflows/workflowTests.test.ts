import { makeDefinition } from "@trunkline/workflow/engine/definition.ts";
import { lookupOf } from "@trunkline/workflow/engine/lookupOf.ts";
import type { PlayedWorkflow } from "@trunkline/workflow/engine/player.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import { contactOf } from "@trunkline/workflow/trial/testContact.ts";
import { testOfTrial } from "@trunkline/workflow/trial/testOfTrial.ts";
import type { WorkflowTest } from "@trunkline/workflow/trial/testSchema.ts";
import { playTrial, type TrialInput } from "@trunkline/workflow/trial/trial.ts";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { makeWorld } from "../../../test/world.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { world, key } = await makeWorld(server, "Ann");
const call = (method: string, url: string, body?: unknown) => server.call(method, url, { as: { key }, body });

/** Ask, wait for a reply that contains `yes`, thank. */
const drawing = (yes = "yes"): string => {
  const send = (id: number, next: number) => ({
    ...{ id, type: "smsSend", x: 250, y: 140 * id, children: [next], useAiRewording: false },
    ...{ smsTemplateId: world.template, smsTemplateName: "Text" },
  });
  const stop = (id: number) => ({ id, type: "control", x: 100 * id, y: 900, children: [] });
  return JSON.stringify({
    schemaVersion: 1,
    startNode: 1,
    sections: { main: 1 },
    nodes: [
      { id: 1, type: "start", x: 250, y: 25, children: [2] },
      send(2, 3),
      {
        ...{ id: 3, type: "event", x: 250, y: 420, children: [4, 5] },
        timeoutData: {
          timeoutType: "wait",
          timeoutWaitType: "number",
          timeoutWaitNumber: 2,
          timeoutWaitUnits: "days",
          timeoutPath: 5,
        },
        conditions: [
          {
            targetNode: 4,
            statements: [{ variable: "node2.reply", operation: "CONTAINS", value: yes, negated: false }],
          },
        ],
      },
      send(4, 6),
      stop(5),
      stop(6),
    ],
  });
};

/** The test that the page saves of a try with this reply. */
function tested(reply: string): WorkflowTest {
  const template = { templateId: world.template, title: "T", text: "Hello ${firstName}", mediaUrl: null };
  const lists = { templates: [template], emailTemplates: [], rcsTemplates: [], rcsAgents: [], campaignIds: [] };
  const workflow: PlayedWorkflow = {
    definition: makeDefinition({ campaignId: "c", version: 1, workflow: drawing(), kindOf }),
    kindOf,
    lookup: lookupOf(lists),
  };
  const contact = contactOf({ phone: "+12025550143", firstName: "Sam" });
  // in the legal hours of the contact
  const setup = { contact, startMs: Date.parse("2026-03-02T15:00:00Z"), seed: "1", answers: {} };
  const inputs: TrialInput[] = [
    { do: "answer", id: "delivered" },
    { do: "reply", text: reply },
  ];
  const saved = { federalDnc: null, hasModel: false, account: { legalHours: false, carrierLookup: false } };
  return testOfTrial(workflow, setup, playTrial(workflow, setup, inputs), saved);
}

async function made(workflow = drawing()): Promise<string> {
  const { body } = await call("POST", "/v4/campaign/", { campaignName: "Tested", numberSet: world.numberSet });
  const url = `/v4/campaign/${body.payload[0]?.["campaignId"]}`;
  expect((await call("POST", `${url}/workflow/`, { workflow })).body.error).toEqual([]);
  return url;
}

const refusals = async (method: string, url: string, body: unknown) => {
  const answer = await call(method, url, body);
  return [answer.status, ...answer.body.error.map(({ code, message, where }) => [code, message, where])];
};

describe("tests of a workflow", () => {
  it("are saved, listed, replaced and deleted, and each change is in the audit log", async () => {
    const url = await made();
    const test = tested("yes");
    const [saved] = (await call("POST", `${url}/test/`, { test })).body.payload;
    expect(saved).toMatchObject({ title: "Replies “yes” and ends at Stop 6", test });
    const one = `${url}/test/${saved?.["testId"]}/`;
    const renamed = { ...test, title: "Says yes" };
    expect((await call("PUT", one, { test: renamed })).body.payload[0]).toMatchObject({ title: "Says yes" });
    expect((await call("GET", `${url}/test/`)).body.payload).toMatchObject([{ title: "Says yes", test: renamed }]);
    expect((await call("DELETE", one)).status).toBe(200);
    expect((await call("GET", `${url}/test/`)).body.payload).toEqual([]);
    expect((await call("DELETE", one)).status).toBe(404);
    expect((await call("PUT", one, { test })).status).toBe(404);
    const { payload } = (await call("GET", "/v4/audit/?limit=3")).body;
    expect(payload.map(({ action }) => action)).toEqual([
      "workflowTest.delete",
      "workflowTest.update",
      "workflowTest.create",
    ]);
  });

  it("are refused with the place of what is wrong in them", async () => {
    const url = await made();
    const test = { ...tested("yes"), title: " ", start: "soon", events: [{ do: "reply" }] };
    expect(await refusals("POST", `${url}/test/`, { test })).toEqual([
      400,
      ["invalid_test", "Title is required", "body.test.title"],
      ["invalid_test", "start must be a date and time such as 2026-03-02T15:00:00Z", "body.test.start"],
      ["invalid_test", "events.0.text is required", "body.test.events.0.text"],
    ]);
    expect(await refusals("POST", `${url}/test/`, { test: { title: "Empty" } })).toEqual([
      400,
      ["invalid_test", "start is required", "body.test.start"],
      ["invalid_test", "expects is required", "body.test.expects"],
    ]);
  });

  it("do not block a save unless they must pass", async () => {
    const url = await made();
    await call("POST", `${url}/test/`, { test: tested("yes") });
    expect((await call("GET", `${url}/`)).body.payload[0]).toMatchObject({ testsMustPass: false });
    expect((await call("PUT", `${url}/workflow/`, { workflow: drawing("sure") })).status).toBe(200);
  });

  it("block every way to save while they must pass, and name the test and the node", async () => {
    const url = await made(drawing("sure"));
    await call("PUT", `${url}/workflow/`, { workflow: drawing() });
    await call("POST", `${url}/test/`, { test: tested("yes") });
    expect((await call("PUT", `${url}/test/`, { testsMustPass: true })).body.payload).toEqual([
      { testsMustPass: true },
    ]);
    expect((await call("GET", `${url}/`)).body.payload[0]).toMatchObject({ testsMustPass: true });
    const refused = [
      409,
      [
        "tests_failed",
        "Replies “yes” and ends at Stop 6: Event 3: expected “Continues to SMS Send 4”, but got “Gets a reply that no path matches”",
        "body.workflow node 3",
      ],
    ];
    const settings = { campaignName: "Tested", numberSet: world.numberSet };
    expect(await refusals("PUT", `${url}/workflow/`, { workflow: drawing("sure") })).toEqual(refused);
    expect(await refusals("PUT", `${url}/`, { ...settings, workflow: drawing("sure") })).toEqual(refused);
    expect(await refusals("POST", `${url}/version/1/restore`, {})).toEqual(refused);
    expect((await call("GET", `${url}/`)).body.payload[0]).toMatchObject({ workflowVersion: 2 });
    // settings count too: nothing is sent in the morning
    const window = {
      timezoneProtectionType: 1,
      timezoneProtectionStartTime: "12:00",
      timezoneProtectionEndTime: "18:00",
    };
    const [status, late] = await refusals("PUT", `${url}/`, { ...settings, ...window });
    expect([status, late]).toEqual([409, ["tests_failed", expect.stringContaining("SMS Send 2"), expect.any(String)]]);
    // and what passes is saved
    expect((await call("PUT", `${url}/workflow/`, { workflow: drawing("y") })).status).toBe(200);
    expect((await call("PUT", `${url}/`, { ...settings, testsMustPass: false })).status).toBe(200);
    expect((await call("GET", `${url}/`)).body.payload[0]).toMatchObject({ testsMustPass: true });
  });

  it("use the texts of the account as they are now", async () => {
    const url = await made();
    const test = tested("yes");
    await call("POST", `${url}/test/`, { test });
    await call("PUT", `${url}/test/`, { testsMustPass: true });
    const template = { templateTitle: "Ann template", templateText: "Good day ${firstName}" };
    await call("PUT", `/v4/smstemplate/${world.template}/`, template);
    const answer = await refusals("PUT", `${url}/workflow/`, { workflow: drawing("y") });
    // the other tests have the text as it was
    await call("PUT", `/v4/smstemplate/${world.template}/`, { ...template, templateText: "Hello ${firstName}" });
    expect(answer).toEqual([
      409,
      [
        "tests_failed",
        `${test.title}: SMS Send 2 says “Good day Sam”, but “Hello Sam” was expected`,
        "body.workflow node 2",
      ],
    ]);
  });
});

describe("tests in a bundle", () => {
  const exported = async () => {
    const url = await made();
    await call("POST", `${url}/test/`, { test: tested("yes") });
    await call("POST", `${url}/test/`, { test: tested("no") });
    await call("PUT", `${url}/test/`, { testsMustPass: true });
    return (await call("GET", `${url}/export`)).body.payload[0] as Record<string, unknown>;
  };

  it("arrive with their setting, in their order, and block saves there", async () => {
    const bundle = await exported();
    const other = (await makeWorld(server, "Bo")).key;
    const there = async (method: string, url: string, body?: unknown) =>
      (await server.call(method, url, { as: { key: other }, body })).body;
    const [report] = (await there("POST", "/v4/campaign/import", bundle)).payload;
    expect(report?.["notes"]).toEqual([]);
    const url = `/v4/campaign/${report?.["campaignId"]}`;
    expect((await there("GET", `${url}/test/`)).payload.map(({ title, test }) => [title, test])).toEqual(
      ["yes", "no"].map((reply) => [expect.stringContaining(`“${reply}”`), tested(reply)]),
    );
    const [saved] = (await there("GET", `${url}/workflow/`)).payload;
    const changed = String(saved?.["workflow"]).replace('"value":"yes"', '"value":"sure"');
    const { error } = await there("PUT", `${url}/workflow/`, { workflow: changed });
    expect(error.map(({ code }) => code)).toEqual(["tests_failed"]);
  });

  it("that fail in the other account are imported with a note", async () => {
    const { checksum: _, ...bundle } = await exported();
    const [first, ...others] = bundle["tests"] as WorkflowTest[];
    const expects = { ...first?.expects, variables: { "node2.reply": "no" } };
    const [report] = (
      await call("POST", "/v4/campaign/import", { ...bundle, tests: [{ ...first, expects }, ...others] })
    ).body.payload;
    expect(report?.["notes"]).toEqual([
      expect.stringMatching(
        /: the test "Replies “yes” and ends at Stop 6" fails in this account\. The variable node2\.reply /,
      ),
    ]);
    expect((await call("GET", `/v4/campaign/${report?.["campaignId"]}/test/`)).body.payload.length).toBe(2);
  });
});
