import { drawnKindName } from "../inbound/drawing.ts";
import { exitsOf, type Graph, type GraphNode, isFixed, kindOfNode, mainSection } from "../outbound/graph.ts";
import { notesOf } from "../outbound/notes.ts";
import { ownValue } from "../parts/ownValue.ts";
import type { DraftedType, Ref } from "./draftAnswer.ts";
import { type DraftChoices, noChoices } from "./draftChoices.ts";
import type { DraftRules } from "./draftRules.ts";
import { rulesOf } from "./rulesOf.ts";

/** Texts of templates by id. */
export type TemplateTexts = ReadonlyMap<string, string>;

/** A node as a model sees it. */
export interface OutlinedNode {
  id: Ref;
  kind: string;
  name?: string;
  section?: string;
  /** The text that it sends, or what an inbound rule or destination says on its card. */
  text?: string;
  fields?: Readonly<Record<string, unknown>>;
  exits?: readonly { exit: number; when: string; to: Ref | null }[];
}

/** A workflow as a model sees it: what it does, without places on the canvas, ids of the account and contacts. */
export interface Outline {
  type: DraftedType;
  sections: readonly string[];
  nodes: readonly OutlinedNode[];
  notes: readonly string[];
  /** What the account has, by name. Inbound only. */
  choices?: Omit<DraftChoices, "workflows"> & { workflows: readonly string[] };
}

/** Nothing drawn. */
export const noOutline: Outline = { type: "outbound", sections: [], nodes: [], notes: [] };

/** The outline of a drawing. `texts` are for outbound, `choices` for inbound drawings. */
export function outlineOf(graph: Graph, texts: TemplateTexts, choices: DraftChoices = noChoices): Outline {
  const outliner: Outliner = { graph, rules: rulesOf(graph), texts, choices };
  const isInbound = graph.language !== undefined;
  return {
    type: isInbound ? "inbound" : "outbound",
    sections: [...graph.sections.keys()],
    nodes: [...graph.nodes.values()].map((node) => outlined(outliner, node)),
    notes: notesOf(graph).map(({ text }) => text),
    ...(isInbound && { choices: { ...choices, workflows: choices.workflows.map(({ name }) => name) } }),
  };
}

interface Outliner {
  graph: Graph;
  rules: DraftRules;
  texts: TemplateTexts;
  choices: DraftChoices;
}

function outlined(outliner: Outliner, node: GraphNode): OutlinedNode {
  const { graph, rules, texts, choices } = outliner;
  const refOf = (id: number | null): Ref | null => {
    const target = id === null ? undefined : graph.nodes.get(id);
    return target === undefined ? null : rules.refOf(target);
  };
  const ends = exitsOf(node).map(({ name, target }, index) => ({ exit: index + 1, when: name, to: refOf(target) }));
  // the next free exit of an inbound node says nothing
  const exits = graph.language === undefined ? ends : ends.filter(({ to }) => to !== null);
  const fields = fieldsOf(outliner, node);
  const text = graph.language === undefined ? textOf(node, texts) : cardText(node, choices);
  const kind = rules.kindOf(node);
  return {
    id: rules.refOf(node),
    kind: kind === "unknown" ? node.type : kind,
    ...(node.name !== undefined && { name: node.name }),
    ...(node.section !== mainSection && { section: node.section }),
    ...(text !== undefined && { text }),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(exits.length > 0 && { exits }),
  };
}

/** The text that a node sends. "" when its template is not known. */
export function textOf(node: GraphNode, texts: TemplateTexts): string | undefined {
  const sent = kindOfNode(node).message?.(node.draft);
  if (sent === undefined) return undefined;
  return "text" in sent ? sent.text : (texts.get(sent.templateId) ?? "");
}

/** What a card of an inbound drawing says: "Time before 9:00 AM", "Inbox Orders". The numbers of the Start node stay here. */
function cardText(node: GraphNode, choices: DraftChoices): string | undefined {
  if (isFixed(node)) return undefined;
  const { label: title, source, card } = kindOfNode(node);
  const lines = card(node.draft).flatMap(({ label, value }) =>
    value === undefined ? [] : [{ label, value: workflowName(value, choices) }],
  );
  if (source !== false) return lines.map(({ label, value }) => `${label} ${value}`).join(", ") || undefined;
  // where it leads comes first on the card, except for voicemail, which leads nowhere
  const [end] = drawnKindName(node) === "voicemail" ? [] : lines;
  return end === undefined ? title : `${title} ${end.value}`;
}

/** A workflow's name in place of its id. */
const workflowName = (value: string, { workflows }: DraftChoices): string =>
  workflows.find(({ id }) => id === value)?.name ?? value;

/** What a draft could set, and is not as in a new node. The text of an SMS Send node is not repeated. */
function fieldsOf({ rules, choices }: Outliner, node: GraphNode): Record<string, unknown> {
  const kind = rules.kindOf(node);
  if (!rules.kinds.includes(kind) || kind === "smsSend") return {};
  const draft = node.draft as Record<string, unknown>;
  const { defaults } = kindOfNode(node);
  return Object.fromEntries(
    rules
      .fields(kind)
      .filter((field) => field.show?.(draft) ?? true)
      .map(({ name }) => [name, ownValue(draft, name)] as const)
      .filter(([name, value]) => value !== "" && value !== null && value !== ownValue(defaults, name))
      .map(([name, value]) => [name, forModel(value, choices)]),
  );
}

/** A value without the targets of its rows, which the exits say, and with a workflow's name in place of its id. */
function forModel(value: unknown, choices: DraftChoices): unknown {
  if (typeof value === "string") return workflowName(value, choices);
  if (!Array.isArray(value)) return value;
  return value.map((row: unknown) => {
    if (typeof row !== "object" || row === null) return row;
    const { targetNode: _, ...rest } = row as Record<string, unknown>;
    return rest;
  });
}
