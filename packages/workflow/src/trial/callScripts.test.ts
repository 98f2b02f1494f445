import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readGraph } from "../outbound/readGraph.ts";
import { playedDraft } from "./playedDraft.ts";
import { setupOf } from "./testContact.ts";
import { testOfTrial } from "./testOfTrial.ts";
import { workflowTest } from "./testSchema.ts";
import { runTest } from "./testVerdict.ts";
import { playTrial, type TrialInput, type TrialSetup } from "./trial.ts";

const calls = readFileSync(new URL("../../fixtures/wire/callXml.json", import.meta.url), "utf8");
const none = { templates: [], emailTemplates: [], rcsTemplates: [], rcsAgents: [], campaignIds: [] };
const workflow = playedDraft(readGraph(calls, {}), { ...none, legalHours: false, lookup: {} });
const documents = {
  "https://scripts.example.com/survey.xml":
    '<Response><Gather numDigits="1" action="/next.xml"><Say>Press a key.</Say></Gather></Response>',
  "https://scripts.example.com/next.xml": "<Response><Say>Thank you.</Say></Response>",
};
const base = setupOf({
  contact: { phone: "+12025550143" },
  start: "2026-03-02T15:00:00Z",
  seed: "1",
  answers: {},
  federalDnc: null,
  hasModel: false,
  account: { legalHours: false, carrierLookup: false },
  events: [],
});
const inputs: TrialInput[] = [
  { do: "line", event: { type: "answered", by: "human" } },
  { do: "line", event: { type: "digits", digits: "1" } },
];
const heard = (setup: TrialSetup): string[] =>
  playTrial(workflow, setup, inputs).flatMap(({ thread }) =>
    thread.flatMap((item) => (item.kind === "call" && item.node === 2 ? [item.line.text] : [])),
  );

test("a call of a workflow plays the scripts that the user gives for its addresses", () => {
  expect(heard({ ...base, documents })).toEqual([
    "Answered",
    "The call is recorded",
    "Requests the call script at https://scripts.example.com/survey.xml",
    "Press a key.",
    "Waits 5 s for one key",
    "Key 1",
    "Requests the call script at https://scripts.example.com/next.xml",
    "Thank you.",
    "The call ends",
  ]);
  expect(heard(base)).toContain("The tester does not fetch call scripts");
});

test("a test keeps them, so that it plays the same", () => {
  const setup = { ...base, documents };
  const world = { federalDnc: null, hasModel: false, account: { legalHours: false, carrierLookup: false } };
  const saved = testOfTrial(workflow, setup, playTrial(workflow, setup, inputs), world);
  expect(saved.documents).toEqual(documents);
  expect(runTest(workflow, workflowTest.parse(JSON.parse(JSON.stringify(saved)))).failure).toBeNull();
  const { documents: _, ...without } = saved;
  expect(runTest(workflow, without).failure).not.toBeNull();
});
