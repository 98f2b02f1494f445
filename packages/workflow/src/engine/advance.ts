import { TemplateError } from "../freemarker/templateError.ts";
import type { AnyNodeKind, Moment, Outcome } from "../nodeKind.ts";
import { addUnanswered, clearUnanswered } from "../parts/unansweredReplies.ts";
import { replyVariable } from "../parts/variables.ts";
import type { NodeId, SavedNode } from "../savedNode.ts";
import type { World } from "./advanceWorld.ts";
import { applyChange } from "./applyChange.ts";
import type { Answer, Effect, JourneyEvent } from "./effects.ts";
import type { Advance, Journey, Step } from "./journey.ts";
import { MomentAt } from "./momentAt.ts";
import { describeReason, isReason } from "./reasons.ts";

/** Limit of nodes without a wait or an effect. Protects against loops (readings, Visits). */
export const maxVisits = 200;

/** Size limit of all variables of a journey. */
export const maxVarsBytes = 65_536;

/** Calls the kind of the current node. */
type Entry = { by: "run" } | { by: "wake" } | { by: "reply"; data: ReplyData } | { by: "answer"; answer: Answer };

type ReplyData = { reply: string; of: NodeId };

const run: Entry = { by: "run" };

/** Moves one contact until the outside world is needed. Pure: same arguments, same result. */
export function advance(journey: Journey, event: JourneyEvent, world: World): Advance {
  const walk = new Walk(journey, world);
  const entry = walk.open() ? walk.accept(event) : undefined;
  return entry === undefined ? walk.result() : walk.go(entry);
}

/** State of one call of `advance`: the journey and its results. */
class Walk {
  private readonly was: Journey;
  private readonly world: World;
  private readonly journey: Journey;
  private readonly steps: Step[] = [];
  private readonly effects: Advance["effects"] = [];
  private readonly changes: Advance["changes"] = [];
  private readonly moment: MomentAt;
  private touched = false;

  constructor(journey: Journey, world: World) {
    this.was = journey;
    this.world = world;
    this.journey = { ...journey };
    this.moment = new MomentAt(this.journey, world);
  }

  open(): boolean {
    return this.journey.status !== "done" && this.journey.status !== "failed";
  }

  /** What the event means for the journey. Undefined when there is nothing to do. */
  accept(event: JourneyEvent): Entry | undefined {
    const { status } = this.journey;
    switch (event.type) {
      case "started":
        return status === "moving" ? run : undefined;
      case "woke":
        return this.acceptWake();
      case "answered":
        // an answer for a node that is no longer waiting for one is ignored, such as the second of two
        if (status !== "asking" || (event.node !== undefined && event.node !== this.journey.at)) return undefined;
        if (event.answer.vars && !this.assign(event.answer.vars)) return undefined;
        return event.answer.again ? run : { by: "answer", answer: event.answer };
      case "replied":
        return this.acceptReply(event.node, event.text);
    }
  }

  private acceptWake(): Entry | undefined {
    const { status, wakeAt } = this.journey;
    if (status === "moving") return run;
    return status === "waiting" && wakeAt !== undefined && wakeAt <= this.world.now ? { by: "wake" } : undefined;
  }

  /** A reply is always saved. The node evaluates it only while it listens (readings, Replies). */
  private acceptReply(node: NodeId, text: string): Entry | undefined {
    const data: ReplyData = { reply: text, of: node };
    if (!this.assign({ [replyVariable(node)]: text })) return undefined;
    if (this.journey.status === "waiting" && this.journey.listening) {
      return this.assign(clearUnanswered(this.journey.vars)) ? { by: "reply", data } : undefined;
    }
    const overheard = this.journey.status === "asking" ? this.overhear(data) : undefined;
    if (!this.assign(overheard ?? addUnanswered(this.journey.vars, text))) return undefined;
    this.step("replied", this.journey.at ?? node, undefined, data);
    return undefined;
  }

  /** What the waiting node saves of a reply that arrives meanwhile. */
  private overhear({ reply, of }: ReplyData): Record<string, string> | undefined {
    const node = this.journey.at === null ? undefined : this.world.definition.nodes.get(this.journey.at);
    if (node === undefined) return undefined;
    const kind = this.world.kindOf(node) as AnyNodeKind | undefined;
    return kind?.overhear?.(node, this.moment, { text: reply, of });
  }

  /** Visits nodes until one asks, waits or ends, or the limit of this call is reached. */
  go(first: Entry): Advance {
    let entry = first;
    for (let budget = this.world.visits ?? maxVisits; this.visit(entry); entry = run) {
      if (--budget <= 0 && this.journey.visits < maxVisits) break;
    }
    return this.result();
  }

  /** One visit is one step. Returns true to continue. */
  private visit(entry: Entry): boolean {
    const { journey, world } = this;
    journey.at ??= this.enter(world.definition.startNode);
    const node = world.definition.nodes.get(journey.at);
    if (node === undefined) return this.fail("unknown_node");
    if (journey.visits >= maxVisits) return this.fail("runaway");
    journey.visits++;
    const outcome = this.ask(node, entry);
    const data = entry.by === "reply" ? entry.data : entry.by === "answer" ? reasonData(entry.answer) : undefined;
    if ("go" in outcome) return this.went(journey.at, outcome, data);
    if ("ask" in outcome) return this.asked(journey.at, outcome);
    if ("wait" in outcome) return this.waited(journey.at, outcome, entry.by === "reply" ? entry.data : undefined);
    return this.fail(outcome.fail, data);
  }

  private enter(node: NodeId): NodeId {
    this.journey.since = this.world.now;
    this.moment.enter(node);
    return node;
  }

  private ask(node: SavedNode, entry: Entry): Outcome {
    const { moment } = this;
    try {
      const kind = this.world.kindOf(node) as AnyNodeKind | undefined;
      return kind === undefined ? { fail: "unknown_kind" } : outcomeOf(kind, node, entry, moment);
    } catch (error) {
      // a node that was saved broken must end only this journey, not the others of the claim
      if (error instanceof TemplateError) return { fail: `broken_expression: ${error.message}` };
      return { fail: `broken_node: ${error instanceof Error ? error.message : String(error)}` };
    }
  }

  private went(
    from: NodeId,
    outcome: Extract<Outcome, { go: NodeId | null }>,
    data?: Record<string, unknown>,
  ): boolean {
    if (outcome.assign && !this.assign(outcome.assign)) return false;
    for (const change of outcome.also ?? []) {
      this.changes.push({ node: from, revision: this.journey.revision + 1, change });
      this.moment.contact = applyChange(this.moment.contact, change);
    }
    let to = outcome.go;
    if (outcome.jump !== undefined) {
      const { sections } = this.world.definition;
      const first = Object.hasOwn(sections, outcome.jump) ? sections[outcome.jump] : undefined;
      if (first === undefined) return this.fail("unknown_section", data);
      to = first;
    }
    if (to === null) {
      this.settle("done");
      this.step("ended", from, outcome.because, data);
      this.journey.at = null;
      return false;
    }
    this.settle("moving");
    this.step("went", from, outcome.because, data === undefined ? { to } : { to, ...data });
    this.journey.at = this.enter(to);
    return true;
  }

  private asked(node: NodeId, { ask, assign, because }: Extract<Outcome, { ask: unknown }>): boolean {
    if (assign && !this.assign(assign)) return false;
    this.settle("asking");
    this.journey.visits = 0;
    this.step("asked", node, because, askedData(ask));
    this.effects.push({ node, revision: this.journey.revision, effect: ask });
    return false;
  }

  private waited(
    node: NodeId,
    { wait, assign, because }: Extract<Outcome, { wait: unknown }>,
    reply?: ReplyData,
  ): boolean {
    const { journey, world } = this;
    if (assign && !this.assign(assign)) return false;
    // a reply that matches no path leaves the journey waiting until the same end (readings, Outbound editor)
    const until = wait.until ?? (reply === undefined ? undefined : journey.wakeAt);
    const listening = wait.forReply ?? reply !== undefined;
    this.settle("waiting");
    if (until !== undefined) journey.wakeAt = until;
    if (listening) journey.listening = true;
    // a wait that is already over does not count as one, so a loop of them is a runaway too
    if (until === undefined || until > world.now) journey.visits = 0;
    const data: Record<string, unknown> = { ...reply };
    if (until !== undefined) data["until"] = until;
    if (listening) data["forReply"] = true;
    this.step(reply === undefined ? "waited" : "replied", node, because, data);
    return false;
  }

  /** A failure of the definition ends the journey. The batch continues (readings, Failure of the definition). */
  private fail(reason: string, data?: Record<string, unknown>): false {
    this.settle("failed");
    this.journey.reason = reason;
    this.step("failed", this.journey.at ?? this.world.definition.startNode, reason, data);
    return false;
  }

  private settle(status: Journey["status"]): void {
    this.journey.status = status;
    this.journey.wakeAt = undefined;
    this.journey.listening = undefined;
  }

  /** False when the variables exceed their limit, which fails the journey. */
  private assign(vars: Record<string, string>): boolean {
    this.touched = true;
    this.journey.vars = { ...this.journey.vars, ...vars };
    this.moment.vars = this.journey.vars;
    return fitsCap(this.journey.vars) || this.fail("variables_too_large");
  }

  private step(outcome: Step["outcome"], node: NodeId, because?: string, data?: Record<string, unknown>): void {
    this.touched = true;
    const step: Step = { revision: ++this.journey.revision, node, at: this.world.now, outcome };
    if (because !== undefined) step.because = wordsFor(because);
    if (data !== undefined) step.data = data;
    this.steps.push(step);
  }

  result(): Advance {
    const journey = this.touched ? this.journey : this.was;
    return { journey, steps: this.steps, effects: this.effects, changes: this.changes };
  }
}

/** Calls the kind. Without `wake` it is run again; without `answer` or `reply` nothing happens. */
function outcomeOf(kind: AnyNodeKind, node: SavedNode, entry: Entry, at: Moment): Outcome {
  switch (entry.by) {
    case "run":
      return kind.run(node, at);
    case "wake":
      return kind.wake ? kind.wake(node, at) : kind.run(node, at);
    case "answer":
      return kind.answer ? kind.answer(node, entry.answer, at) : { fail: "broken_node: an answer without a request" };
    case "reply":
      return kind.reply
        ? kind.reply(node, at, { text: entry.data.reply, of: entry.data.of })
        : { wait: { forReply: true } };
  }
}

/** Step data of a message or call: variables without a value, and the open windows with their zones. */
function askedData(ask: Effect): Record<string, unknown> | undefined {
  if (ask.do === "askModel") return { asks: ask.do };
  if (ask.do === "holdForAgent")
    return {
      asks: ask.do,
      queue: ask.queueName,
      ...(ask.offeredFrom !== undefined && { offeredFrom: ask.offeredFrom }),
      ...(ask.until !== undefined && { until: ask.until }),
    };
  const missing = "missing" in ask ? (ask.missing ?? []) : [];
  const window = "window" in ask ? ask.window : undefined;
  if (ask.do === "sendEmail")
    return { asks: ask.do, email: ask.email.to.email, ...(missing.length > 0 && { missing }) };
  if (missing.length === 0 && window === undefined) return undefined;
  return { ...(missing.length > 0 && { missing }), ...(window !== undefined && { window }) };
}

/** The code of a failed effect, for reports. The step's `because` has the text. */
const reasonData = ({ reason }: Answer): Record<string, unknown> | undefined =>
  reason === undefined ? undefined : { reason };

/** Replaces codes with their texts. `code: detail` keeps its detail. */
function wordsFor(because: string): string {
  if (isReason(because)) return describeReason(because);
  const colon = because.indexOf(": ");
  const code = colon > 0 ? because.slice(0, colon) : "";
  return isReason(code) ? `${describeReason(code)} (${because.slice(colon + 2)})` : because;
}

function fitsCap(vars: Record<string, string>): boolean {
  let length = 0;
  for (const name in vars) length += name.length + (vars[name]?.length ?? 0);
  // a UTF-16 unit takes at most three bytes
  if (length * 3 <= maxVarsBytes) return true;
  let bytes = 0;
  for (const name in vars) bytes += utf8Length(name) + utf8Length(vars[name] ?? "");
  return bytes <= maxVarsBytes;
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
