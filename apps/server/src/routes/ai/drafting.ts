import { draftingRoutes } from "@trunkline/contract/ai/drafting.ts";
import { applyEdits } from "@trunkline/workflow/drafting/applyEdits.ts";
import { type DraftAnswer, type DraftedType, readAnswer } from "@trunkline/workflow/drafting/draftAnswer.ts";
import { type DraftChoices, noChoices } from "@trunkline/workflow/drafting/draftChoices.ts";
import {
  type DraftRequest,
  draftQuestion,
  explainQuestion,
  textQuestion,
} from "@trunkline/workflow/drafting/draftQuestion.ts";
import { drawnWith, knownIn } from "@trunkline/workflow/drafting/drawnWith.ts";
import { type Outline, outlineOf } from "@trunkline/workflow/drafting/outline.ts";
import { readExplanation } from "@trunkline/workflow/drafting/readExplanation.ts";
import { readTexts } from "@trunkline/workflow/drafting/segmentTexts.ts";
import { validateInboundNode } from "@trunkline/workflow/inbound/validateInboundNode.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
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
  let refused: { said: string; why: string } | undefined;
  let costMicros = 0;
  for (let tries = 0; tries < mostTries; tries++) {
    const said = await desk.ask(call, draftQuestion(request, refused), { action: "ai.draft", withinMs: draftWithinMs });
    costMicros += said.costMicros;
    const why = readAnswer(said.text, request.outline.type);
    const applied = why.ok ? applyEdits(graph, why.answer, { known: knownIn(request), design, choices }) : why;
    if (why.ok && applied.ok) return { answer: why.answer, costMicros };
    refused = { said: said.text, why: applied.ok ? "" : applied.refused };
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
