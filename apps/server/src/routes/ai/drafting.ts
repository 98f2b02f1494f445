import { draftingRoutes } from "@trunkline/contract/ai/drafting.ts";
import { applyEdits } from "@trunkline/workflow/drafting/applyEdits.ts";
import { type DraftAnswer, type DraftedType, readAnswer } from "@trunkline/workflow/drafting/draftAnswer.ts";
import { type DraftChoices, noChoices } from "@trunkline/workflow/drafting/draftChoices.ts";
import { draftMenus, type MenusDraft, outlineMenus } from "@trunkline/workflow/drafting/draftMenus.ts";
import {
  type DraftingQuestion,
  type DraftRequest,
  draftQuestion,
  explainQuestion,
  textQuestion,
} from "@trunkline/workflow/drafting/draftQuestion.ts";
import { drawnWith, knownIn } from "@trunkline/workflow/drafting/drawnWith.ts";
import { explainMenusQuestion, menusQuestion } from "@trunkline/workflow/drafting/menusQuestion.ts";
import { type Outline, outlineOf } from "@trunkline/workflow/drafting/outline.ts";
import { readExplanation } from "@trunkline/workflow/drafting/readExplanation.ts";
import { readTexts } from "@trunkline/workflow/drafting/segmentTexts.ts";
import { validateInboundNode } from "@trunkline/workflow/inbound/validateInboundNode.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import type { Ivr } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { invalid } from "../../http/problem.ts";
import { listDraftChoices } from "../../store/ai/draftChoices.ts";
import { listSmsTemplates } from "../../store/templates/smsTemplate.ts";
import { type ModelDesk, modelProblem, openModelDesk } from "./askModel.ts";

/** A whole workflow takes a model long to write. */
const draftWithinMs = 60_000;
const withinMs = 30_000;
/** A refused answer is asked for once more, with the reason. */
const mostTries = 2;
/** Drafts, explanations and texts of one account. */
const mostPerMinute = 20;
/** A larger outline is more than models read. */
const longestOutline = 200_000;

/** Drafts, explains and writes with the language model (decision 0088). Nothing is saved but the charge and the audit. */
export function registerDrafting(api: Api): void {
  const desk = openModelDesk(api, mostPerMinute);
  handle(api, draftingRoutes.model, async () => [
    { available: desk.isAvailable, local: api.config.model.kind === "local" },
  ]);
  handle(api, draftingRoutes.draft, async (call) => {
    const { words, earlier } = call.body;
    const drawing = await readDrawing(call, call.body);
    await desk.need(call);
    await call.key.acts();
    const { answer, costMicros } = await draft(desk, call, drawing, { words, earlier, outline: drawing.outline });
    return [{ ...answer, choices: drawing.choices, cost: costMicros / 1_000_000 }];
  });
  handle(api, draftingRoutes.explain, async (call) => {
    const { outline } = await readDrawing(call, call.body);
    await desk.need(call);
    await call.key.acts();
    const said = await desk.ask(call, explainQuestion(outline), { action: "ai.explain", withinMs });
    const read = readExplanation(said.text, knownIn({ outline }));
    if (!read.ok) throw unusable(read.refused);
    return [{ text: read.text, cost: said.costMicros / 1_000_000 }];
  });
  handle(api, draftingRoutes.menus, async (call) => {
    const { words, earlier, ivr } = call.body;
    await desk.need(call);
    await call.key.acts();
    const { draft: made, costMicros } = await draftIvr(desk, call, ivr, { words, earlier });
    return [{ summary: made.summary, questions: made.questions, ivr: made.ivr, cost: costMicros / 1_000_000 }];
  });
  handle(api, draftingRoutes.explainMenus, async (call) => {
    const { ivr } = call.body;
    await desk.need(call);
    const choices = await call.db.tx([call.account], (q) => listDraftChoices(q, call.account));
    await call.key.acts();
    const outline = outlineMenus(ivr, choices);
    const said = await desk.ask(call, explainMenusQuestion(outline), { action: "ai.explain", withinMs });
    const read = readExplanation(said.text, JSON.stringify(outline));
    if (!read.ok) throw unusable(read.refused);
    return [{ text: read.text, cost: said.costMicros / 1_000_000 }];
  });
  handle(api, draftingRoutes.texts, async (call) => {
    const { words, text } = call.body;
    await desk.need(call);
    await call.key.acts();
    const said = await desk.ask(call, textQuestion(words, text), { action: "ai.texts", withinMs });
    const read = readTexts(said.text, `${words}\n${text}`);
    if (!read.ok) throw unusable(read.refused);
    return [{ texts: read.texts, leftOut: read.leftOut, cost: said.costMicros / 1_000_000 }];
  });
}

/** Asks until an answer passes the schema and the validators of drawings. */
async function draft(
  desk: ModelDesk,
  call: Call,
  { graph, choices }: Drawing,
  request: DraftRequest,
): Promise<{ answer: DraftAnswer; costMicros: number }> {
  const read = (said: string): { ok: true; answer: DraftAnswer } | { ok: false; refused: string } => {
    const answered = readAnswer(said, request.outline.type);
    if (!answered.ok) return answered;
    const applied = applyEdits(graph, answered.answer, { known: knownIn(request), design, choices });
    return applied.ok ? answered : applied;
  };
  const { read: made, costMicros } = await askUntil(desk, call, (refused) => draftQuestion(request, refused), read);
  return { answer: made.answer, costMicros };
}

/** Asks until an answer passes the schema and the validators of IVR menus. */
async function draftIvr(
  desk: ModelDesk,
  call: Call,
  ivr: Ivr,
  request: { words: string; earlier: readonly string[] },
): Promise<{ draft: Extract<MenusDraft, { ok: true }>; costMicros: number }> {
  const choices = await call.db.tx([call.account], (q) => listDraftChoices(q, call.account));
  const asked = { ...request, ivr: outlineMenus(ivr, choices) };
  // addresses of sounds are kept by their menu, and may be named again
  const known = [request.words, ...request.earlier, JSON.stringify(ivr), JSON.stringify(asked.ivr)].join("\n");
  const { read, costMicros } = await askUntil(
    desk,
    call,
    (refused) => menusQuestion(asked, refused),
    (said) => draftMenus(ivr, said, { known, choices }),
  );
  return { draft: read, costMicros };
}

/** Asks, and once more with the reason if the answer is refused. */
async function askUntil<Read extends { ok: boolean }>(
  desk: ModelDesk,
  call: Call,
  question: (refused?: { said: string; why: string }) => DraftingQuestion,
  read: (said: string) => Read | { ok: false; refused: string },
): Promise<{ read: Extract<Read, { ok: true }>; costMicros: number }> {
  let refused: { said: string; why: string } | undefined;
  let costMicros = 0;
  for (let tries = 0; tries < mostTries; tries++) {
    const said = await desk.ask(call, question(refused), { action: "ai.draft", withinMs: draftWithinMs });
    costMicros += said.costMicros;
    const made = read(said.text);
    if (made.ok) return { read: made as Extract<Read, { ok: true }>, costMicros };
    refused = { said: said.text, why: (made as { refused: string }).refused };
  }
  throw unusable(refused?.why ?? "");
}

const design = { flag: () => true, today: "", validateNode: validateInboundNode };

const unusable = (why: string) =>
  modelProblem(
    "model_unusable",
    `The language model's answer was refused, and nothing was changed: ${why}. Say it in other words, or try again.`,
  );

/** A drawing that a model is asked about. */
interface Drawing {
  graph: Graph;
  outline: Outline;
  choices: DraftChoices;
}

/** The drawing of a request, with the texts of the account's templates, or the names that an inbound one can lead to. */
async function readDrawing(
  { db, account }: Call,
  { type, workflow, texts }: { type: DraftedType; workflow: string | null; texts: Record<string, string> },
): Promise<Drawing> {
  const drawn = drawnWith(workflow, { type, texts: new Map(Object.entries(texts)) });
  if (!drawn.ok) throw invalid(drawn.problem, "body.workflow");
  const { graph } = drawn;
  const isInbound = type === "inbound";
  const choices = isInbound ? await db.tx([account], (q) => listDraftChoices(q, account)) : noChoices;
  const templates = isInbound ? [] : await db.tx([account], (q) => listSmsTemplates(q, account));
  const outline = outlineOf(graph, new Map(templates.map((one) => [one.templateId, one.templateText])), choices);
  if (JSON.stringify(outline).length > longestOutline)
    throw invalid(
      "The workflow is too large for a language model. Draft a part of it in a workflow of its own",
      "body.workflow",
    );
  return { graph, outline, choices };
}
