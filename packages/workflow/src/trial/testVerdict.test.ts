import { describe, expect, test } from "vitest";
import { makeDefinition } from "../engine/definition.ts";
import { lookupOf } from "../engine/lookupOf.ts";
import type { PlayedWorkflow } from "../engine/player.ts";
import type { Contact } from "../engine/world.ts";
import { kindOf } from "../outbound/kinds/index.ts";
import { dice, randomWorkflow, words } from "../outbound/randomWorkflow.ts";
import { readGraph } from "../outbound/readGraph.ts";
import { optOutMask } from "../parts/phone/dnc.ts";
import { answersOf } from "./answers.ts";
import { playedDraft } from "./playedDraft.ts";
import { contactOf, savedContact } from "./testContact.ts";
import { testOfTrial } from "./testOfTrial.ts";
import { workflowTest } from "./testSchema.ts";
import { expectationOf } from "./testStory.ts";
import { runTest } from "./testVerdict.ts";
import {
  beginTrial,
  continueTrial,
  nextEventAt,
  nextInput,
  playTrial,
  settle,
  type TrialInput,
  type TrialMoment,
  type TrialSetup,
} from "./trial.ts";

const startMs = Date.parse("2026-03-02T15:00:00Z");
const contact: Contact = {
  ...contactOf({ phone: "+12025550143", email: "sam@example.com", firstName: "Sam" }),
  contactId: "somewhere else",
};
const setup: TrialSetup = { contact, startMs, seed: "1", answers: {} };
const world = { federalDnc: null, hasModel: false, account: { legalHours: false, carrierLookup: false } };
const statement = (variable: string, operation: string, value: string) => ({
  variable,
  operation,
  value,
  negated: false,
});

/** A two-way confirmation that answers yes with a text and nothing with a reminder. */
function confirmation({ yes = "yes", text = "Hi ${firstName}, coming?", days = 2, name = "" } = {}): PlayedWorkflow {
  const send = (id: number, template: string, next: number) => ({
    ...{ id, type: "smsSend", x: 0, y: id, children: [next], smsTemplateId: template, smsTemplateName: "Text" },
    ...(id === 2 && name !== "" && { name }),
  });
  const graph = readGraph(
    JSON.stringify({
      schemaVersion: 1,
      startNode: 1,
      sections: { main: 1 },
      nodes: [
        { id: 1, type: "start", x: 0, y: 0, children: [2] },
        send(2, "ask", 3),
        {
          ...{ id: 3, type: "event", x: 0, y: 2, children: [4, 5] },
          conditions: [{ targetNode: 4, statements: [statement("node2.reply", "CONTAINS", yes)] }],
          timeoutData: {
            timeoutType: "wait",
            timeoutWaitNumber: days,
            timeoutWaitUnits: "days",
            timeoutPath: 5,
          },
        },
        send(4, "thanks", 6),
        send(5, "remind", 7),
        { id: 6, type: "control", x: 0, y: 5, children: [] },
        { id: 7, type: "control", x: 0, y: 5, children: [] },
      ],
    }),
    {},
  );
  const template = (templateId: string, words: string) => ({ templateId, title: words, text: words, mediaUrl: null });
  return playedDraft(graph, {
    templates: [template("ask", text), template("thanks", "See you"), template("remind", "Last reminder")],
    emailTemplates: [],
    rcsTemplates: [],
    rcsAgents: [],
    campaignIds: [],
    legalHours: false,
    lookup: {},
  });
}

const save = (workflow: PlayedWorkflow, ...inputs: TrialInput[]) =>
  testOfTrial(workflow, setup, playTrial(workflow, setup, inputs), world);
const saysYes = () => save(confirmation(), { do: "answer", id: "delivered" }, { do: "reply", text: "Yes please" });
const failureOf = (workflow: PlayedWorkflow, saved = saysYes()) => runTest(workflow, saved).failure;

describe("A try saved as a test", () => {
  test("has the contact's events, the texts, the path with its times and the variables", () => {
    const saved = saysYes();
    expect(saved).toMatchObject({
      title: "Replies “Yes please” and ends at Stop 6",
      contact: { phone: "+12025550143", email: "sam@example.com", firstName: "Sam" },
      start: "2026-03-02T15:00:00.000Z",
      events: [{ do: "reply", text: "Yes please" }],
      expects: { variables: { "node2.reply": "Yes please" }, end: { status: "done", node: null } },
    });
    expect(saved.expects.steps.map(({ node, outcome, message }) => [node, outcome, message?.text])).toEqual([
      [1, "went", undefined],
      [2, "asked", "Hi Sam, coming?"],
      [2, "went", undefined],
      [3, "waited", undefined],
      [3, "went", undefined],
      [4, "asked", "See you"],
      [4, "went", undefined],
      [6, "ended", undefined],
    ]);
    expect(saved.expects.steps[3]).toMatchObject({
      name: "Event 3",
      at: "2026-03-02T15:00:01.000Z",
      until: "2026-03-04T15:00:01.000Z",
    });
  });

  test("can be read from its JSON and passes on the same workflow", () => {
    const read = workflowTest.parse(JSON.parse(JSON.stringify(saysYes())));
    expect(read).toEqual(saysYes());
    expect(failureOf(confirmation(), read)).toBeNull();
  });

  test("keeps zones, opt-outs and blocked channels of its contact", () => {
    const refused = { ...contact, zones: ["Europe/Paris"], zonesFrom: "contact" as const, dnc: optOutMask | 1 };
    expect(savedContact(refused)).toMatchObject({
      zones: ["Europe/Paris"],
      blocked: ["call"],
      optedOut: ["sms", "rcs"],
    });
    expect(contactOf(savedContact(refused))).toEqual({ ...refused, contactId: "test" });
  });

  test("passes when nodes are renamed and moved", () => {
    expect(failureOf(confirmation({ name: "Welcome" }))).toBeNull();
  });
});

describe("A test of a changed workflow", () => {
  test("names the node that sends another text", () => {
    expect(failureOf(confirmation({ text: "Hello ${firstName}" }))).toMatchObject({
      step: 1,
      node: 2,
      message: "SMS Send 2 says “Hello Sam”, but “Hi Sam, coming?” was expected",
    });
  });

  test("names the node that decides otherwise", () => {
    expect(failureOf(confirmation({ yes: "sure" }))).toMatchObject({
      step: 4,
      node: 3,
      message: "Event 3: expected “Continues to SMS Send 4”, but got “Gets a reply that no path matches”",
    });
  });

  test("names the wait with another end", () => {
    expect(failureOf(confirmation({ days: 3 }))?.message).toBe(
      "Event 3 waits until 2026-03-05 10:00:01, but 2026-03-04 10:00:01 was expected",
    );
  });

  test("names a variable with another value, and compares no variable that it does not name", () => {
    const saved = saysYes();
    const other = { ...saved, expects: { ...saved.expects, variables: { "node2.reply": "no", missing: null } } };
    expect(failureOf(confirmation(), other)?.message).toBe(
      "The variable node2.reply is “Yes please”, but it was expected that it is “no”",
    );
    expect(failureOf(confirmation(), { ...saved, expects: { ...saved.expects, variables: {} } })).toBeNull();
  });

  test("compares no times that it leaves out", () => {
    const saved = saysYes();
    const steps = saved.expects.steps.map(({ at: _, until: __, ...one }) => one);
    expect(failureOf(confirmation({ days: 3 }), { ...saved, expects: { ...saved.expects, steps } })).toBeNull();
  });
});

const lookup = lookupOf(
  {
    templates: [],
    emailTemplates: [],
    rcsTemplates: [],
    rcsAgents: [],
    campaignIds: [],
  },
  { template: () => ({ templateId: "t", title: "T", text: "Hi ${firstName}, ${plan}", mediaUrl: null }) },
);

/** What a user could do next, or what follows by itself. */
function randomInput(moment: TrialMoment, roll: (limit: number) => number): TrialInput {
  if (roll(5) === 0) return { do: "reply", text: words[roll(words.length)] || "ok" };
  const { pending } = moment;
  if (pending === null) {
    const due = nextEventAt(moment);
    return roll(2) === 0 && due !== undefined ? { do: "wait", untilMs: due + 60_000 } : { do: "wait" };
  }
  if (pending.effect.do === "placeCall")
    return roll(2) === 0
      ? { do: "line", event: { type: "notAnswered", status: "busy" } }
      : {
          do: "line",
          event: moment.call?.session.answeredBy ? { type: "hungUp", seconds: 3 } : { type: "answered", by: "human" },
        };
  const choices = answersOf(pending.effect, moment.now);
  return { do: "answer", id: choices[roll(choices.length)]?.id ?? "ok" };
}

test("A test that was saved from any try passes on the same workflow, over 250 random workflows", () => {
  let steps = 0;
  for (let seed = 1; seed <= 250; seed++) {
    const roll = dice(seed);
    const drawn = randomWorkflow(roll);
    const workflow: PlayedWorkflow = {
      definition: makeDefinition({
        campaignId: "c",
        version: 1,
        workflow: JSON.stringify({ ...drawn, sections: drawn.sections ?? {} }),
        kindOf,
      }),
      kindOf,
      lookup,
    };
    const answers: TrialSetup["answers"] =
      [{}, { sendSms: "ask" }, { placeCall: "busy", callWebhook: "500" }][roll(3)] ?? {};
    const tried: TrialSetup = { ...setup, answers, seed: `${seed}` };
    const moments = settle(workflow, tried, [beginTrial(workflow, tried)]);
    for (let turn = 0; turn < 8; turn++) {
      const last = moments.at(-1) as TrialMoment;
      const next = continueTrial(workflow, last, randomInput(last, roll));
      if (next === undefined) continue;
      moments.push(next);
      // now and then the user steps back while a carrier has not answered
      if (roll(3) === 0 && moments.length > 2) moments.pop();
      else if (roll(4) > 0 || nextInput(next, tried) === undefined) settle(workflow, tried, moments);
    }
    settle(workflow, tried, moments);
    const saved = workflowTest.parse(JSON.parse(JSON.stringify(testOfTrial(workflow, tried, moments, world))));
    expect({ seed, failure: runTest(workflow, saved).failure }).toEqual({ seed, failure: null });
    // and it expects what the user saw
    expect({ seed, steps: saved.expects.steps }).toEqual({ seed, steps: expectationOf(workflow, moments).steps });
    steps += saved.expects.steps.length;
  }
  // the tries did go somewhere
  expect(steps).toBeGreaterThan(700);
});
