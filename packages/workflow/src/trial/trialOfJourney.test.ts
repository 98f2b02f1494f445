import { describe, expect, test } from "vitest";
import { makeDefinition } from "../engine/definition.ts";
import { lookupOf } from "../engine/lookupOf.ts";
import type { PlayedWorkflow } from "../engine/player.ts";
import { kindOf } from "../outbound/kinds/index.ts";
import { dice, randomWorkflow, words } from "../outbound/randomWorkflow.ts";
import { optOutMask } from "../parts/phone/dnc.ts";
import { answersOf } from "./answers.ts";
import { contactOf } from "./testContact.ts";
import { playTrial, type TrialInput, type TrialMoment, type TrialSetup } from "./trial.ts";
import { type RealJourney, trialOfJourney } from "./trialOfJourney.ts";

const lookup = lookupOf(
  { templates: [], emailTemplates: [], rcsTemplates: [], rcsAgents: [], campaignIds: [] },
  { template: () => ({ templateId: "t", title: "T", text: "Hi ${firstName}", mediaUrl: null }) },
);
const startMs = Date.parse("2026-03-02T15:00:00Z");
const contact = contactOf({
  phone: "+12025550143",
  email: "sam@example.com",
  firstName: "Sam",
  fields: { plan: "gold" },
});

const drawn = (workflow: object): PlayedWorkflow => ({
  definition: makeDefinition({ campaignId: "c", version: 1, workflow: JSON.stringify(workflow), kindOf }),
  kindOf,
  lookup,
});

/** A journey as the API shows it. */
const journeyOf = (moments: readonly TrialMoment[]): RealJourney => ({
  steps: moments
    .flatMap(({ steps }) => steps)
    .map(({ step }) => ({ nodeId: step.node, at: step.at, outcome: step.outcome, data: step.data ?? null })),
  vars: moments.at(-1)?.player.journey.vars ?? {},
});

const way = (moments: readonly TrialMoment[]) =>
  moments.flatMap(({ steps }) => steps.map(({ step }) => [step.node, step.outcome, step.data?.["to"]]));

describe("A real journey", () => {
  test("is played again by its replies, answers and waits, over 200 random workflows", () => {
    let repeated = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const roll = dice(seed);
      const workflow = drawn({ sections: {}, ...randomWorkflow(roll) });
      const setup: TrialSetup = { contact, startMs, seed: "1", answers: {} };
      let moments = playTrial(workflow, setup);
      for (let turn = 0; turn < 5; turn++) {
        const last = moments.at(-1) as TrialMoment;
        const choices = last.pending === null ? [] : answersOf(last.pending.effect, last.now);
        const input: TrialInput =
          choices.length > 0
            ? { do: "answer", id: choices[roll(choices.length)]?.id ?? "" }
            : roll(2) === 0
              ? { do: "wait" }
              : { do: "reply", text: words[roll(4)] ?? "yes" };
        moments = playTrial(workflow, setup, [...moments.flatMap((moment) => moment.input ?? []), input]);
      }
      const again = trialOfJourney(workflow, setup, journeyOf(moments));
      if (again.differsAt !== null) continue;
      repeated++;
      expect({ seed, way: way(again.moments) }).toEqual({ seed, way: way(moments) });
    }
    // calls and chances of others cannot always be repeated
    expect(repeated).toBeGreaterThan(150);
  });

  const ask = {
    startNode: 1,
    sections: { main: 1 },
    nodes: [
      { id: 1, type: "start", x: 0, y: 0, children: [2] },
      { id: 2, type: "smsSend", x: 0, y: 1, children: [3], smsTemplateId: "t", smsTemplateName: "T" },
      { id: 3, type: "control", x: 0, y: 2, children: [] },
    ],
  };

  test("begins before its contact opted out", () => {
    const refused = { contact: { ...contact, dnc: optOutMask }, startMs, seed: "1", answers: {} };
    const steps = [
      { nodeId: 1, at: startMs, outcome: "went", data: { to: 2 } },
      { nodeId: 2, at: startMs, outcome: "asked", data: null },
      { nodeId: 2, at: startMs + 500, outcome: "replied", data: { reply: "STOP", of: 2 } },
    ];
    const { setup } = trialOfJourney(drawn(ask), refused, { steps, vars: {} });
    expect(setup.contact.dnc).toBe(0);
  });

  test("names the node at which it cannot be repeated", () => {
    const setup = { contact, startMs, seed: "1", answers: {} };
    const steps = [
      { nodeId: 1, at: startMs, outcome: "went", data: { to: 2 } },
      { nodeId: 4, at: startMs, outcome: "ended", data: null },
    ];
    expect(trialOfJourney(drawn(ask), setup, { steps, vars: {} }).differsAt).toBe(4);
  });

  test("takes the path that chance gave it", () => {
    const split = drawn({
      startNode: 1,
      sections: { main: 1 },
      nodes: [
        { id: 1, type: "start", x: 0, y: 0, children: [2] },
        {
          ...{ id: 2, type: "percentage", x: 0, y: 1, children: [3, 4] },
          percentages: [9000, 1000],
        },
        ...[3, 4].map((id) => ({ id, type: "control", x: 0, y: 2, children: [] })),
      ],
    });
    for (const end of [3, 4]) {
      const steps = [
        { nodeId: 1, at: startMs, outcome: "went", data: { to: 2 } },
        { nodeId: 2, at: startMs, outcome: "went", data: { to: end } },
        { nodeId: end, at: startMs, outcome: "ended", data: null },
      ];
      const { differsAt, moments } = trialOfJourney(
        split,
        { contact, startMs, seed: "1", answers: {} },
        { steps, vars: {} },
      );
      expect([differsAt, way(moments).at(-1)]).toEqual([null, [end, "ended", undefined]]);
    }
  });
});
