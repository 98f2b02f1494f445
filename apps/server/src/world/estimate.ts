import { type Assumptions, noAssumptions } from "@trunkline/contract/runs/dryRun.ts";
import type { Effect } from "@trunkline/workflow/engine/effects.ts";
import type { Step } from "@trunkline/workflow/engine/journey.ts";
import { isReason, reasons } from "@trunkline/workflow/engine/reasons.ts";
import {
  type Asked,
  membershipAnswer,
  type Played,
  type Response,
  simulate,
  simulatedWorld,
} from "@trunkline/workflow/engine/simulate.ts";
import type { Contact, Lookup } from "@trunkline/workflow/engine/world.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import { sampleText } from "@trunkline/workflow/parts/text/links.ts";
import { countSegments, encodingOf, encodingSizes, lengthIn } from "@trunkline/workflow/parts/text/segments.ts";
import { localMoment } from "@trunkline/workflow/parts/time/clock.ts";
import { destinationProblem } from "../rules/destination.ts";
import { stickyNumber } from "../rules/stickyNumber.ts";
import { AssumedWorld, simulatedBehaviour } from "./assumedWorld.ts";
import type { CarrierCapacity } from "./carrierCapacity.ts";
import { addListed, at, channelOf, type EstimateSums, latest, newNodeSums, newSums, noHours } from "./estimateSums.ts";
import type { JourneyWorld, SendingNumber } from "./journeyWorld.ts";

/** A limit of messages a minute may delay a large run for years; its texts are still counted. */
const longestMs = 10 * 365 * 86_400_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How an estimate plays. */
interface EstimateOptions {
  assumptions?: Assumptions;
  /** A contact's journey is left after so many steps: a workflow may go round for years. */
  mostSteps: number;
}

/** What one contact asks of the carriers. */
type Send = Extract<Effect, { do: "sendSms" | "sendRcs" | "placeCall" }>;

/**
 * Plays contacts through a workflow, one after another, on a virtual clock: what they are sent, as fast as the carriers
 * accept it, and where they go. The one estimate behind the forecast of a run and a dry run (decision 0080).
 */
export class Estimate {
  readonly sums: EstimateSums = newSums();
  private readonly world: JourneyWorld;
  private readonly room: CarrierCapacity;
  private readonly assumed: AssumedWorld;
  private readonly mostSteps: number;
  private readonly respondOtherwise = simulatedWorld();
  /** The contacts of the journey that is played: they differ in nothing that it reads. */
  private same: readonly string[] = [];
  private lookup: Lookup;
  private isReached = false;
  /** When the contact was sent texts that count for the account's frequency cap, in epoch ms. */
  private texted: number[] = [];
  /** Why the contact is sent nothing, as far as it is known. */
  private why: string | undefined;
  /** The next step is the first of a visit. */
  private isEntering = true;

  constructor(world: JourneyWorld, room: CarrierCapacity, { assumptions = noAssumptions, mostSteps }: EstimateOptions) {
    this.world = world;
    this.lookup = world.lookup;
    this.room = room;
    this.assumed = new AssumedWorld(assumptions);
    this.mostSteps = mostSteps;
  }

  /**
   * Plays the journey of a contact from its start to its end, for all contacts that do the same. `texted`: when they were
   * sent texts before, where the account has a frequency cap.
   */
  play(
    contact: Contact,
    startMs: number,
    {
      same = [contact.contactId],
      lookup = this.world.lookup,
      texted = [],
    }: { same?: readonly string[]; lookup?: Lookup; texted?: readonly number[] } = {},
  ): void {
    this.same = same;
    this.lookup = lookup;
    this.texted = [...texted];
    this.room.together = same.length;
    this.isReached = false;
    this.why = undefined;
    this.isEntering = true;
    let steps = 0;
    let last: Played | undefined;
    for (const played of simulate({
      definition: this.world.definition,
      lookup,
      kindOf,
      contacts: [contact],
      startMs,
      respond: (effect, asked) => this.respond(effect, asked),
      hear: (asked) => this.hear(asked),
      untilMs: startMs + longestMs,
    })) {
      this.add(played);
      last = played;
      steps += played.advance.steps.length;
      if (steps > this.mostSteps) break;
    }
    this.end(last);
  }

  private hear(asked: Asked): NonNullable<Response["replies"]> {
    const replies = this.assumed.hear(asked);
    this.sums.totals.replies += replies.length * this.same.length;
    return replies;
  }

  private respond(effect: Effect, asked: Asked): Response {
    switch (effect.do) {
      case "sendSms":
      case "sendRcs":
      case "placeCall":
        return this.send(effect, asked);
      case "sendEmail":
        this.sent(effect, asked, asked.now);
        this.sums.totals.emails += this.same.length;
        return this.respondOtherwise(effect, asked);
      case "claimTurn":
        return {
          answer: { ok: true },
          afterMs: this.room.takeTurn(asked.now, effect.key, effect.perMinute) - asked.now,
        };
      case "askAudiences":
        return {
          answer: membershipAnswer(effect.audienceIds, (id) => this.lookup.inAudience?.(asked.contact.contactId, id)),
          afterMs: 0,
        };
      case "callWebhook":
      case "lookUpCarrier":
      case "askModel":
      case "holdForAgent":
      case "drawMeme":
        return this.respondOtherwise(effect, asked);
    }
  }

  /** What is sent goes when the carrier has room for it; what would go after its window has closed waits for the next one, or its turn. */
  private send(effect: Send, asked: Asked): Response {
    const { now, contact, node } = asked;
    const number = stickyNumber(this.world.numbers, contact.contactId);
    const to = contact.phone ?? "";
    const blocked = this.whyBlocked(effect, number, to);
    if (blocked !== null || number === undefined) {
      this.block(node, blocked ?? "no_number");
      return { answer: { ok: false, reason: blocked ?? "no_number" }, afterMs: 0 };
    }
    const text = effect.do === "sendSms" ? sampleText(effect, this.world.links.base) : "";
    const encoding = encodingOf(text);
    const segments = effect.do === "sendSms" ? countSegments(text, encoding) : 1;
    const { openUntil } = effect;
    const carrier = (effect.do === "sendRcs" && this.world.rcsCarrierOf(effect.message.agentId)) || number.carrier;
    const from = { ...number, carrier };
    const goesAt =
      effect.do === "placeCall"
        ? this.room.placeCall(now, from, openUntil)
        : this.room.sendText(now, from, segments, { openUntil, ...(effect.do === "sendSms" && { to }) });
    const againAt = goesAt === null ? (openUntil ?? 0) : goesAt;
    if (goesAt === null || goesAt > (openUntil ?? goesAt))
      return { answer: { ok: false, again: true }, afterMs: againAt - now };
    const waitMs = goesAt - now;
    if (effect.do !== "placeCall" && this.isOverCap(goesAt)) {
      this.block(node, "frequency_cap");
      return { answer: { ok: false, reason: "frequency_cap" }, afterMs: waitMs };
    }
    if (effect.do === "placeCall") return this.called(effect, asked, number, goesAt);
    const behaviour = simulatedBehaviour(effect, carrier, to);
    const refusal = refusalOf(behaviour);
    if (refusal !== undefined) {
      this.block(node, refusal);
      return { answer: { ok: false, reason: refusal }, afterMs: waitMs + 1000 };
    }
    const price = segments * this.world.settings.segmentPriceMicros;
    this.texted.push(goesAt);
    this.sent(effect, asked, goesAt, { segments, price, ...(effect.do === "sendSms" && { text, encoding }) });
    const { totals } = this.sums;
    if (effect.do === "sendRcs") totals.rcs += this.same.length;
    else {
      totals.texts += this.same.length;
      totals.segments += segments * this.same.length;
    }
    const isDelivered = this.assumed.isDelivered(asked, behaviour);
    if (isDelivered) {
      totals.delivered += this.same.length;
      if (effect.shorten !== undefined && this.assumed.isClicked(asked)) totals.clicks += this.same.length;
    }
    if (effect.do === "sendRcs" && effect.deliveredWithinSeconds !== undefined && !isDelivered)
      return { answer: { ok: false, timeIsUp: true }, afterMs: waitMs + effect.deliveredWithinSeconds * 1000 };
    const { afterMs, ...answered } = this.respondOtherwise(effect, asked);
    return { ...answered, afterMs: waitMs + afterMs };
  }

  private called(
    effect: Extract<Effect, { do: "placeCall" }>,
    asked: Asked,
    number: SendingNumber,
    goesAt: number,
  ): Response {
    const { answer, seconds } = this.assumed.call(effect, asked, number);
    const minutes = Math.ceil(seconds / 60);
    this.sums.totals.calls += this.same.length;
    this.sums.totals.minutes += minutes * this.same.length;
    this.sent(effect, asked, goesAt, { segments: 0, price: minutes * this.world.settings.minutePriceMicros });
    return { answer, afterMs: goesAt - asked.now + seconds * 1000 };
  }

  /** Why a message or call would be stopped before it goes, whatever the time. */
  private whyBlocked(effect: Send, number: SendingNumber | undefined, to: string): string | null {
    const { settings } = this.world;
    if (to === "") return "no_phone";
    if (number === undefined) return "no_number";
    if (effect.do === "sendSms" && effect.text.trim() === "" && !effect.mediaUrl) return "no_text";
    if (settings.killSwitch) return "kill_switch";
    const problem = destinationProblem(to, settings.countryCodes);
    if (problem !== null || effect.do !== "sendSms") return problem;
    return this.room.registrationProblem(number, to);
  }

  /** Whether the contact has received as many texts as the account's frequency cap allows. */
  private isOverCap(goesAt: number): boolean {
    const { frequencyCapTexts, frequencyCapDays } = this.world.settings;
    if (frequencyCapTexts === null) return false;
    return this.texted.filter((at) => at > goesAt - frequencyCapDays * dayMs).length >= frequencyCapTexts;
  }

  /** Counts what is sent. */
  private sent(
    effect: Effect & { missing?: string[] },
    { node, contact }: Asked,
    goesAt: number,
    {
      segments,
      price,
      text,
      encoding,
    }: { segments: number; price: number; text?: string; encoding?: ReturnType<typeof encodingOf> } = {
      segments: 0,
      price: 0,
    },
  ): void {
    const count = this.same.length;
    this.isReached = true;
    const channel = channelOf(effect) ?? "text";
    const sums = at(this.sums.sends, node, () => newNodeSums(channel));
    sums.sent += count;
    sums.segments += segments * count;
    sums.longest = Math.max(sums.longest, segments);
    if (text !== undefined && encoding !== undefined) {
      sums.encodings[encoding] ??= { texts: 0, segments: 0 };
      sums.encodings[encoding].texts += count;
      sums.encodings[encoding].segments += segments * count;
      if (lengthIn(encoding, text) > encodingSizes[encoding].max) this.list(`long:${node}`);
    }
    for (const variable of effect.missing ?? []) this.list(`empty:${node}:${variable}`);
    const zone = contact.zones[0] ?? "UTC";
    const hours = at(this.sums.hours, zone, noHours);
    const hour = Math.floor(localMoment(goesAt, zone).secondOfDay / 3600);
    hours[hour] = (hours[hour] ?? 0) + count;
    const moment = at(this.sums.timeline, Math.floor(goesAt / hourMs), () => ({ count: 0, costMicros: 0 }));
    moment.count += count;
    moment.costMicros += price * count;
    this.sums.lastSendMs = latest(this.sums.lastSendMs, goesAt);
  }

  private block(node: number, reason: string): void {
    this.why = reason;
    this.list(`blocked:${node}:${reason}`);
  }

  private list(name: string): void {
    addListed(this.sums.lists, name, this.same, this.same.length);
  }

  /** Counts where the journey went. */
  private add({ advance: { steps, journey } }: Played): void {
    for (const step of steps) {
      const counts = at(this.sums.nodes, step.node, () => ({ entered: 0, here: 0, failed: 0 }));
      if (this.isEntering) counts.entered += this.same.length;
      if (step.outcome === "went" || step.outcome === "ended") this.left(step, this.isEntering);
      if (step.outcome === "failed") {
        counts.failed += this.same.length;
        this.why = codeOf(journey.reason ?? "");
        this.list(`failed:${step.node}:${this.why}`);
      }
      // a step is the first of a visit unless the node was asking or waiting before it
      this.isEntering = step.outcome === "went";
    }
    this.isEntering ||= journey.status === "moving";
  }

  /** `isAtOnce`: the node asked for nothing. One that sends says why. */
  private left({ node, data, because }: Step, isAtOnce: boolean): void {
    const to = data?.["to"];
    if (typeof to === "number") {
      const edge = `${node}>${to}`;
      this.sums.edges.set(edge, (this.sums.edges.get(edge) ?? 0) + this.same.length);
    }
    if (!isAtOnce || because === undefined) return;
    const saved = this.world.definition.nodes.get(node);
    if (saved !== undefined && sendingHues.has(kindOf(saved).hue)) this.block(node, codeOf(because));
  }

  private end(last: Played | undefined): void {
    const count = this.same.length;
    this.sums.contacts += count;
    if (
      last?.contact.zonesFrom === "unknown" &&
      this.world.definition.sendWindow(last.contact).some(({ source }) => source)
    )
      this.list("noZone");
    const journey = last?.advance.journey;
    if (journey?.status === "done" || journey?.status === "failed") {
      if (journey.status === "done") this.sums.done += count;
      this.sums.endMs = latest(this.sums.endMs, last?.now ?? null);
    } else {
      this.sums.unfinished += count;
      if (journey && journey.at !== null)
        at(this.sums.nodes, journey.at, () => ({ entered: 0, here: 0, failed: 0 })).here += count;
    }
    if (this.isReached) this.sums.reached += count;
    else this.list(`left:${this.why ?? "no_message"}`);
  }
}

const sendingHues: ReadonlySet<string> = new Set(["sms", "voice", "rcs", "email"]);

const codes = new Map<string, string>(Object.entries(reasons).map(([code, text]) => [text, code]));

/** The reason code of a step's words, or of a code with a detail; any other text as it is. */
function codeOf(because: string): string {
  const known = codes.get(because);
  if (known !== undefined) return known;
  const code = because.split(": ", 1)[0] ?? "";
  return isReason(code) ? code : because.slice(0, 100);
}

/** Why a handset of the simulated carrier does not get what is handed over. */
function refusalOf(behaviour: ReturnType<typeof simulatedBehaviour>): string | undefined {
  const send = behaviour?.send;
  if (typeof send !== "object") return undefined;
  if ("refuse" in send) return send.refuse;
  return "loseText" in send ? "in_doubt" : undefined;
}
