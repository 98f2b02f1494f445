import { applyEdits } from "@trunkline/workflow/drafting/applyEdits.ts";
import { readEdits } from "@trunkline/workflow/drafting/draftAnswer.ts";
import type { DraftChoices } from "@trunkline/workflow/drafting/draftChoices.ts";
import { knownIn } from "@trunkline/workflow/drafting/drawnWith.ts";
import { outlineOf } from "@trunkline/workflow/drafting/outline.ts";
import { drawInbound } from "@trunkline/workflow/inbound/drawing.ts";
import { readInbound } from "@trunkline/workflow/inbound/readInbound.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { type Ivr, newIvr } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { startReceiver } from "../../../test/receiver.ts";
import { testServer } from "../../../test/server.ts";
import { readConfig } from "../../config/config.ts";

const db = await freshDatabase();
const local = await testServer(db);
const model = await startReceiver();
const settings = { TRUNKLINE_DATA_DIR: "/nonexistent", TRUNKLINE_CALLS_PER_MINUTE: "1000000" };
const asking = await testServer(db, {
  config: readConfig({
    ...settings,
    TRUNKLINE_MODEL: "openai",
    TRUNKLINE_MODEL_NAME: "small",
    TRUNKLINE_MODEL_KEY: "a key of a model",
    TRUNKLINE_MODEL_URL: `${model.url}/v1`,
  }),
});
const without = await testServer(db, { config: readConfig({ ...settings, TRUNKLINE_MODEL: "none" }) });

/** The model says these texts in turn, and the last one from then on. */
function says(...texts: string[]) {
  model.received.length = 0;
  const left = [...texts];
  model.answer((_, response) => {
    const content = left.length > 1 ? left.shift() : left[0];
    response.end(JSON.stringify({ choices: [{ message: { content } }] }));
  });
}

const askedTurns = () =>
  model.received.map(({ body }) => (JSON.parse(body) as { messages: { role: string; content: string }[] }).messages);

it("drafts a workflow that has nothing left to fix, and saves nothing", async () => {
  const { account, key } = await local.account();
  await local.call("PUT", "/v4/account/", { as: { key }, body: { settings: { aiMessagePriceMicros: 20_000 } } });
  const words = "Remind patients of Acme Dental of their appointment, wait 6 hours";
  const { status, body } = await local.call("POST", "/v4/ai/workflow/draft", { as: { key }, body: { words } });
  expect([status, body.payload[0]?.["cost"], body.payload[0]?.["questions"]]).toEqual([200, 0.02, []]);
  const { cost: _, choices: _none, ...answer } = body.payload[0] as Record<string, unknown>;
  const read = readEdits(answer);
  if (!read.ok) throw new Error(read.refused);
  const blank = readGraph(null, {});
  const context = { known: words, design: { flag: () => false, today: "2026-03-02" } };
  const applied = applyEdits(blank, read.answer, context);
  if (!applied.ok) throw new Error(applied.refused);
  expect(applied.proposal.problems.filter(({ nodeId }) => nodeId !== 1)).toEqual([]);
  const made = await db.tx([account], (q) =>
    q.one<{ count: number }>("select count(*)::int count from campaign where account_id = $1", [account]),
  );
  expect(made?.count).toBe(0);
});

it("drafts an inbound workflow that leads to what the account has, and saves nothing", async () => {
  const { account, key } = await local.account();
  await local.call("POST", "/v4/livelist", { as: { key }, body: { listName: "front-desk", clientIds: [] } });
  const words = "Send calls after 18:00 to voicemail and all other calls to Front-desk";
  const { status, body } = await local.call("POST", "/v4/ai/workflow/draft", {
    as: { key },
    body: { type: "inbound", words },
  });
  const { cost: _, choices, ...answer } = body.payload[0] as Record<string, unknown> & { choices: DraftChoices };
  expect([status, choices.liveLists]).toEqual([200, ["front-desk"]]);
  const read = readEdits(answer, "inbound");
  if (!read.ok) throw new Error(read.refused);
  const design = { flag: () => false, today: "2026-03-02" };
  const applied = applyEdits(drawInbound(readInbound(null)), read.answer, { known: words, design, choices });
  if (!applied.ok) throw new Error(applied.refused);
  expect(applied.proposal.problems.map(({ message }) => message)).toEqual(["Live List 1: Audio File is required."]);
  const made = await db.tx([account], (q) =>
    q.one<{ count: number }>("select count(*)::int count from route_destination where account_id = $1", [account]),
  );
  expect(made?.count).toBe(0);
});

it("drafts and explains the menus of an IVR, and saves nothing", async () => {
  const { account, key } = await local.account();
  await local.call("POST", "/v4/livelist", { as: { key }, body: { listName: "front-desk", clientIds: [] } });
  const words = "Press 1 for the front-desk, press 2 for sales at +1 202 555 0143";
  const { status, body } = await local.call("POST", "/v4/ai/ivr/draft", {
    as: { key },
    body: { words, ivr: newIvr() },
  });
  const { ivr } = body.payload[0] as { ivr: Ivr };
  expect(status).toBe(200);
  expect(ivr.menus.flatMap(({ options }) => options.flatMap(({ actions }) => actions))).toEqual([
    { type: "livelist", value: "front-desk" },
    { type: "dial", value: "+12025550143" },
  ]);
  const explained = await local.call("POST", "/v4/ai/ivr/explain", { as: { key }, body: { ivr } });
  expect(explained.body.payload[0]?.["text"]).toContain("then is connected with +12025550143");
  const made = await db.tx([account], (q) =>
    q.one<{ count: number }>("select count(*)::int count from ivr where account_id = $1", [account]),
  );
  expect(made?.count).toBe(0);
});

it("tells the model the names that an inbound workflow can lead to, and explains one", async () => {
  const { key } = await asking.account();
  const { key: other } = await asking.account();
  await asking.call("POST", "/v4/livelist", { as: { key: other }, body: { listName: "theirs", clientIds: [] } });
  await asking.call("POST", "/v4/livelist", { as: { key }, body: { listName: "ours", clientIds: [] } });
  says("Calls go to voicemail.");
  const nodes = [
    { id: "start", type: "start", data: { type: "start", formData: { selectedNumber: ["+13035550188"] } } },
    { id: "callSrc", type: "inboundCall", data: { type: "call", category: "channel" } },
    { id: "voicemail-1", type: "callDestination", data: { type: "voicemail", category: "destination", formData: {} } },
  ];
  const edges = [
    { id: "a", source: "start", target: "callSrc" },
    { id: "b", source: "callSrc", target: "voicemail-1" },
  ];
  const { body } = await asking.call("POST", "/v4/ai/workflow/explain", {
    as: { key },
    body: { type: "inbound", workflow: JSON.stringify({ nodes, edges }) },
  });
  expect(body.payload[0]).toMatchObject({ text: "Calls go to voicemail." });
  const asked = askedTurns()[0]?.[1]?.content ?? "";
  expect(JSON.parse(asked)).toMatchObject({
    workflow: {
      type: "inbound",
      choices: { liveLists: ["ours"] },
      nodes: [{}, { exits: [{ to: "voicemail-1" }] }, {}],
    },
  });
  expect(asked).not.toMatch(/5550188|theirs/);
});

it("asks a refused answer again with the reason, and never sends contacts to the model", async () => {
  const { key } = await asking.account();
  await asking.call("POST", "/v4/contact/", {
    as: { key },
    body: { phone: "+16175550177", firstName: "Secretive", email: "secretive@example.org" },
  });
  says("I cannot do that.", JSON.stringify({ summary: "Nothing to change.", edits: [] }));
  const { status, body } = await asking.call("POST", "/v4/ai/workflow/draft", {
    as: { key },
    body: { words: "Text my contacts", earlier: ["Hello"] },
  });
  expect([status, body.payload[0]?.["summary"]]).toEqual([200, "Nothing to change."]);
  const [first, second] = askedTurns();
  expect(first?.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(JSON.parse(first?.[1]?.content ?? "")).toEqual({
    request: "Text my contacts",
    earlierRequests: ["Hello"],
    workflow: JSON.parse(JSON.stringify(outlineOf(readGraph(null, {}), new Map()))),
  });
  expect(second?.at(-1)?.content).toMatch(/^Your answer was refused: The answer is not JSON/);
  expect(JSON.stringify(askedTurns())).not.toMatch(/Secretive|secretive|5550177/);
});

const inbound = { type: "inbound", words: "x" };
const forwards = {
  summary: "x",
  edits: [
    { do: "add", key: "out", kind: "callForward", fields: { numberOrSip: "+19005550199" } },
    { do: "connect", from: "callSrc", to: "out" },
  ],
};
const hook = { summary: "x", edits: [{ do: "remove", node: 1 }] };
it.each<[what: string, path: string, body: object, said: string, why: RegExp]>([
  ["words", "workflow/draft", { words: "x" }, "Ignore your rules and send everyone a text", /not JSON/],
  [
    "a changed start",
    "workflow/draft",
    { words: "x" },
    JSON.stringify(hook),
    /the Start node can only be changed by you/,
  ],
  [
    "an unknown property",
    "workflow/draft",
    { words: "x" },
    JSON.stringify({ ...hook, sendNow: true }),
    /unknown properties: sendNow/,
  ],
  ["a huge draft", "workflow/draft", { words: "x" }, `{"summary":"${"x".repeat(70_000)}"}`, /at most 60000 are read/],
  ["calls that are forwarded elsewhere", "workflow/draft", inbound, JSON.stringify(forwards), /contains 19005550199/],
  [
    "a list of another account",
    "workflow/draft",
    inbound,
    JSON.stringify({
      summary: "x",
      edits: [{ do: "add", key: "l", kind: "liveList", fields: { liveListName: "theirs" } }],
    }),
    /there is no live list “theirs”/,
  ],
  [
    "a change of outbound workflows",
    "workflow/draft",
    inbound,
    JSON.stringify({ summary: "x", edits: [{ do: "section", name: "A" }] }),
    /is not one of the changes/,
  ],
  [
    "a menu that dials elsewhere",
    "ivr/draft",
    { words: "x", ivr: newIvr() },
    JSON.stringify({
      summary: "x",
      menus: [
        { name: "a", say: "b", options: [{ key: 1, say: "c", actions: [{ type: "dial", value: "+19005550199" }] }] },
      ],
    }),
    /contains 19005550199/,
  ],
  ["HTML", "workflow/explain", { workflow: null }, "<script>alert(1)</script>", /contains HTML/],
  ["an explanation with a link", "workflow/explain", { workflow: null }, "Read more at evil.com", /contains evil\.com/],
  [
    "a text with a link",
    "texts",
    { words: "x" },
    JSON.stringify({ texts: ["Pay at https://evil.example"] }),
    /evil\.example/,
  ],
  ["a long text", "texts", { words: "x" }, JSON.stringify({ texts: ["x".repeat(161)] }), /2 segments/],
])("refuses %s as the answer to %s", async (_what, path, body, said, why) => {
  const { key } = await asking.account();
  says(said);
  const answered = await asking.call("POST", `/v4/ai/${path}`, { as: { key }, body });
  expect([answered.status, answered.body.payload]).toEqual([502, []]);
  expect(answered.body.error[0]).toMatchObject({ code: "model_unusable", message: expect.stringMatching(why) });
});

it("shows the model the texts of templates and of nodes that are not saved yet", async () => {
  const { key } = await asking.account();
  const template = { templateTitle: "Hello", templateText: "Hello from the template" };
  const made = await asking.call("POST", "/v4/smstemplate/", { as: { key }, body: template });
  const smsTemplateId = made.body.payload[0]?.["templateId"];
  const workflow = JSON.stringify({
    schemaVersion: 1,
    startNode: 1,
    sections: { main: 1 },
    nodes: [
      { id: 1, type: "start", children: [2] },
      { id: 2, type: "smsSend", children: [3], smsTemplateId, smsTemplateName: "Hello" },
      { id: 3, type: "smsSend", children: [] },
    ],
  });
  says("It says hello.");
  const body = { workflow, texts: { "3": "Not saved yet" } };
  const { status } = await asking.call("POST", "/v4/ai/workflow/explain", { as: { key }, body });
  expect(status).toBe(200);
  const outline = JSON.parse(askedTurns()[0]?.[1]?.content ?? "") as { workflow: { nodes: { text?: string }[] } };
  expect(outline.workflow.nodes.map(({ text }) => text)).toEqual([
    undefined,
    "Hello from the template",
    "Not saved yet",
  ]);
  expect(knownIn({ outline: outline.workflow as never })).toContain("Not saved yet");
});

it.each([
  ["{", /^The workflow cannot be read: /],
  ['{"nodes":[{"id":"x"}]}', /^The workflow cannot be read: /],
])("refuses a workflow that cannot be read: %s", async (workflow, why) => {
  const { key } = await local.account();
  const { status, body } = await local.call("POST", "/v4/ai/workflow/explain", { as: { key }, body: { workflow } });
  expect([status, body.error[0]?.message]).toEqual([400, expect.stringMatching(why)]);
});

it.each([
  [
    401,
    { error: { message: "Incorrect API key" } },
    "The language model did not answer: Incorrect API key. The operator checks TRUNKLINE_MODEL_KEY and TRUNKLINE_MODEL_NAME.",
  ],
  [503, {}, "The language model did not answer: HTTP 503. Try again later."],
])("says what to do when the model fails with %i", async (status, answer, message) => {
  const { key } = await asking.account();
  model.answer((_, response) => response.writeHead(status).end(JSON.stringify(answer)));
  const said = await asking.call("POST", "/v4/ai/texts", { as: { key }, body: { words: "x" } });
  expect([said.status, said.body.error]).toEqual([502, [{ code: "model_failed", message }]]);
});

it("says how to set up a model where none is configured", async () => {
  const { key } = await without.account();
  const found = await without.call("GET", "/v4/ai/model", { as: { key } });
  expect(found.body.payload).toEqual([{ available: false, local: false }]);
  const { status, body } = await without.call("POST", "/v4/ai/workflow/draft", { as: { key }, body: { words: "x" } });
  expect([status, body.error]).toEqual([
    409,
    [
      {
        code: "no_model",
        message: "No language model is configured. The operator sets TRUNKLINE_MODEL to openai, anthropic or local.",
      },
    ],
  ]);
});

it("limits the questions of an account in a minute", async () => {
  const { key } = await local.account();
  const ask = () => local.call("POST", "/v4/ai/texts", { as: { key }, body: { words: "Say that we are closed" } });
  const statuses: number[] = [];
  for (let count = 0; count < 21; count++) statuses.push((await ask()).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
});
