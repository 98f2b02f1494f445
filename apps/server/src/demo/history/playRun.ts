import type { Answer, Effect } from "@trunkline/workflow/engine/effects.ts";
import type { JourneyStatus } from "@trunkline/workflow/engine/journey.ts";
import { type Asked, type Played, type Response, simulate } from "@trunkline/workflow/engine/simulate.ts";
import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import { stopReason } from "@trunkline/workflow/parts/phone/dnc.ts";
import { makeSms } from "../../effects/sendSms.ts";
import type { OutgoingMessage } from "../../store/messages/queuedMessage.ts";
import { newId } from "../../store/newId.ts";
import type { JourneyWorld } from "../../world/journeyWorld.ts";
import type { Chance } from "./chance.ts";
import { type HistoryBook, historySlot, isoOf } from "./historyBook.ts";

/** A text that a contact sends some time after one of the workflow. */
export interface Habit {
  afterMs: number;
  text: string;
  /** STOP: the contact opts out. */
  stops?: boolean;
  /** No user needs to read it: the workflow handled it. */
  isAnswered: boolean;
}

/** A run of the history. */
export interface HistoryRun {
  accountId: string;
  campaignId: string;
  version: number;
  name: string;
  startMs: number;
  periodMs: number;
  contacts: readonly Contact[];
  /** What a contact texts after a text of this node arrived. */
  answer(node: number, chance: Chance): Habit | undefined;
  /** The share of contacts who open the link of a text of this node. */
  clicks?(node: number): number;
}

interface Playing {
  run: HistoryRun;
  world: JourneyWorld;
  book: HistoryBook;
  chance: Chance;
  batchId: string;
  journeyIds: Map<string, string>;
  /** Texts that journeys asked for, by journey and revision. */
  sent: Map<string, string>;
  figures: { replies: number; optOuts: number; clicked: Set<string> };
}

/** Contacts whose texts the carrier does not accept. */
const refusedShare = 0.012;

/** Plays a run with the engine itself on the clock of its day, and writes everything that happened into the book. */
export function playRun(run: HistoryRun, world: JourneyWorld, book: HistoryBook, chance: Chance): void {
  const { startMs, periodMs } = run;
  const batchId = newId(startMs);
  const invited = run.contacts.filter(({ contactId }) => !book.stopped.has(contactId));
  const figures = { replies: 0, optOuts: 0, clicked: new Set<string>() };
  const journeyIds = new Map(invited.map(({ contactId }) => [contactId, newId(startMs)]));
  const playing: Playing = { run, world, book, chance, batchId, journeyIds, sent: new Map(), figures };
  const counts = new RunCounts(playing);
  const { definition, lookup } = world;
  let endMs = startMs;
  for (const played of simulate({
    definition,
    lookup,
    kindOf,
    contacts: invited,
    startMs,
    periodMs,
    respond: (effect, asked) => respond(playing, effect, asked),
  })) {
    endMs = Math.max(endMs, played.now);
    write(playing, played);
    counts.add(played);
  }
  counts.finish(endMs, invited);
}

const key = (journeyId: string, revision: number): string => `${journeyId} ${revision}`;

/** The carrier and the contact: whether the text is accepted and arrives, and what the contact does then. */
function respond(playing: Playing, effect: Effect, asked: Asked): Response {
  const { book, chance, run, world } = playing;
  if (effect.do !== "sendSms") return { answer: { ok: true }, afterMs: 1_000 };
  const { contact, node, now } = asked;
  const message = textOf(playing, effect, asked);
  const stopped = stopReason(contact.dnc, "sms");
  const refused =
    stopped !== undefined
      ? ({ state: "blocked", reason: stopped } as const)
      : chance.next() < refusedShare
        ? ({ state: "rejected", reason: "carrier_rejected" } as const)
        : undefined;
  const arrived = book.send(message, now, { refused });
  playing.sent.set(key(message.journeyId ?? "", message.revision ?? 0), message.messageId);
  const answer: Answer = refused ? { ok: false, reason: refused.reason } : { ok: true };
  if (!arrived) return { answer, afterMs: 1_000 };
  if (chance.next() < (run.clicks?.(node) ?? 0)) {
    book.click(message.messageId, now + chance.between(20_000, 5_400_000));
    playing.figures.clicked.add(contact.contactId);
  }
  const habit = run.answer(node, chance);
  if (habit === undefined || world.numbers.length === 0) return { answer, afterMs: 1_000 };
  hear(playing, message, contact, habit, now);
  return { answer, afterMs: 1_000, replies: [{ afterMs: habit.afterMs, text: habit.text }] };
}

/** A reply to a text, and what it counts as. */
function hear({ book, figures }: Playing, message: OutgoingMessage, contact: Contact, habit: Habit, now: number): void {
  const { text, stops = false, isAnswered } = habit;
  const atMs = now + habit.afterMs;
  const from = { contactId: contact.contactId, phone: message.to, number: message.from, atMs };
  book.receive({ ...from, text, answers: message, countsAs: stops ? "opt_out" : "reply", isAnswered });
  if (stops) {
    figures.optOuts++;
    book.stop(from);
  } else figures.replies++;
}

function textOf(
  { run, world, batchId, journeyIds }: Playing,
  effect: Parameters<typeof makeSms>[0],
  { contact, node, journey, now }: Pick<Asked, "contact" | "node" | "now"> & { journey: { revision: number } },
  refused?: string,
): OutgoingMessage {
  const requester = {
    accountId: run.accountId,
    contactId: contact.contactId,
    phone: contact.phone,
    campaignId: run.campaignId,
    batchId,
    journeyId: journeyIds.get(contact.contactId) ?? "",
    node,
    revision: journey.revision,
  };
  const { numbers, links, settings } = world;
  const context = { numbers, links, segmentPriceMicros: settings.segmentPriceMicros };
  return makeSms(effect, requester, context, now, refused);
}

/** The steps of one advance, and what they changed. */
function write(playing: Playing, { now, contact, advance }: Played): void {
  const { run, book, journeyIds, sent } = playing;
  const journeyId = journeyIds.get(contact.contactId) ?? "";
  for (const { node, revision, change } of advance.changes) {
    if (change.do === "blockSms") {
      const message = textOf(playing, change, { contact, node, journey: { revision }, now }, change.reason);
      book.send(message, now, { refused: { state: "blocked", reason: change.reason } });
      sent.set(key(journeyId, revision), message.messageId);
    }
    if (change.do === "setContact") {
      const fields = Object.entries(change.fields).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
      book.rows.fields.push({ contact_id: contact.contactId, fields: Object.fromEntries(fields) });
    }
  }
  for (const step of advance.steps) {
    const messageId = sent.get(key(journeyId, step.revision));
    const data = messageId === undefined ? step.data : { ...step.data, messageId };
    book.rows.steps.push({ accountId: run.accountId, journeyId, step: { ...step, ...(data && { data }) } });
  }
}

const statusCode: Record<JourneyStatus, number> = { moving: 0, asking: 1, waiting: 2, done: 3, failed: 4 };

/** Counts a run as the worker does while it advances journeys, and writes its rows at its end. */
class RunCounts {
  private readonly nodes = new Map<number, { entered: number; failed: number }>();
  private readonly edges = new Map<string, { node: number; to_node: number; went: number }>();
  private readonly last = new Map<string, { played: Played; startMs: number }>();
  private readonly playing: Playing;

  constructor(playing: Playing) {
    this.playing = playing;
  }

  add(played: Played): void {
    const { advance, contact, now } = played;
    const before = this.last.get(contact.contactId);
    let entering = before === undefined || before.played.advance.journey.status === "moving";
    for (const step of advance.steps) {
      const node = this.nodes.get(step.node) ?? { entered: 0, failed: 0 };
      this.nodes.set(step.node, node);
      if (entering) node.entered++;
      entering = step.outcome === "went";
      if (entering) this.addEdge(step.node, Number(step.data?.["to"]));
      if (step.outcome === "failed") node.failed++;
    }
    this.last.set(contact.contactId, { played, startMs: before?.startMs ?? now });
  }

  private addEdge(node: number, to: number): void {
    const edge = this.edges.get(`${node} ${to}`) ?? { node, to_node: to, went: 0 };
    this.edges.set(`${node} ${to}`, { ...edge, went: edge.went + 1 });
  }

  finish(endMs: number, invited: readonly Contact[]): void {
    const { run, book, batchId, figures } = this.playing;
    const { campaignId, version, startMs, periodMs, contacts } = run;
    const { rows } = book;
    const left = contacts.filter((one) => !invited.includes(one));
    for (const { contactId } of left)
      rows.filtered.push({ batch_id: batchId, contact_id: contactId, reason: "dnc", at: isoOf(startMs) });
    rows.batches.push({
      batch_id: batchId,
      campaign_id: campaignId,
      version,
      display_name: run.name,
      status: "done",
      period_ms: periodMs,
      selection: { statements: [] },
      filters: { dnc: ["sms"] },
      enrolment: "done",
      enrol_from: isoOf(startMs),
      enrolled: invited.length,
      queued: contacts.length,
      created_by: "demo",
      started: isoOf(startMs),
      finished: isoOf(endMs),
      filtered_by: left.length > 0 ? { dnc: left.length } : {},
      is_counted: true,
    });
    let [done, failed] = [0, 0];
    for (const [contactId, { played, startMs: startsMs }] of this.last) {
      const { journey } = played.advance;
      if (journey.status === "done") done++;
      else failed++;
      rows.journeys.push({
        ...{ journey_id: this.playing.journeyIds.get(contactId), batch_id: batchId, campaign_id: campaignId },
        ...{
          contact_id: contactId,
          starts_at: isoOf(startsMs),
          since: isoOf(journey.since),
          version,
          node: journey.at,
        },
        ...{ revision: journey.revision, visits: journey.visits, status: statusCode[journey.status], class: 2 },
        ...{ vars: journey.vars, reason: journey.reason ?? null },
      });
    }
    for (const [node, count] of this.nodes)
      rows.nodeCounts.push({ batch_id: batchId, version, node, slot: historySlot, ...count });
    for (const edge of this.edges.values())
      rows.edgeCounts.push({ batch_id: batchId, version, slot: historySlot, ...edge });
    const started = this.last.size;
    const counted = { batch_id: batchId, slot: historySlot, enrolled: invited.length, filtered: left.length };
    rows.batchCounts.push({ ...counted, started, done, failed, clicks: figures.clicked.size });
    this.countCampaign(endMs);
  }

  /** The figures of the workflow, which has one row for all its runs. */
  private countCampaign(endMs: number): void {
    const { run, book, batchId, figures } = this.playing;
    const accepted = book.rows.messages.filter((row) => row["batch_id"] === batchId && row["state"] === "accepted");
    const all = book.rows.campaignCounts;
    const known = all.find((row) => row["campaign_id"] === run.campaignId);
    const row: Record<string, unknown> = known ?? { campaign_id: run.campaignId, slot: historySlot };
    if (known === undefined) all.push(row);
    const costMicros = accepted.reduce((sum, message) => sum + Number(message["cost_micros"]), 0);
    row["sends"] = Number(row["sends"] ?? 0) + accepted.length;
    row["replies"] = Number(row["replies"] ?? 0) + figures.replies;
    row["opt_outs"] = Number(row["opt_outs"] ?? 0) + figures.optOuts;
    row["clicks"] = Number(row["clicks"] ?? 0) + figures.clicked.size;
    row["cost_micros"] = Number(row["cost_micros"] ?? 0) + costMicros;
    row["last_used"] = isoOf(Math.max(endMs, Date.parse(String(row["last_used"] ?? 0)) || 0));
  }
}
