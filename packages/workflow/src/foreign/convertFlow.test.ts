import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { makeDefinition } from "../engine/definition.ts";
import { simulate } from "../engine/simulate.ts";
import { Transcript } from "../engine/transcript.ts";
import { type Bundle, readBundle, workflowsOf } from "../outbound/bundle.ts";
import { checkSaved } from "../outbound/checkSaved.ts";
import { sampleContact } from "../outbound/describeKind.ts";
import { kindOf } from "../outbound/kinds/index.ts";
import { zoneOf } from "../parts/time/timezones.ts";
import { convertFlow, foreignFormat } from "./convertFlow.ts";
import { everyWidget, rapidProFlow, studioFlow } from "./sampleFlows.ts";

type Fields = Record<string, unknown>;

/** The converted file, which must be a bundle whose workflows can all be saved. */
function converted(file: unknown) {
  const made = convertFlow(file);
  if (!made?.ok) throw new Error(JSON.stringify(made));
  const read = readBundle(made.bundle);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  for (const { one } of workflowsOf(read.bundle)) {
    const checked = checkSaved(JSON.stringify(one.workflow), { flag: () => true, today: "2026-11-25" });
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  }
  return { bundle: read.bundle, report: made.report };
}

/** What one contact receives who texts these answers, one to each text. */
function play(bundle: Bundle, name: string, answers: readonly string[]) {
  const found = workflowsOf(bundle).find(({ one }) => one.campaign.campaignName === name);
  if (found === undefined) throw new Error(`no workflow ${name}`);
  const { workflow } = found.one;
  const definition = makeDefinition({
    campaignId: "c1",
    version: 1,
    workflow: { ...workflow, sections: workflow.sections ?? {} },
    kindOf,
  });
  const templates = new Map(
    bundle.templates.map((one) => [
      one.templateId,
      { ...one, title: one.templateTitle, text: one.templateText, mediaUrl: one.templateMediaUrl },
    ]),
  );
  const left = [...answers];
  const texts: string[] = [];
  const transcript = new Transcript(definition, "America/New_York");
  const played = [
    ...simulate({
      definition,
      kindOf,
      lookup: {
        template: (id) => templates.get(id),
        campaignExists: () => true,
        zone: zoneOf,
        federalDnc: () => undefined,
      },
      contacts: [{ ...sampleContact, extdata: {} }],
      startMs: Date.parse("2026-03-02T15:00:00Z"),
      respond: (effect) => {
        if (effect.do !== "sendSms") return { answer: { ok: true }, afterMs: 1_000 };
        texts.push(effect.text);
        const text = left.shift();
        return { answer: { ok: true }, afterMs: 1_000, ...(text && { replies: [{ afterMs: 60_000, text }] }) };
      },
    }),
  ];
  return {
    texts,
    status: played.at(-1)?.advance.journey.status,
    vars: played.at(-1)?.advance.journey.vars ?? {},
    lines: played.flatMap(({ advance }) => transcript.lines(advance)),
  };
}

const resultOf = (report: ReturnType<typeof converted>["report"], step: string) =>
  report.find((one) => one.step === step);

describe("flows of Twilio Studio (decision 0079)", () => {
  it("are recognised alone and as the API wraps them, and bundles are not", () => {
    expect(foreignFormat(studioFlow)).toBe("Twilio Studio");
    expect(foreignFormat({ friendly_name: "Booking", status: "published", definition: studioFlow })).toBe(
      "Twilio Studio",
    );
    expect(foreignFormat({ trunkline: 1, states: [] })).toBeUndefined();
    expect(foreignFormat({ some: "thing" })).toBeUndefined();
  });

  it("ask, wait and branch as before, and a repeated question waits for a new answer", () => {
    const { bundle } = converted({ friendly_name: "Booking", definition: studioFlow });
    expect(play(bundle, "Booking: API", ["later", "yes"]).texts).toEqual([
      "Hi you, shall we come at 5? Reply yes or no.",
      "Sorry, yes or no?",
      "Hi you, shall we come at 5? Reply yes or no.",
      "Thank you. You wrote: yes",
    ]);
    expect(play(bundle, "Booking: API", ["Nope"]).texts.at(-1)).toBe("Another day, then.");
    expect(play(bundle, "Booking: API", []).texts.at(-1)).toBe("We did not hear from you.");
  });

  it("that start with a text are routed by an inbound workflow, a first split by its rules", () => {
    const { bundle, report } = converted({ friendly_name: "Booking", definition: studioFlow });
    const [route] = bundle.routes;
    const kinds = route?.drawing?.nodes.map(({ data }) => data.type);
    expect(kinds).toEqual(["start", "call", "sms", "rcs", "textContent", "workflow", "workflow"]);
    expect(route?.drawing?.nodes[4]?.data.formData).toMatchObject({
      contentOperation: "CONTAINS",
      contentValue: "book",
    });
    expect(resultOf(report, "first_word")).toMatchObject({ result: "changed", became: "Inbound workflow" });
  });

  it("stop with a note where nothing does the same, and keep what followed in a section", () => {
    const { bundle, report } = converted({ friendly_name: "All", definition: everyWidget });
    const lost = report.filter(({ result }) => result === "notMapped").map(({ type }) => type);
    expect(lost).toContain("capture-payments");
    const workflow = workflowsOf(bundle)[0]?.one.workflow as unknown as { notes: Fields[]; sections: Fields };
    expect(workflow.notes[0]).toMatchObject({
      id: 1,
      text: expect.stringContaining('Not imported: capture-payments "pay"'),
    });
    expect(String(workflow.notes[0]?.["text"])).toContain('section "thanks"');
    expect(Object.keys(workflow.sections)).toContain("thanks");
  });

  it("report each widget exactly once", () => {
    for (const definition of [studioFlow, everyWidget]) {
      const { report } = converted(definition);
      const names = definition.states.filter(({ type }) => type !== "trigger").map(({ name }) => name);
      expect(report.map(({ step }) => step).sort()).toEqual([...names].sort());
    }
  });

  it("never send a text that was meant for someone else to the contact", () => {
    const states = [
      { name: "Trigger", type: "trigger", transitions: [{ event: "incomingRequest", next: "staff" }], properties: {} },
      {
        name: "staff",
        type: "send-message",
        transitions: [{ event: "sent" }],
        properties: { to: "+12025550123", body: "New lead" },
      },
    ];
    const { bundle, report } = converted({ initial_state: "Trigger", states });
    expect(bundle.templates).toEqual([]);
    expect(report).toMatchObject([{ step: "staff", result: "notMapped", became: "Note" }]);
  });

  test.for([
    [{ states: [] }, "states is empty. A flow has at least one state"],
    [{ states: [7] }, "states.0 must be an object"],
    [{ states: [{ type: "trigger" }] }, "states.0.name must be a text"],
    [
      {
        states: [
          { name: "a", type: "trigger" },
          { name: "a", type: "b" },
        ],
      },
      'states.1.name "a" is the name of two states',
    ],
    [
      { definition: { states: [{ name: "a", type: "b", transitions: {} }] } },
      "definition.states.0.transitions must be a list",
    ],
    [
      { initial_state: "Start", states: [{ name: "a", type: "b" }] },
      'initial_state names the state "Start", which does not exist',
    ],
  ] as const)("that are malformed are refused with the place (%#)", ([file, message]) => {
    const made = convertFlow(file);
    expect(made?.ok === false && made.problems.map((one) => `${one.where} ${one.message}`)).toEqual([message]);
  });
});

describe("exports of TextIt and RapidPro (decision 0079)", () => {
  it("ask until the answer fits, save it, and use it in later texts", () => {
    const { bundle } = converted(rapidProFlow);
    const { texts, vars, status } = play(bundle, "Colors", ["mauve", "purple!", "I like red", "Ann"]);
    expect(texts).toEqual([
      "What is your favorite color?",
      "I do not know that color. Try again.",
      "I do not know that color. Try again.",
      "Good choice, I like Red too! What is your name?",
      "Thank you, Ann.",
    ]);
    expect(status).toBe("done");
    expect(vars).toMatchObject({ color_category: "Red", name: "Ann" });
  });

  it("follow the time-out of a wait, and end where a flow would expire", () => {
    const { bundle } = converted(rapidProFlow);
    expect(play(bundle, "Colors", []).texts).toEqual(["What is your favorite color?", "We will ask another time."]);
    expect(play(bundle, "Colors", ["red"]).lines.at(-1)).toMatch(/ends the journey$/);
  });

  it("enter other flows of the file, and name those that are missing", () => {
    const { bundle, report } = converted(rapidProFlow);
    expect(bundle.campaigns).toEqual([
      { campaignId: "f0000000-0000-4000-8000-000000000009", campaignName: "Elsewhere" },
    ]);
    expect(workflowsOf(bundle).map(({ one }) => one.campaign.campaignName)).toEqual(["Colors", "Second"]);
    expect(report.filter(({ type }) => type === "enter_flow").map(({ result }) => result)).toEqual([
      "changed",
      "changed",
    ]);
  });

  it("become contact fields, webhooks, queues and e-mails, and the rest becomes notes", () => {
    const { bundle, report } = converted(rapidProFlow);
    expect(bundle.customFields).toEqual(expect.arrayContaining(["age", "group_testers"]));
    expect(bundle.webhooks).toMatchObject([
      { httpMethod: "GET", url: "https://api.example.com/${phone}", headers: { Accept: "x" } },
    ]);
    expect(bundle.queues).toEqual([{ name: "Support" }]);
    expect(bundle.emailTemplates).toMatchObject([{ subject: "Hello ${firstName}" }]);
    expect(
      resultOf(
        report.filter(({ type }) => type === "add_input_labels"),
        report.find(({ type }) => type === "add_input_labels")?.step ?? "",
      ),
    ).toMatchObject({
      result: "notMapped",
      became: "Note",
    });
  });

  test.for([
    [
      { version: "11.0", flows: [{ action_sets: [], rule_sets: [] }] },
      "flows.0.action_sets is of a format before version 13. Open the flow in TextIt and export it again",
    ],
    [{ flows: [] }, "flows is empty"],
    [{ flows: [{ uuid: "u", name: "n" }] }, "flows.0.nodes must be a list"],
    [{ flows: [{ uuid: "u", name: "n", nodes: [{ uuid: 7 }] }] }, "flows.0.nodes.0.uuid must be a text"],
    [{ flows: [{ uuid: "u", name: "n", nodes: [{ uuid: "a", exits: 1 }] }] }, "flows.0.nodes.0.exits must be a list"],
  ] as const)("that are malformed are refused with the place (%#)", ([file, message]) => {
    const made = convertFlow(file);
    expect(made?.ok === false && made.problems.map((one) => `${one.where} ${one.message}`)).toEqual([message]);
  });
});

/** Replaces one value somewhere in a file. */
function damaged(file: unknown, path: number, value: unknown): unknown {
  const places: [Record<string, unknown>, string][] = [];
  const copy = structuredClone(file);
  const walk = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    for (const key of Object.keys(part)) {
      places.push([part as Record<string, unknown>, key]);
      walk((part as Record<string, unknown>)[key]);
    }
  };
  walk(copy);
  const place = places[path % places.length];
  if (place !== undefined) Object.defineProperty(place[0], place[1], { value, enumerable: true });
  return copy;
}

describe("damaged files", () => {
  const files = [studioFlow, everyWidget, rapidProFlow];

  it("are converted to workflows that can be saved, or refused, and never break", () => {
    const value = fc.oneof(
      fc.constantFrom(null, "", "__proto__", "constructor", "${", "<#if", "@(", "{{", -1, [], {}),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(), value), { minLength: 1, maxLength: 4 }),
        (file, changes) => {
          const broken = changes.reduce<unknown>((one, [path, put]) => damaged(one, path, put), file);
          const made = convertFlow(broken);
          if (made === undefined) return;
          if (!made.ok) expect(made.problems.every(({ message }) => message !== "")).toBe(true);
          else converted(broken);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("of any JSON are refused or left to the import", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void convertFlow(value)));
  });

  it("with a thousand steps in a ring are converted", () => {
    const states = Array.from({ length: 999 }, (_, index) => ({
      name: `s${index}`,
      type: "send-message",
      transitions: [{ event: "sent", next: `s${(index + 1) % 999}` }],
      properties: { body: `Text ${index}` },
    }));
    const trigger = { name: "Trigger", type: "trigger", transitions: [{ event: "incomingRequest", next: "s0" }] };
    const { bundle } = converted({ initial_state: "Trigger", states: [trigger, ...states] });
    expect(bundle.templates).toHaveLength(999);
  });
});
