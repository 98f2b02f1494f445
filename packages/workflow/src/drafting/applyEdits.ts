import type { DesignContext } from "../nodeKind.ts";
import { addNode, changeDraft, deleteNodes } from "../outbound/commands.ts";
import {
  exitsOf,
  type Graph,
  type GraphNode,
  incoming,
  isFixed,
  isStart,
  kindAndNumber,
  kindOfNode,
  mainSection,
  maxNodes,
  orphans,
  renameNode,
  retargeted,
  withNode,
} from "../outbound/graph.ts";
import { addNotes, newNoteSize } from "../outbound/notes.ts";
import { addSection, sectionNameIssue } from "../outbound/sections.ts";
import type { Problem } from "../outbound/validateGraph.ts";
import { ownValue } from "../parts/ownValue.ts";
import type { NodeId } from "../savedNode.ts";
import type { CallerTest, DraftAnswer, DraftEdit, Ref, ReplyTest } from "./draftAnswer.ts";
import { type DraftChoices, noChoices } from "./draftChoices.ts";
import type { DraftRules } from "./draftRules.ts";
import { stringsIn, unnamedPlace } from "./namedPlaces.ts";
import { whyNotPlain } from "./plainText.ts";
import { rulesOf } from "./rulesOf.ts";

/** A test of a proposal, with the node of its drawing. */
type Placed<Test> = Omit<Test, "reaches"> & { reaches: NodeId };
export type PlacedTest = Placed<ReplyTest> | Placed<CallerTest>;

/** A drawing with the edits of a model, next to the workflow and not in it. */
export interface Proposal {
  graph: Graph;
  /** New nodes. */
  added: ReadonlySet<NodeId>;
  /** Nodes of the workflow whose form or name changed. */
  changed: ReadonlySet<NodeId>;
  /** Names of nodes that are gone. */
  removed: readonly string[];
  tests: readonly PlacedTest[];
  /** What saving would report. */
  problems: readonly Problem[];
}

/** A proposal, or why the edits are refused, as a sentence without a full stop. */
export type Applied = { ok: true; proposal: Proposal } | { ok: false; refused: string };

/** What a proposal is checked against. */
export interface ApplyContext {
  /** What the user wrote, and what the workflow says already: only addresses in it may be used. */
  known: string;
  design: DesignContext;
  /** What the account has that an inbound workflow can lead to. */
  choices?: DraftChoices;
}

class Refusal extends Error {}

/** Applies the edits of a model to a drawing. All of them are applied, or none. */
export function applyEdits(before: Graph, answer: DraftAnswer, context: ApplyContext): Applied {
  try {
    return { ok: true, proposal: propose(before, answer, context) };
  } catch (problem) {
    if (problem instanceof Refusal) return { ok: false, refused: problem.message };
    throw problem;
  }
}

function propose(before: Graph, { edits, tests, summary, questions }: DraftAnswer, context: ApplyContext): Proposal {
  // the caller of a test is invented, and no one is called
  const played = tests.map((test) => ("channel" in test ? { ...test, from: "" } : test));
  const place = unnamedPlace(stringsIn([edits, played, summary, questions]), context.known);
  if (place !== undefined) throw new Refusal(`The answer contains ${place}, which you have not named`);
  for (const text of [summary, ...questions, ...tests.map(({ title }) => title)])
    needPlain("A sentence of the answer", text);
  const desk = new Desk(before, context.choices ?? noChoices);
  for (const [index, edit] of edits.entries()) {
    try {
      desk.apply(edit);
    } catch (problem) {
      if (problem instanceof Refusal) throw new Refusal(`Change ${index + 1} (${edit.do}): ${problem.message}`);
      throw problem;
    }
  }
  const graph = desk.finish();
  const { added, changed } = differences(before, graph);
  return {
    graph,
    added,
    changed,
    removed: [...before.nodes.values()]
      .filter(({ id }) => !graph.nodes.has(id))
      .map((node) => node.name ?? kindAndNumber(node)),
    tests: tests.map(({ reaches, ...test }) => ({ ...test, reaches: desk.node(reaches).id })),
    problems: rulesOf(graph).problems(graph, context.design, before),
  };
}

function needPlain(what: string, text: string): void {
  const problem = whyNotPlain(text);
  if (problem !== undefined) throw new Refusal(`${what} ${problem}`);
}

/** The nodes that a drawing has more than an earlier one, and those whose form or name is another. */
export function differences(before: Graph, after: Graph): { added: Set<NodeId>; changed: Set<NodeId> } {
  const [added, changed] = [new Set<NodeId>(), new Set<NodeId>()];
  for (const node of after.nodes.values()) {
    const was = before.nodes.get(node.id);
    if (was === undefined) added.add(node.id);
    else if (was.draft !== node.draft && ownForm(was) !== ownForm(node)) changed.add(node.id);
    else if (was.name !== node.name) changed.add(node.id);
  }
  return { added, changed };
}

/** The values of a form, without where its paths lead: new lines are seen on the drawing. */
const ownForm = (node: GraphNode): string =>
  JSON.stringify(
    retargeted(
      node,
      exitsOf(node).map(() => null),
    ).draft,
  );

/** The drawing while edits are applied. */
class Desk {
  private graph: Graph;
  private readonly before: Graph;
  private readonly keys = new Map<string, NodeId>();
  private readonly rules: DraftRules;
  private readonly choices: DraftChoices;

  constructor(before: Graph, choices: DraftChoices) {
    this.before = before;
    this.graph = before;
    this.rules = rulesOf(before);
    this.choices = choices;
  }

  apply(edit: DraftEdit): void {
    switch (edit.do) {
      case "add":
        this.add(edit);
        break;
      case "connect":
        this.connect(edit);
        break;
      case "set":
        this.set(this.editable(edit.node), edit.fields);
        break;
      case "name":
        needPlain("the name", edit.name);
        this.graph = renameNode(this.graph, this.editable(edit.node).id, edit.name);
        break;
      case "remove":
        this.graph = deleteNodes(this.graph, [this.editable(edit.node).id]);
        break;
      case "section":
        this.section(edit.name);
        break;
      case "note":
        this.note(edit);
        break;
    }
  }

  /** The drawing, with the variables of new nodes by their numbers. Every new node is connected. */
  finish(): Graph {
    const known = new Set(orphans(this.before));
    const loose = orphans(this.graph).find((id) => !known.has(id));
    const node = loose === undefined ? undefined : this.graph.nodes.get(loose);
    if (node !== undefined) throw new Refusal(`Nothing leads to ${node.name ?? kindAndNumber(node)}`);
    for (const one of this.graph.nodes.values()) {
      if (one === this.before.nodes.get(one.id)) continue;
      const draft = this.withNumbers(one.draft) as object;
      if (draft !== one.draft) this.graph = withNode(this.graph, { ...one, draft });
    }
    return this.graph;
  }

  node(ref: Ref): GraphNode {
    const id = this.idOf(ref);
    const node = id === undefined ? undefined : this.graph.nodes.get(id);
    if (node === undefined) throw new Refusal(`there is no node “${String(ref).slice(0, 60)}”`);
    return node;
  }

  private idOf(ref: Ref): NodeId | undefined {
    if (ref === "start") return this.graph.sections.get(mainSection);
    return (typeof ref === "string" ? this.keys.get(ref) : undefined) ?? this.rules.find(this.graph, ref);
  }

  /** Settings of the Start node stay the user's: who is contacted, which numbers are answered, at what hours. */
  private editable(ref: Ref): GraphNode {
    const node = this.node(ref);
    if (isFixed(node)) throw new Refusal(`the ${kindOfNode(node).label} node can only be changed by you`);
    return node;
  }

  private add({ key, kind, name, section = mainSection, fields }: Extract<DraftEdit, { do: "add" }>): void {
    const { kinds } = this.rules;
    if (!kinds.includes(kind))
      throw new Refusal(`there is no kind “${kind}” for drafts. The kinds are ${kinds.join(", ")}`);
    if (this.idOf(key) !== undefined || /^node\d/.test(key)) throw new Refusal(`the key “${key}” is already used`);
    if (!this.graph.sections.has(section)) throw new Refusal(`there is no section “${section}”`);
    if (this.graph.nodes.size >= maxNodes) throw new Refusal(`a workflow can have at most ${maxNodes} nodes`);
    const added = addNode(this.graph, { kind, x: 0, y: 0, section });
    this.graph = added.graph;
    this.keys.set(key, added.id);
    if (name !== undefined) {
      needPlain("the name", name);
      this.graph = renameNode(this.graph, added.id, name);
    }
    this.set(this.graph.nodes.get(added.id) as GraphNode, fields);
    if (kind === "smsSend") this.entitle(added.id);
  }

  private set(node: GraphNode, values: Readonly<Record<string, unknown>>): void {
    const kind = this.rules.kindOf(node);
    if (!this.rules.kinds.includes(kind))
      throw new Refusal(`${kindOfNode(node).label} nodes can only be changed by you`);
    const read = this.rules.readFields(kind, values, this.choices);
    if (!read.ok) throw new Refusal(`${kind}: ${read.problem}`);
    const section = ownValue(read.values, "section");
    if (typeof section === "string" && !this.graph.sections.has(section))
      throw new Refusal(`there is no section “${section}”`);
    this.graph = changeDraft(this.graph, node.id, this.rules.withFields(kind, node.draft, read.values));
  }

  /** A new text needs a title for the list of templates. */
  private entitle(id: NodeId): void {
    const node = this.graph.nodes.get(id) as GraphNode;
    const { templateSource, templateTitle } = node.draft as { templateSource: string; templateTitle: string };
    if (templateSource === "new" && templateTitle === "")
      this.graph = withNode(this.graph, {
        ...node,
        draft: { ...node.draft, templateTitle: node.name ?? `Text ${id}` },
      });
  }

  /** A node has one way in, so its former line is moved. */
  private connect({ from, exit, to }: Extract<DraftEdit, { do: "connect" }>): void {
    const target = this.node(to);
    if (isStart(target)) throw new Refusal("nothing can lead to a start node");
    for (const { source, index } of incoming(this.graph, target.id)) this.point(source, index, null);
    const source = this.node(from);
    const index = this.exitOf(source, exit);
    this.point(source.id, index, null);
    const why = this.rules.whyNotConnect(this.graph, source.id, target.id);
    if (why !== undefined) throw new Refusal(lowered(why));
    this.point(source.id, index, target.id);
  }

  private exitOf(node: GraphNode, exit: number | "otherwise" | undefined): number {
    const exits = exitsOf(node);
    const label = node.name ?? kindAndNumber(node);
    if (kindOfNode(node).source === false || exits.length === 0) throw new Refusal(`${label} has no exits`);
    if (exit === "otherwise") return exits.length - 1;
    if (exit !== undefined) {
      if (exit > exits.length) throw new Refusal(`${label} has ${exits.length} exits, not ${exit}`);
      return exit - 1;
    }
    if (exits.length === 1) return 0;
    const free = exits.findIndex(({ target }) => target === null);
    if (free === -1) throw new Refusal(`${label} has ${exits.length} exits, and the change does not say which`);
    return free;
  }

  private point(id: NodeId, index: number, target: NodeId | null): void {
    const node = this.graph.nodes.get(id) as GraphNode;
    const targets = exitsOf(node).map((exit, at) => (at === index ? target : exit.target));
    this.graph = withNode(this.graph, retargeted(node, targets));
  }

  private section(name: string): void {
    needPlain("the name", name);
    const issue = name === "__proto__" ? "Section Name is not valid" : sectionNameIssue(this.graph, name);
    if (issue !== undefined) throw new Refusal(lowered(issue));
    this.graph = addSection(this.graph, name);
  }

  private note({ text, node }: Extract<DraftEdit, { do: "note" }>): void {
    needPlain("the note", text);
    const near = node === undefined ? undefined : this.node(node);
    const { x = 0, y = 0, section = mainSection } = near ?? {};
    const note = { text, x: x - newNoteSize.width - 40, y, ...newNoteSize, color: "yellow" as const, section };
    this.graph = addNotes(this.graph, [note]).graph;
  }

  /** `reminder.reply` becomes `node7.reply`, in statements and variables and inside `${…}`. */
  private withNumbers(value: unknown, field = ""): unknown {
    if (typeof value === "string")
      return isVariable(field) ? this.numbered(value) : value.replace(/\$\{[^}]*\}/g, (one) => this.numbered(one));
    if (Array.isArray(value))
      return changedOr(
        value,
        value.map((one) => this.withNumbers(one, field)),
      );
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value);
    // Edit Contact keeps the name of a variable under `value`
    const copies = (value as { mode?: unknown }).mode === "assignVariable";
    const next = entries.map(
      ([name, inner]) => [name, this.withNumbers(inner, copies && name === "value" ? "variable" : name)] as const,
    );
    return next.every(([, inner], index) => inner === entries[index]?.[1]) ? value : Object.fromEntries(next);
  }

  private numbered(text: string): string {
    return text.replace(/\b([a-z][A-Za-z0-9_]*)\.(?=[A-Za-z])/g, (all, name: string) => {
      const id = this.keys.get(name);
      return id === undefined ? all : `node${id}.`;
    });
  }
}

const changedOr = (before: readonly unknown[], after: unknown[]): unknown =>
  after.every((one, index) => one === before[index]) ? before : after;

/** Fields that hold the name of a variable. */
const isVariable = (field: string): boolean => /variable$/i.test(field);

const lowered = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
