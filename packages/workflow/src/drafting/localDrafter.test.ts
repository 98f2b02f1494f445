import { describe, expect, test } from "vitest";
import type { Graph } from "../outbound/graph.ts";
import { readGraph } from "../outbound/readGraph.ts";
import { playedDraft } from "../trial/playedDraft.ts";
import { contactOf } from "../trial/testContact.ts";
import { applyEdits, type Proposal } from "./applyEdits.ts";
import { readAnswer } from "./draftAnswer.ts";
import { draftQuestion, explainQuestion, textQuestion } from "./draftQuestion.ts";
import { findGaps } from "./findGaps.ts";
import { answerLocally } from "./localDrafter.ts";
import { shapes } from "./localShapes.ts";
import { outlineOf } from "./outline.ts";
import { playDraftTests } from "./playDraftTests.ts";
import { readTexts } from "./segmentTexts.ts";

const blank = readGraph(null, {
  campaignName: "New",
  timezoneProtectionType: 1,
  timezoneProtectionStartTime: "08:00:00",
  timezoneProtectionEndTime: "20:00:00",
});
const noTexts = new Map<string, string>();

/** The whole path of a sentence: question, answer, schema, edits. */
function draft(words: string, graph: Graph = blank) {
  const outline = outlineOf(graph, noTexts);
  const said = readAnswer(answerLocally(draftQuestion({ words, earlier: [], outline })));
  if (!said.ok) throw new Error(said.refused);
  const known = `${words}\n${JSON.stringify(outline)}`;
  const applied = applyEdits(graph, said.answer, { known, design: { flag: () => false, today: "2026-03-02" } });
  if (!applied.ok) throw new Error(applied.refused);
  return { ...said.answer, ...applied.proposal };
}

const textsOf = ({ graph }: Pick<Proposal, "graph">) =>
  [...graph.nodes.values()].flatMap(({ kind, draft: form }) =>
    kind === "smsSend" ? [(form as { templateText: string }).templateText] : [],
  );

const startMs = Date.UTC(2026, 2, 2, 15);
const contact = contactOf({ phone: "+16175550142", firstName: "Ada", zones: ["America/New_York"] });
const world = { federalDnc: null, hasModel: false, account: { legalHours: false, carrierLookup: false } };
const played = ({ graph, tests }: Proposal) => {
  const workflow = playedDraft(graph, {
    templates: [],
    emailTemplates: [],
    rcsTemplates: [],
    rcsAgents: [],
    campaignIds: [],
    legalHours: false,
    lookup: {},
  });
  return playDraftTests(workflow, tests, { contact, startMs, world });
};

describe("the local drafter", () => {
  test.for(shapes.map((shape) => [shape.title, shape] as const))("drafts %s, and its tests pass", ([, shape]) => {
    const made = draft(`${shape.title}: ${shape.summary} Call +1 617 555 0199.`);
    expect(made.problems.filter(({ nodeId }) => nodeId !== 1)).toEqual([]);
    expect(made.summary).toContain(shape.title);
    expect(played(made).map(({ title, passed }) => [title, passed])).toEqual(
      made.tests.map(({ title }) => [title, true]),
    );
  });

  test("fits a shape to the business, the wait and the address of the sentence", () => {
    const made = draft(
      "Win back customers of Acme Spa who have not visited, book at https://acme.example/book, follow up after 3 days, from Acme Spa",
    );
    expect(textsOf(made)[0]).toBe(
      "Hi ${firstName!'there'}, we have missed you at Acme Spa! Get 15% off your next visit this month: https://acme.example/book Reply STOP to opt out.",
    );
    expect(made.questions).toEqual([]);
  });

  test("leaves out samples that the sentence does not replace, and asks for them", () => {
    const made = draft("win back lapsed customers");
    expect(textsOf(made)[0]).toBe(
      "Hi ${firstName!'there'}, we have missed you at our team! Get 15% off your next visit this month. Reply STOP to opt out.",
    );
    expect(made.questions).toEqual([
      "What is your business called? The texts say “our team” for now.",
      "Which address should the texts link to (booking page)? Answer with it, and it is added.",
    ]);
  });

  test("asks instead of inventing when it knows no shape", () => {
    const made = draft("do the thing");
    expect([made.edits, made.questions.length]).toEqual([[], 1]);
  });

  test.for<[request: string, check: (made: ReturnType<typeof draft>) => void]>([
    ["Our business is Acme", (made) => expect(textsOf(made)[0]).toContain("appointment at Acme is")],
    [
      "Add another reminder after 2 days",
      (made) => expect([made.added.size, made.problems.filter(({ nodeId }) => nodeId !== 1)]).toEqual([2, []]),
    ],
    [
      "Wait 6 hours at Confirmed?",
      (made) =>
        expect(made.graph.nodes.get(3)?.draft).toMatchObject({ timeoutWaitNumber: 6, timeoutWaitUnits: "hours" }),
    ],
    ["Remove “Mark as confirmed”", (made) => expect(made.removed).toEqual(["Mark as confirmed"])],
    ["Say how to opt out in node 2", (made) => expect(textsOf(made)[0]).toMatch(/Reply STOP to opt out\.$/)],
    [
      'Node 2 should say "See you on ${appointmentday}!"',
      (made) => expect(textsOf(made)[0]).toBe("See you on ${appointmentday}!"),
    ],
    [
      "Answer other replies at node 3",
      (made) => expect(findGaps(made.graph, noTexts).filter(({ node }) => node === 3)).toEqual([]),
    ],
    ["Rename node 2 to First text", (made) => expect(made.graph.nodes.get(2)?.name).toBe("First text")],
  ])("refines a proposal: %s", ([request, check]) => {
    check(draft(request, draft("appointment reminder").graph));
  });

  test("explains a workflow in plain words", () => {
    const { graph } = draft("appointment reminder for Acme");
    const said = answerLocally(explainQuestion(outlineOf(graph, noTexts)));
    expect(said).toMatch(
      /^Sends the text “Hi .*Acme.*”\nWaits for a reply\.\nIf reply equals one of yes, y, ok, confirm:/,
    );
    expect(said).toContain("The journey ends.");
  });

  test("writes variants of one segment", () => {
    const long = `We are closed on Monday because of the holiday. ${"Please plan ahead and book early. ".repeat(6)}Reply STOP to opt out.`;
    const read = readTexts(answerLocally(textQuestion("shorter", long)), long);
    if (!read.ok) throw new Error(read.refused);
    expect(read.texts.length).toBeGreaterThan(1);
    for (const { segments, text } of read.texts)
      expect([segments, text]).toEqual([1, expect.stringMatching(/Reply STOP to opt out\.$/)]);
  });
});

describe("texts of a model", () => {
  test.for<[said: string, why: string]>([
    ["no", "The answer is not JSON"],
    ['{"texts":[]}', "texts must have at least 1 entries"],
    ['{"texts":["Hi"],"send":true}', "unknown properties"],
    [JSON.stringify({ texts: ["x".repeat(161)] }), "a text has 2 segments"],
    [JSON.stringify({ texts: ["Go to evil.com"] }), "evil.com, which you have not named"],
    [JSON.stringify({ texts: ["<b>Hi</b>"] }), "must not contain HTML"],
  ])("%s is refused", ([said, why]) => {
    expect(readTexts(said, "")).toEqual({ ok: false, refused: expect.stringContaining(why) });
  });

  test("those of several segments are left out", () => {
    const read = readTexts(JSON.stringify({ texts: ["Hi", "Grüße 😀".repeat(9), "x".repeat(200)] }), "");
    expect(read).toEqual({
      ok: true,
      texts: [{ text: "Hi", encoding: "GSM7", length: 2, most: 160, segments: 1 }],
      leftOut: ["a text has 2 segments", "a text has 2 segments"],
    });
  });
});

describe("what a workflow lacks", () => {
  test("names a missing opt-out, sender and answer to strangers, and replies without an answer", () => {
    const drawn = readGraph(null, {});
    const made = readAnswer(
      JSON.stringify({
        summary: "x",
        edits: [
          {
            do: "add",
            key: "ask",
            kind: "smsSend",
            fields: { templateText: "Can we meet on Monday? Reply YES or NO" },
          },
          {
            do: "add",
            key: "wait",
            kind: "event",
            fields: { conditionalPaths: [{ statements: [{ variable: "ask.reply", value: "yes" }] }] },
          },
          { do: "add", key: "good", kind: "control" },
          { do: "connect", from: "start", to: "ask" },
          { do: "connect", from: "ask", to: "wait" },
          { do: "connect", from: "wait", exit: 1, to: "good" },
        ],
      }),
    );
    if (!made.ok) throw new Error(made.refused);
    const applied = applyEdits(drawn, made.answer, { known: "", design: { flag: () => false, today: "2026-03-02" } });
    if (!applied.ok) throw new Error(applied.refused);
    expect(findGaps(applied.proposal.graph, noTexts).map(({ node, rule }) => [node, rule])).toEqual([
      [1, "anyHour"],
      [2, "optOut"],
      [2, "sender"],
      [3, "unanswered"],
      [3, "noTimeout"],
      [3, "silent"],
    ]);
  });
});
