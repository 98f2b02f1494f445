import { describe, expect, test } from "vitest";
import type { Contact } from "../engine/world.ts";
import { readGraph } from "../outbound/readGraph.ts";
import { enteredNodes, untriedEdges } from "./coverage.ts";
import { findContact } from "./findContact.ts";
import { playedDraft } from "./playedDraft.ts";
import { playTrial, type TrialInput, type TrialMoment, type TrialSetup } from "./trial.ts";

const startMs = Date.parse("2026-03-02T15:00:00Z");

const contact: Contact = {
  contactId: "try",
  phone: "+12025550143",
  email: "sam@example.com",
  firstName: "Sam",
  lastName: null,
  address: null,
  city: null,
  state: null,
  postalCode: null,
  country: null,
  tags: [],
  extdata: {},
  zones: ["America/New_York"],
  zonesFrom: "areaCode",
  dnc: 0,
};

const setup: TrialSetup = { contact, startMs, seed: "1", answers: {} };
const statement = (variable: string, operation: string, value: string) => ({
  variable,
  operation,
  value,
  negated: false,
});

const reminder = readGraph(
  JSON.stringify({
    schemaVersion: 1,
    startNode: 1,
    sections: { main: 1 },
    nodes: [
      { id: 1, type: "start", x: 0, y: 0, children: [2] },
      { id: 2, type: "smsSend", smsTemplateId: "reminder", smsTemplateName: "Reminder", x: 0, y: 1, children: [3] },
      {
        id: 3,
        type: "event",
        x: 0,
        y: 2,
        children: [4, 5],
        conditions: [{ targetNode: 4, statements: [statement("node2.reply", "CONTAINS", "yes")] }],
        timeoutData: { timeoutType: "wait", timeoutWaitNumber: 2, timeoutWaitUnits: "days", timeoutPath: 5 },
      },
      {
        id: 4,
        type: "condition",
        x: 0,
        y: 3,
        children: [6, 7],
        conditions: [{ targetNode: 6, statements: [statement("plan", "EQUALS", "gold")] }],
        defaultNodePath: 7,
      },
      { id: 5, type: "callback", callbackId: "hook", x: 0, y: 3, children: [8, 9], successPath: 8, failurePath: 9 },
      ...[6, 7, 8, 9].map((id) => ({ id, type: "control", x: id, y: 4, children: [] })),
    ],
  }),
  {},
);

const workflow = playedDraft(reminder, {
  templates: [{ templateId: "reminder", title: "Reminder", text: "Hi ${firstName}, coming?", mediaUrl: null }],
  emailTemplates: [],
  rcsTemplates: [],
  rcsAgents: [],
  campaignIds: [],
  legalHours: false,
  lookup: {},
});

const play = (...inputs: TrialInput[]): TrialMoment[] => playTrial(workflow, setup, inputs);
const last = (moments: readonly TrialMoment[]): TrialMoment => moments.at(-1) as TrialMoment;
const delivered: TrialInput = { do: "answer", id: "delivered" };
const shown = (moments: readonly TrialMoment[]) =>
  moments.flatMap(({ thread }) => thread).map((item) => ("text" in item ? `${item.kind}: ${item.text}` : item.kind));

describe("A try of a draft", () => {
  test("shows the filled-in text, has it delivered and waits for the reply", () => {
    const moments = play();
    expect(shown(moments)).toEqual(["text: Hi Sam, coming?"]);
    expect(last(moments).player.journey).toMatchObject({
      at: 3,
      status: "waiting",
      wakeAt: startMs + 1000 + 2 * 86_400_000,
    });
  });

  test("explains each decision with the value of its rule", () => {
    const moments = play(delivered, { do: "reply", text: "Yes please" });
    const decisions = last(moments).steps.filter(({ paths }) => paths.length > 0);
    expect(decisions.map(({ step, paths }) => [step.node, paths])).toEqual([
      [
        3,
        [
          {
            holds: true,
            statements: [{ words: "reply contains yes", variable: "node2.reply", actual: "Yes please", holds: true }],
          },
        ],
      ],
      [
        4,
        [
          {
            holds: false,
            statements: [{ words: "plan equals gold", variable: "plan", actual: undefined, holds: false }],
          },
        ],
      ],
    ]);
  });

  test("goes another way when an earlier answer is replaced", () => {
    const yes = play(delivered, { do: "reply", text: "yes" });
    const none = play(delivered, { do: "wait" }, { do: "answer", id: "500" });
    expect(enteredNodes(yes)).toContain(7);
    expect(last(none).steps.map(({ step }) => [step.node, step.because])).toEqual([
      [5, "the receiver answered with an error (500)"],
      [9, undefined],
    ]);
  });

  test("asks the user what a webhook answers", () => {
    expect(last(play(delivered, { do: "wait" })).pending?.effect).toEqual({ do: "callWebhook", callbackId: "hook" });
  });

  test("takes a reply to a text that may have arrived, as a run does", () => {
    const replied = play({ do: "answer", id: "in_doubt" }, { do: "reply", text: "yes" });
    expect(enteredNodes(replied)).toContain(7);
  });

  test("opts the contact out at STOP", () => {
    const moments = play(delivered, { do: "reply", text: "STOP" });
    expect(shown(moments).slice(1)).toEqual(["mine: STOP", "note: The contact opted out of texts"]);
    expect(last(moments).player.contact.dnc).not.toBe(0);
  });

  test("stops at an input that no longer applies to the changed drawing", () => {
    expect(play(delivered, { do: "answer", id: "500" }, { do: "wait" })).toHaveLength(2);
  });
});

describe("Coverage", () => {
  test("lists the lines that no try has followed", () => {
    const entered = enteredNodes(play(delivered, { do: "reply", text: "yes" }));
    expect(untriedEdges(reminder, entered).map(({ target }) => target)).toEqual([5, 6, 8, 9]);
  });
});

const search = (target: number, played = workflow, graph = reminder) => {
  const steps = findContact(played, graph, setup, target);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
};

describe("Finding a contact that gets to a node", () => {
  test.each([6, 7, 8, 9])("plays to node %i", (target) => {
    const result = search(target);
    if (!("found" in result)) throw new Error(JSON.stringify(result));
    expect(enteredNodes(playTrial(workflow, result.found.setup, result.found.inputs))).toContain(target);
  });

  test("uses the values of the rules for fields", () => {
    const result = search(6);
    expect(result).toMatchObject({ found: { setup: { contact: { extdata: { plan: "gold" } } } } });
  });

  test("says where contacts stop when no contact gets there", () => {
    const saved = {
      schemaVersion: 1,
      startNode: 1,
      sections: { main: 1 },
      nodes: [
        { id: 1, type: "start", x: 0, y: 0, children: [2] },
        {
          id: 2,
          type: "condition",
          x: 0,
          y: 1,
          children: [3, 4],
          conditions: [
            { targetNode: 3, statements: [statement("plan", "EQUALS", "gold"), statement("plan", "EQUALS", "silver")] },
          ],
          defaultNodePath: 4,
        },
        { id: 3, type: "control", x: 0, y: 2, children: [] },
        { id: 4, type: "control", x: 1, y: 2, children: [] },
      ],
    };
    const graph = readGraph(JSON.stringify(saved), {});
    const world = { templates: [], emailTemplates: [], rcsTemplates: [], rcsAgents: [], campaignIds: [] };
    const played = playedDraft(graph, { ...world, legalHours: false, lookup: {} });
    expect(search(3, played, graph)).toMatchObject({ unreachable: "no contact", stoppedAt: 2 });
  });

  test("says that no path leads to a node that is not attached", () => {
    expect(search(99)).toEqual({ unreachable: "no path", stoppedAt: null, tries: 0 });
  });
});
