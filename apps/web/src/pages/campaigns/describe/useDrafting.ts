import { draftingRoutes } from "@trunkline/contract/ai/drafting.ts";
import { applyEdits, differences, type Proposal } from "@trunkline/workflow/drafting/applyEdits.ts";
import { readEdits } from "@trunkline/workflow/drafting/draftAnswer.ts";
import { knownIn } from "@trunkline/workflow/drafting/drawnWith.ts";
import { outlineOf, type TemplateTexts } from "@trunkline/workflow/drafting/outline.ts";
import { inboundOf } from "@trunkline/workflow/inbound/drawing.ts";
import { writeInbound } from "@trunkline/workflow/inbound/writeInbound.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { newTemplates } from "@trunkline/workflow/outbound/newTemplate.ts";
import { writeGraph } from "@trunkline/workflow/outbound/writeGraph.ts";
import { useState } from "react";
import type { Item } from "../../../api/call.ts";
import { useAsking } from "../../../api/useAsking.ts";
import { type CanvasStore, graphOf } from "../../../canvas/canvasStore.ts";
import { messageKey, type Names } from "../../../canvas/cards.ts";
import { placeNew } from "../../../canvas/placeNew.ts";

/** A proposal as the user sees it. */
export interface ShownProposal extends Proposal {
  /** What the user has asked for, in order. */
  requests: readonly string[];
  summary: string;
  questions: readonly string[];
}

export interface Drafting {
  asking: { what: string; startMs: number } | null;
  problem: string | null;
  proposal: ShownProposal | null;
  explanation: string | null;
  /** Drafts, or refines the proposal. Resolves to whether there is an answer. */
  draft(words: string): Promise<boolean>;
  explain(): Promise<void>;
  cancel(): void;
  discard(): void;
}

/** The texts of templates, as far as cards show them. */
export const templateTexts = (graph: Graph, names: Names): TemplateTexts =>
  new Map(
    [...graph.nodes.values()].flatMap(({ kind, draft }): [string, string][] => {
      const { smsTemplateId } = draft as { smsTemplateId?: string };
      return kind === "smsSend" && smsTemplateId ? [[smsTemplateId, names.get(messageKey(smsTemplateId)) ?? ""]] : [];
    }),
  );

/** The drawing in the form of a request: as it would be saved, with the texts that are not templates yet. */
const drawingOf = (graph: Graph) =>
  graph.language === undefined
    ? {
        type: "outbound" as const,
        workflow: JSON.stringify(writeGraph(graph)),
        texts: Object.fromEntries(
          newTemplates(graph).map(({ nodeId, templateText }) => [String(nodeId), templateText]),
        ),
      }
    : { type: "inbound" as const, workflow: JSON.stringify(writeInbound(inboundOf(graph))), texts: {} };

/** Drafts next to the workflow: the drawing of the editor only changes when the user takes a proposal over. */
export function useDrafting(store: CanvasStore): Drafting {
  const [proposal, setProposal] = useState<ShownProposal | null>(null);
  const [explanation, setExplanation] = useState<string | null>(null);
  const { asking, problem, setProblem, ask, cancel } = useAsking();
  const draft = async (words: string): Promise<boolean> => {
    const base = proposal?.graph ?? graphOf(store.getState());
    const earlier = proposal?.requests ?? [];
    const body = { words, earlier: earlier.slice(-20), ...drawingOf(base) };
    const said = await ask("The model is drafting", draftingRoutes.draft, { body });
    if (said === undefined) return false;
    const made = proposed(store, base, said, { requests: [...earlier, words], tests: proposal?.tests ?? [] });
    if (typeof made === "string") setProblem(`The answer was refused, and nothing was changed: ${made}.`);
    else setProposal(made);
    return typeof made !== "string";
  };
  return {
    asking,
    problem,
    proposal,
    explanation,
    draft,
    async explain() {
      const said = await ask("The model is reading the workflow", draftingRoutes.explain, {
        body: drawingOf(graphOf(store.getState())),
      });
      if (said !== undefined) setExplanation(said.text);
    },
    cancel,
    discard() {
      setProposal(null);
      setProblem(null);
    },
  };
}

/** The answer on a copy of the drawing, checked here as on the server; or why it is refused. */
function proposed(
  store: CanvasStore,
  base: Graph,
  said: Item<typeof draftingRoutes.draft>,
  { requests, tests }: Pick<ShownProposal, "requests" | "tests">,
): ShownProposal | string {
  const { names, context } = store.getState();
  const { cost: _, choices, ...answer } = said;
  const read = readEdits(answer, base.language === undefined ? "outbound" : "inbound");
  if (!read.ok) return read.refused;
  const [words = "", ...earlier] = requests.toReversed();
  const outline = outlineOf(base, templateTexts(base, names), choices);
  const known = knownIn({ words, earlier, outline });
  const applied = applyEdits(base, read.answer, { known, design: context, choices });
  if (!applied.ok) return applied.refused;
  const { summary, questions } = read.answer;
  const graph = placeNew(base, applied.proposal.graph, names);
  return {
    ...applied.proposal,
    // what earlier sentences have drawn is as new as the rest
    ...differences(graphOf(store.getState()), graph),
    tests: allTests(graph, tests, applied.proposal.tests),
    graph,
    requests,
    summary,
    questions,
  };
}

/** Tests of earlier sentences stay while the nodes that they reach are there. */
const allTests = (graph: Graph, before: Proposal["tests"], now: Proposal["tests"]): Proposal["tests"] => [
  ...before.filter(({ title, reaches }) => graph.nodes.has(reaches) && !now.some((one) => one.title === title)),
  ...now,
];
