import { countSegments } from "../parts/text/segments.ts";
import type { DraftAnswer } from "./draftAnswer.ts";
import type { MenusOutline } from "./draftMenus.ts";
import type { DraftingQuestion } from "./draftQuestion.ts";
import { explainMenus } from "./explainMenus.ts";
import { explainWorkflow } from "./explainWorkflow.ts";
import { changeWorkflow } from "./localChanges.ts";
import { changeMenus } from "./localMenus.ts";
import { changeRoutes, explainRoutes } from "./localRoutes.ts";
import { chooseShape, shapes } from "./localShapes.ts";
import { noOutline, type Outline } from "./outline.ts";

/** What the user's turn contains. */
interface Turn {
  request?: string;
  earlierRequests?: readonly string[];
  workflow?: Outline;
  ivr?: MenusOutline;
  text?: string;
}

/** Answers by rules and without a model, for the demo and for tests: the same question has the same answer. It knows the library's workflows and a few changes. */
export function answerLocally({ purpose, turns }: DraftingQuestion): string {
  const turn = JSON.parse(turns[0]?.text ?? "{}") as Turn;
  const outline = turn.workflow ?? noOutline;
  if (purpose === "explain" && turn.ivr !== undefined) return explainMenus(turn.ivr);
  if (purpose === "explain") return outline.type === "inbound" ? explainRoutes(outline) : explainWorkflow(outline);
  if (purpose === "write") return JSON.stringify({ texts: writeTexts(turn.request ?? "", turn.text ?? "") });
  if (turn.ivr !== undefined) return JSON.stringify(changeMenus(turn.request ?? "", turn.ivr));
  return JSON.stringify(draft(turn.request ?? "", outline));
}

function draft(request: string, outline: Outline): DraftAnswer {
  if (outline.type === "inbound") return changeRoutes(request, outline);
  const isBlank = outline.nodes.every(
    ({ kind, exits }) => kind === "start" && (exits ?? []).every(({ to }) => to === null),
  );
  if (!isBlank) return changeWorkflow(request, outline);
  return (
    chooseShape(request) ?? {
      summary:
        "This is the local drafter, which works by rules and knows a few shapes of workflows. It found none of them here.",
      edits: [],
      questions: [
        `What is the workflow for? It knows ${shapes
          .slice(0, 8)
          .map(({ title }) => title.toLowerCase())
          .join(", ")} and other workflows of the library.`,
      ],
      tests: [],
    }
  );
}

const optOutSentence = "Reply STOP to opt out.";

/** Variants of a text: as it is, shorter, and friendlier. */
function writeTexts(request: string, current: string): string[] {
  const said = (current.trim() || sentenceOf(request)).replace(/\s+/g, " ");
  const bare = said.replace(optOutSentence, "").trim();
  const keepsOptOut = said.includes(optOutSentence) || /\bstop\b|opt[ -]?out/i.test(request);
  const greeted = /^(?:hi|hello|dear)\b/i.test(bare) ? bare : `Hi \${firstName!'there'}, ${lowered(bare)}`;
  const [first = bare] = bare.match(/(?:\$\{[^}]*\}|[^.!?])+[.!?]*/) ?? [];
  const variants = [greeted, bare, first.trim()].map((text) => (keepsOptOut ? `${text} ${optOutSentence}` : text));
  // what is too long is cut at a word, because a variant of several segments is not shown
  return [...new Set([...variants, ...variants.map(shortened)])].filter((text) => text !== "");
}

function shortened(text: string): string {
  const ending = text.endsWith(optOutSentence) ? ` ${optOutSentence}` : "";
  const words = text.slice(0, text.length - ending.length).split(" ");
  while (words.length > 1 && countSegments(`${words.join(" ")}${ending}`) > 1) words.pop();
  return `${words.join(" ").replace(/[,;:]$/, "")}${ending}`;
}

const leads: readonly string[] = ["write", "a text that says", "say that", "say", "text them that", "text that"];

/** "Write that we are closed on Monday" as "We are closed on Monday." */
function sentenceOf(request: string): string {
  let text = request.trim();
  for (const lead of leads) if (text.toLowerCase().startsWith(`${lead} `)) text = text.slice(lead.length).trim();
  text = text.replace(/^that\s+/i, "");
  if (text === "") return "";
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

const lowered = (text: string): string => {
  const [word = ""] = text.split(" ");
  return word === "I" || word.startsWith("$") ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
};
