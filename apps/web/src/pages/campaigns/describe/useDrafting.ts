import { draftingRoutes } from "@trunkline/contract/ai/drafting.ts";
import { applyEdits, type Proposal } from "@trunkline/workflow/drafting/applyEdits.ts";
import { readEdits } from "@trunkline/workflow/drafting/draftAnswer.ts";
import { knownIn } from "@trunkline/workflow/drafting/drawnWith.ts";
import { outlineOf, type TemplateTexts } from "@trunkline/workflow/drafting/outline.ts";
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
const drawingOf = (graph: Graph) => ({
  workflow: JSON.stringify(writeGraph(graph)),
  texts: Object.fromEntries(newTemplates(graph).map(({ nodeId, templateText }) => [String(nodeId), templateText])),
});

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
  const { cost: _, ...answer } = said;
  const read = readEdits(answer);
  if (!read.ok) return read.refused;
  const [words = "", ...earlier] = requests.toReversed();
  const outline = outlineOf(base, templateTexts(base, names));
  const applied = applyEdits(base, read.answer, { known: knownIn({ words, earlier, outline }), design: context });
  if (!applied.ok) return applied.refused;
  const { summary, questions } = read.answer;
  // what earlier sentences have drawn is as new as the rest
  const graph = placeNew(base, applied.proposal.graph, names);
  const workflow = graphOf(store.getState());
  return {
    ...applied.proposal,
    ...sinceWorkflow(workflow, graph, applied.proposal),
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

/** New and changed nodes compared with the workflow, not with the last proposal. */
function sinceWorkflow(workflow: Graph, graph: Graph, proposal: Proposal): Pick<Proposal, "added" | "changed"> {
  const added = new Set([...graph.nodes.keys()].filter((id) => !workflow.nodes.has(id)));
  const changed = [...graph.nodes.values()].filter(
    ({ id, draft }) => !added.has(id) && (proposal.changed.has(id) || isOther(workflow, id, draft)),
  );
  return { added, changed: new Set(changed.map(({ id }) => id)) };
}

/** Whether an earlier sentence wrote another text into a node. */
function isOther(workflow: Graph, id: number, draft: object): boolean {
  const was = workflow.nodes.get(id)?.draft as { templateText?: string } | undefined;
  return was?.templateText !== (draft as { templateText?: string }).templateText;
}
