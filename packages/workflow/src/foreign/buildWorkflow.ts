import type { NodeId, SavedNode } from "../savedNode.ts";
import {
  type Exit,
  type ForeignFlow,
  type ForeignStatement,
  type ForeignStep,
  type Part,
  replyMark,
  type Target,
} from "./foreignFlow.ts";
import { linksOf, listensFirst, withoutEmptySteps } from "./links.ts";
import { placeTree } from "./placeTree.ts";
import { nameOf } from "./readParts.ts";

/** A sticky note of the drawing, at the place of what was not converted. */
interface Note {
  id: number;
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  color: string;
  inSection?: string;
}

interface BuiltTemplate {
  templateId: string;
  templateTitle: string;
  templateText: string;
  templateMediaUrl: string | null;
}

interface Built {
  workflow: {
    schemaVersion: 1;
    startNode: NodeId;
    nodes: SavedNode[];
    sections: Record<string, NodeId>;
    notes?: Note[];
  };
  templates: BuiltTemplate[];
  /** Steps that turned out to be impossible at their place. */
  lost: { step: string; why: string }[];
}

/** Where a path is: the send whose answer is the newest one, and whether a node has listened to it. */
interface Place {
  section: string;
  send: NodeId | null;
  isHeard: boolean;
  /** Steps that are being copied into this path. */
  copying: ReadonlySet<string>;
}

/** The longest text of a note. */
const mostNoteText = 4_000;
const noteSize = { width: 260, height: 120, color: "yellow" } as const;

/**
 * Draws a flow as a tree with one way into each node: a step with several ways in becomes a section, which section nodes lead
 * to. That keeps loops and shared ends as they are, without copies (spec 2 §3.4; decision 0079).
 */
export function buildWorkflow(flow: ForeignFlow): Built {
  return new Builder(flow).build();
}

class Builder {
  private readonly flow: ForeignFlow;
  private readonly links;
  private readonly nodes = new Map<NodeId, SavedNode>();
  private readonly sections = new Map<string, NodeId>();
  /** Steps with several ways in, by their section, and what is not drawn yet. */
  private readonly sectionOf = new Map<string, string>();
  private readonly open: { step: ForeignStep; place: Place }[] = [];
  private readonly lost: Built["lost"] = [];
  private current = "";
  private readonly notes: { at: NodeId; text: string }[] = [];
  private readonly templates: BuiltTemplate[] = [];
  private nextId = 1;

  constructor(flow: ForeignFlow) {
    this.flow = withoutEmptySteps(flow);
    this.links = linksOf(this.flow);
  }

  build(): Built {
    const place: Place = { section: "main", send: null, isHeard: false, copying: new Set() };
    const start = this.node("start", {}, place);
    start.children = [this.long(this.target(this.flow.entry, place), place)];
    this.sections.set("main", start.id);
    for (let next = this.open.shift(); next !== undefined; next = this.open.shift()) {
      const { step, place: at } = next;
      this.sections.set(at.section, this.long(this.step(step, at), at));
    }
    for (const root of this.sections.values()) placeTree(root, this.nodes);
    const notes = this.notes.map(({ at, text }, index) => this.note(at, text, index));
    return {
      workflow: {
        schemaVersion: 1,
        startNode: start.id,
        nodes: [...this.nodes.values()].sort((a, b) => a.id - b.id),
        sections: Object.fromEntries(this.sections),
        ...(notes.length > 0 && { notes }),
      },
      templates: this.templates,
      lost: this.lost,
    };
  }

  /** The first node of what a target leads to. */
  private target(to: Target, place: Place): NodeId {
    const step = to === null ? undefined : this.flow.steps.get(to);
    if (step === undefined) return this.node("control", {}, place).id;
    if (step.exit.is === "dead" && step.parts.length === 0) return this.step(step, place);
    if (!this.links.isShared(step.id)) return this.step(step, place);
    // a wait belongs to the question before it, so it is copied to each question that leads to it
    if (listensFirst(step) && place.send !== null && !place.copying.has(step.id))
      return this.step(step, { ...place, copying: new Set([...place.copying, step.id]) });
    return this.node("section", { section: this.sectionFor(step, place) }, place).id;
  }

  /** The section of a step. One that listens first has a section for each question that leads to it. */
  private sectionFor(step: ForeignStep, { send }: Place): string {
    const listens = listensFirst(step);
    const key = listens ? `${step.id} ${send}` : step.id;
    const known = this.sectionOf.get(key);
    if (known !== undefined) return known;
    // a record of sections cannot have this key
    const wanted = nameOf(step.name, 60).replace("__proto__", "") || "Step";
    const taken = new Set(["main", ...this.sectionOf.values()]);
    let name = wanted === "main" ? "Main" : wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted} ${count}`;
    this.sectionOf.set(key, name);
    const place: Place = listens
      ? { section: name, send, isHeard: true, copying: new Set([step.id]) }
      : { section: name, send: null, isHeard: false, copying: new Set() };
    this.open.push({ step, place });
    return name;
  }

  /** A path has at least three nodes (readings, Outbound editor). */
  private long(first: NodeId, place: Place): NodeId {
    const type = this.nodes.get(first)?.type;
    if (type !== "control" && type !== "section") return first;
    const wait = { timeoutType: "wait", timeoutWaitType: "number", timeoutWaitNumber: 1, timeoutWaitUnits: "seconds" };
    const node = this.node("timeDelay", wait, place);
    node.children = [first];
    return node.id;
  }

  /** Draws a step: its parts one below the other, then its exit. */
  private step({ id, name, parts, exit }: ForeignStep, at: Place): NodeId {
    this.current = name;
    let place = at;
    let first: NodeId | undefined;
    let last: SavedNode | undefined;
    const waiting: string[] = [];
    const lastText = parts.findLastIndex(({ is }) => is === "text");
    const attach = (node: SavedNode): void => {
      first ??= node.id;
      if (last !== undefined) last.children = [node.id];
      last = node;
      for (const text of waiting.splice(0)) this.notes.push({ at: node.id, text });
    };
    for (const [index, part] of parts.entries()) {
      if (part.is === "note") {
        waiting.push(part.text);
        continue;
      }
      const sendId = part.is === "text" ? this.nextId++ : null;
      // an answer of an earlier round would end the wait at once
      if (sendId !== null && index === lastText && this.links.hasWaits && this.links.isRepeated(id))
        attach(this.forget(sendId, place));
      attach(this.part(part, name, sendId, place));
      if (sendId !== null) place = { ...place, send: sendId, isHeard: false };
    }
    const end = this.exit(exit, place);
    for (const text of waiting) this.notes.push({ at: end, text });
    if (last === undefined) return end;
    last.children = [end];
    return first ?? end;
  }

  private forget(send: NodeId, place: Place): SavedNode {
    return this.compute([[`node${send}.reply`, "${''}"]], place);
  }

  private part(part: Exclude<Part, { is: "note" }>, step: string, id: NodeId | null, place: Place): SavedNode {
    if (part.is === "node") return this.node(part.type, this.filled(part.own, place), place);
    const templateId = `imported-template-${this.flow.id}-${this.templates.length + 1}`;
    const templateTitle = this.freeTitle(part.title);
    const own = { smsTemplateId: templateId, smsTemplateName: templateTitle, useAiRewording: false };
    this.templates.push({
      templateId,
      templateTitle,
      templateText: this.filledText(part.text, place),
      templateMediaUrl: part.mediaUrl,
    });
    return this.node("smsSend", { name: nameOf(step, 60), ...own }, place, id ?? undefined);
  }

  private freeTitle(wanted: string): string {
    const taken = new Set(this.templates.map(({ templateTitle }) => templateTitle));
    const base = nameOf(wanted, 180) || "Text";
    let title = base;
    for (let count = 2; taken.has(title); count++) title = `${base} ${count}`;
    return title;
  }

  private exit(exit: Exit, place: Place): NodeId {
    switch (exit.is) {
      case "next":
        return this.target(exit.to, place);
      case "cases":
        return this.cases(exit.cases, exit.otherwise, place);
      case "wait":
        return this.wait(exit, place);
      case "shares":
        return this.shares(exit.shares, place);
      case "webhook": {
        const node = this.node("callback", { callbackId: exit.webhookId }, place);
        const [successPath, failurePath] = [this.target(exit.success, place), this.target(exit.failure, place)];
        Object.assign(node, { successPath, failurePath, children: [successPath, failurePath] });
        return node.id;
      }
      case "dead":
        return this.dead(exit, place);
    }
  }

  private cases(cases: Extract<Exit, { is: "cases" }>["cases"], otherwise: Target, place: Place): NodeId {
    const usable = cases.filter(({ statements }) => statements.length > 0);
    if (usable.length === 0) return this.target(otherwise, place);
    const rows: [string, string][] = [];
    const written = usable.map(({ statements, to }) => ({
      statements: statements.map((one) => this.statement(one, rows, place)),
      to,
    }));
    const tests = rows.length === 0 ? undefined : this.compute(rows, place);
    const node = this.node("condition", {}, place);
    if (tests !== undefined) tests.children = [node.id];
    const conditions = written.map(({ statements, to }) => ({ targetNode: this.target(to, place), statements }));
    const defaultNodePath = this.target(otherwise, place);
    Object.assign(node, {
      conditions: [...conditions, { targetNode: defaultNodePath, statements: [] }],
      defaultNodePath,
      children: [...conditions.map(({ targetNode }) => targetNode), defaultNodePath],
    });
    return tests?.id ?? node.id;
  }

  /** A statement for a condition. Patterns are tested by a computation before it, because conditions have none. */
  private statement({ variable, operation, value }: ForeignStatement, rows: [string, string][], place: Place) {
    const name = this.variable(variable, place);
    if (operation !== "PATTERN" && operation !== "DN_PATTERN") return { variable: name, operation, value };
    const test = `test${this.nextId}_${rows.length + 1}`;
    const pattern = value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("${", "$\\{");
    rows.push([test, `<#if (${name}!'')?trim?matches("${pattern}", "i")>yes<#else>no</#if>`]);
    return { variable: test, operation: operation === "PATTERN" ? "EQUALS" : "DN_EQUALS", value: "yes" };
  }

  private wait(exit: Extract<Exit, { is: "wait" }>, place: Place): NodeId {
    if (place.send === null) {
      const why = "It waits for an answer, but no text is sent before it.";
      this.lost.push({ step: this.current, why });
      const exits = [...exit.cases, { to: exit.otherwise }].map(({ to }) => ({ name: "the answer", to }));
      return this.dead({ is: "dead", why, exits: [...exits, { name: "no answer", to: exit.timeout }] }, place);
    }
    const again = place.isHeard ? this.forget(place.send, place) : undefined;
    const heard = { ...place, isHeard: true };
    const node = this.node("event", {}, place);
    if (again !== undefined) again.children = [node.id];
    const saved = exit.save === null ? undefined : this.compute([[exit.save, `\${node${place.send}.reply!''}`]], heard);
    const answered = this.cases(exit.cases, exit.otherwise, heard);
    if (saved !== undefined) saved.children = [answered];
    const targetNode = saved?.id ?? answered;
    const timeoutPath = this.target(exit.timeout, heard);
    const statement = { variable: `node${place.send}.reply`, operation: "EXISTS", value: "", negated: false };
    Object.assign(node, {
      conditions: [{ targetNode, statements: [statement] }],
      timeoutData: { ...waitOf(exit.seconds), timeoutPath },
      children: [targetNode, timeoutPath],
    });
    return again?.id ?? node.id;
  }

  private shares(shares: readonly { weight: number; to: Target }[], place: Place): NodeId {
    if (shares.length === 0) return this.target(null, place);
    const node = this.node("percentage", {}, place);
    const children = shares.map(({ to }) => this.target(to, place));
    Object.assign(node, { percentages: shares.map(({ weight }) => Math.round(weight * 100)), children });
    return node.id;
  }

  /** The journey stops here. What followed stays in sections, for the user to attach. */
  private dead({ why, exits }: Extract<Exit, { is: "dead" }>, place: Place): NodeId {
    const stop = this.node("control", {}, place);
    const followed = this.followed(exits, place, new Set());
    const next = followed.length === 0 ? "" : `\nWhat followed: ${[...new Set(followed)].join("; ")}.`;
    this.notes.push({ at: stop.id, text: `${why}${next}` });
    return stop.id;
  }

  private followed(exits: readonly { name: string; to: Target }[], place: Place, seen: Set<string>): string[] {
    return exits.flatMap(({ name, to }) => {
      const step = to === null ? undefined : this.flow.steps.get(to);
      if (step === undefined || seen.has(step.id)) return [];
      if (step.exit.is !== "dead" || step.parts.some(({ is }) => is !== "note"))
        return [`${name}: section "${this.sectionFor(step, place)}"`];
      seen.add(step.id);
      return [`${name}: ${step.exit.why}`, ...this.followed(step.exit.exits, place, seen)];
    });
  }

  private compute(rows: readonly [variable: string, freemarker: string][], place: Place): SavedNode {
    const computations = rows.map(([variable, freemarker]) => ({
      variable,
      type: "freemarker",
      freemarker,
      jsonPath: "",
      jsonPathSourceVariable: "",
    }));
    return this.node("computation", { computations }, place);
  }

  private node(type: string, own: Record<string, unknown>, { section }: Place, id = this.nextId++): SavedNode {
    const node: SavedNode = {
      id,
      type,
      ...(section !== "main" && { inSection: section }),
      x: 0,
      y: 0,
      children: [],
      ...own,
    };
    this.nodes.set(id, node);
    return node;
  }

  private variable(name: string, { send }: Place): string {
    return name === replyMark ? (send === null ? "reply" : `node${send}.reply`) : name;
  }

  private filledText(text: string, { send }: Place): string {
    return text.replaceAll(`\${${replyMark}}`, send === null ? "" : `\${node${send}.reply!''}`);
  }

  private filled<Value>(value: Value, place: Place): Value {
    const walk = (part: unknown): unknown => {
      if (part === replyMark) return this.variable(replyMark, place);
      if (typeof part === "string") return this.filledText(part, place);
      if (Array.isArray(part)) return part.map(walk);
      if (typeof part !== "object" || part === null) return part;
      return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, walk(inner)]));
    };
    return walk(value) as Value;
  }

  private note(at: NodeId, text: string, index: number): Note {
    const node = this.nodes.get(at);
    return {
      id: index + 1,
      text: text.slice(0, mostNoteText),
      x: (node?.x ?? 0) + 330,
      y: node?.y ?? 0,
      ...noteSize,
      ...(node?.inSection !== undefined && { inSection: node.inSection }),
    };
  }
}

/** A wait in the largest unit that names it exactly. */
function waitOf(seconds: number) {
  const units = [
    ["days", 86_400],
    ["hours", 3_600],
    ["minutes", 60],
  ] as const;
  const [unit, size] = units.find(([, length]) => seconds >= length && seconds % length === 0) ?? ["seconds", 1];
  return {
    timeoutType: "wait",
    timeoutWaitType: "number",
    timeoutWaitNumber: seconds / size,
    timeoutWaitUnits: unit,
  };
}
