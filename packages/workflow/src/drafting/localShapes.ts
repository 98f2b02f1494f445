import { library } from "../library/library.ts";
import type { LibraryWorkflow } from "../library/libraryWorkflow.ts";
import type { Graph } from "../outbound/graph.ts";
import { exitsOf } from "../outbound/graph.ts";
import { readGraph } from "../outbound/readGraph.ts";
import { ownValue } from "../parts/ownValue.ts";
import { columnsOf } from "./acceptedFields.ts";
import type { DraftAnswer, DraftEdit, ReplyTest } from "./draftAnswer.ts";
import { draftFields, isDraftable } from "./draftFields.ts";

/** Workflows of the library whose nodes a draft can contain. */
export const shapes: readonly LibraryWorkflow[] = library.filter(
  ({ type, bundle }) =>
    type === "Outbound" &&
    (bundle.workflow?.nodes ?? []).every(
      (node) => node.type === "start" || (isDraftable(node.type) && node.type !== "email"),
    ),
);

const common: ReadonlySet<string> = new Set(
  "a an and the of to for in on with your you our we us it is are be by or their them they when who that this text send message workflow contact contacts customers customer reply ask them".split(
    " ",
  ),
);

/** The stems of a text's words: "reminders" and "reminding" are "remind". */
const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
    .filter((word) => !common.has(word))
    .map((word) => word.replace(/(?:ations?|ing|ment|ers?|ed|es|s)$/, ""))
    .filter(({ length }) => length > 1);

function score(request: ReadonlySet<string>, { title, words, summary, category }: LibraryWorkflow): number {
  const count = (text: string, weight: number) =>
    [...new Set(stemsOf(text))].filter((stem) => request.has(stem)).length * weight;
  return count(title, 4) + count(category, 2) + count(words, 2) + count(summary, 1);
}

/** The shape that has most words with a request in common, fitted to it. Undefined if none has enough. */
export function chooseShape(request: string): DraftAnswer | undefined {
  const stems = new Set(stemsOf(request));
  let best: { shape: LibraryWorkflow; points: number } | undefined;
  for (const shape of shapes) {
    const points = score(stems, shape);
    if (points >= 3 && points > (best?.points ?? 0)) best = { shape, points };
  }
  return best === undefined ? undefined : draftOf(best.shape, request);
}

/** What the request says about a shape. */
interface Wishes {
  business: string | undefined;
  address: string | undefined;
  phone: string | undefined;
  wait: { number: number; units: string } | undefined;
}

const waitPattern = /\b(\d{1,3})\s*(minute|hour|day)s?\b/i;

/** A wait that a sentence names: "after 2 days". */
export function waitIn(text: string): Wishes["wait"] {
  const [, number, unit] = waitPattern.exec(text) ?? [];
  return number === undefined || unit === undefined
    ? undefined
    : { number: Number(number), units: `${unit.toLowerCase()}s` };
}

/** The name of a business that a sentence names: "for Acme Dental", "our business is Acme". */
export const businessIn = (text: string): string | undefined =>
  /\b(?:for|from|of|at|called|named|business is|company is|we are)\s+((?:[A-Z][\w&'’-]*)(?:\s+(?:[A-Z][\w&'’-]*|&|and(?=\s+[A-Z])))*)/.exec(
    text,
  )?.[1];

/** The first phone number of a sentence, as E.164. */
const phoneIn = (text: string): string | undefined =>
  /\+\d{8,15}\b/.exec(text.replace(/(?<=\d)[ ().-]+(?=\d)/g, ""))?.[0];

/** The first web address of a sentence. */
export const addressIn = (text: string): string | undefined => /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/i.exec(text)?.[0];

function draftOf(shape: LibraryWorkflow, request: string): DraftAnswer {
  const wishes: Wishes = {
    business: businessIn(request),
    address: addressIn(request),
    phone: phoneIn(request),
    wait: waitIn(request),
  };
  const texts = new Map((shape.bundle.templates ?? []).map((one) => [one.templateId, one.templateText]));
  const graph = readGraph(JSON.stringify(shape.bundle.workflow), {});
  const fit = (text: string) => fitted(text, shape, wishes);
  const edits = editsOf(graph, { texts, fit, wait: wishes.wait });
  return {
    summary: `This follows the library's workflow “${shape.title}”: ${shape.summary}`,
    edits,
    questions: questionsOf(shape, wishes),
    tests: testsOf(graph),
  };
}

/** The texts of the library with the user's own business. Sentences with a sample address or number are left out. */
function fitted(text: string, { blanks }: LibraryWorkflow, { business = "our team", address, phone }: Wishes): string {
  let result = text;
  for (const { is, text: sample } of blanks) {
    if (!result.includes(sample)) continue;
    if (is === "business") result = result.replaceAll(sample, business);
    else if (is === "link" && address !== undefined) result = result.replaceAll(sample, address);
    else if (is === "phone" && phone !== undefined) result = result.replaceAll(sample, phone);
    else result = withoutSentence(result, sample);
  }
  return result;
}

function withoutSentence(text: string, sample: string): string {
  const held = text.replaceAll(sample, "\uE000");
  const sentences = held.match(/[^.!?]+[.!?]*\s*/g) ?? [];
  return sentences
    .map((one) => (one.includes("\uE000") ? one.replace(/[:,]?\s*\uE000\s*/, ". ") : one))
    .join("")
    .replace(/^\. /, "")
    .replace(/([.!?])\s*\./g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

function questionsOf({ blanks }: LibraryWorkflow, { business, address, phone }: Wishes): string[] {
  const questions: string[] = [];
  if (business === undefined && blanks.some(({ is }) => is === "business"))
    questions.push("What is your business called? The texts say “our team” for now.");
  const link = blanks.find(({ is }) => is === "link");
  if (link !== undefined && address === undefined)
    questions.push(
      `Which address should the texts link to (${link.label.toLowerCase()})? Answer with it, and it is added.`,
    );
  if (phone === undefined && blanks.some(({ is }) => is === "phone"))
    questions.push("Which phone number should calls be transferred to? Enter it in the form of the call.");
  return questions;
}

const keyOf = (id: number): string => `step${id}`;
const variable = /\bnode(\d+)\.(?=[A-Za-z])/g;

/** What the values of a shape are fitted with. */
interface Fitting {
  texts: ReadonlyMap<string, string>;
  fit: (text: string) => string;
  wait: Wishes["wait"];
}

/** A value with the user's own texts. Variables are named by keys, because the numbers of the new nodes are not known yet. */
function fittedValue(value: unknown, { fit }: Fitting): unknown {
  const walk = (part: unknown): unknown => {
    if (typeof part === "string") return fit(part).replace(variable, (_, id: string) => `${keyOf(Number(id))}.`);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, walk(inner)]));
  };
  return walk(value);
}

/** The edits that draw a workflow: sections, nodes, then lines. */
function editsOf(graph: Graph, fitting: Fitting): DraftEdit[] {
  const sections = [...graph.sections.keys()].filter((name) => name !== "main");
  const nodes = [...graph.nodes.values()].filter(({ kind }) => kind !== "start" && kind !== "sectionStart");
  const refOf = (id: number): string => {
    const node = graph.nodes.get(id);
    if (node?.kind === "start") return "start";
    return node?.kind === "sectionStart" ? `section:${node.section}` : keyOf(id);
  };
  let isWaitUsed = false;
  const added = nodes.map((node): DraftEdit => {
    let fields = fieldsOf(node.kind, node.draft, fitting);
    const waits = node.kind === "event" || node.kind === "timeDelay";
    if (waits && fitting.wait !== undefined && !isWaitUsed) {
      isWaitUsed = true;
      fields = {
        ...fields,
        timeoutType: "wait",
        timeoutWaitType: "number",
        timeoutWaitNumber: fitting.wait.number,
        timeoutWaitUnits: fitting.wait.units,
      };
    }
    return {
      do: "add",
      key: keyOf(node.id),
      kind: node.kind,
      ...(node.name !== undefined && { name: node.name }),
      ...(node.section !== "main" && { section: node.section }),
      fields,
    };
  });
  const lines = [...graph.nodes.values()].flatMap((node) =>
    exitsOf(node).flatMap(({ target }, index): DraftEdit[] =>
      target === null ? [] : [{ do: "connect", from: refOf(node.id), exit: index + 1, to: refOf(target) }],
    ),
  );
  return [...sections.map((name): DraftEdit => ({ do: "section", name })), ...added, ...lines];
}

/** The values of a form that a draft can set, without the paths of its rows. */
function fieldsOf(kind: string, draft: object, fitting: Fitting): Record<string, unknown> {
  if (!isDraftable(kind)) return {};
  const values = draft as Record<string, unknown>;
  if (kind === "smsSend") {
    const { smsTemplateId, smsTemplateName } = draft as { smsTemplateId: string; smsTemplateName: string };
    const text = fitting.texts.get(smsTemplateId) ?? "";
    return { templateTitle: smsTemplateName, templateText: fittedValue(text, fitting) };
  }
  const shown = draftFields(kind).filter((field) => field.show?.(values) ?? true);
  const pairs = shown.map((field) => {
    const value = ownValue(values, field.name);
    const own =
      field.input === "rows" && Array.isArray(value) ? value.map((row) => settable(columnsOf(field), row)) : value;
    return [field.name, fittedValue(own ?? null, fitting)];
  });
  return Object.fromEntries(pairs.filter(([, value]) => value !== null && value !== ""));
}

/** The values of a row that a draft can set. */
function settable(fields: readonly { name: string; input: string }[], row: object): object {
  const names = new Set(
    fields.filter(({ input, name }) => input !== "path" && name !== "useAiRewording").map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)));
}

/** A test for each path of the first question, and one without a reply. */
function testsOf(graph: Graph): ReplyTest[] {
  const event = [...graph.nodes.values()].find(({ kind, section }) => kind === "event" && section === "main");
  if (event === undefined) return [];
  const paths = (
    event.draft as {
      conditionalPaths: { statements: { operation: string; value: string }[]; targetNode: number | null }[];
    }
  ).conditionalPaths;
  const exits = exitsOf(event);
  const tests = paths.slice(0, 4).flatMap(({ statements }, index): ReplyTest[] => {
    const target = exits[index]?.target ?? null;
    const [first] = statements;
    if (target === null || first === undefined) return [];
    const reply = first.operation === "EXISTS" ? "Hello there" : (first.value.split(",")[0] ?? "").trim();
    if (reply === "" || first.operation.startsWith("DN_")) return [];
    return [{ title: `The reply “${reply}” is answered`, replies: [reply], reaches: keyOf(target) }];
  });
  const last = exits.at(-1)?.target ?? null;
  return last === null ? tests : [...tests, { title: "No one replies", replies: [null], reaches: keyOf(last) }];
}
