import { setImmediate as nextTurn } from "node:timers/promises";
import type { AskedEffect, Effect } from "@trunkline/workflow/engine/effects.ts";
import type { Advance, Step } from "@trunkline/workflow/engine/journey.ts";
import { unreachable } from "@trunkline/workflow/parts/unreachable.ts";
import { type AudienceQuestion, answerAudiences } from "../../effects/answerAudiences.ts";
import { claimTurn, type TurnRequest } from "../../effects/claimTurn.ts";
import { type ContactEnrolment, enrolContact } from "../../effects/enrolContact.ts";
import { makeCall } from "../../effects/placeCall.ts";
import { makeRcs } from "../../effects/sendRcs.ts";
import { makeSms } from "../../effects/sendSms.ts";
import { type ContactSetting, setContact } from "../../effects/setContact.ts";
import { type ContactStop, stopContacts } from "../../effects/stopContact.ts";
import { insertQueueEntries, type NewQueueEntry } from "../../store/agents/agentQueue.ts";
import { callWrites, type NewCall } from "../../store/calls/newCall.ts";
import type { Query } from "../../store/database.ts";
import { type HandledText, markHandled } from "../../store/inbox/openConversation.ts";
import { effectWrites, type NewEffect } from "../../store/journeys/effect.ts";
import {
  appendEvents,
  type InboxEntry,
  type JourneyUpdate,
  journeyClass,
  journeyWrites,
} from "../../store/journeys/journey.ts";
import { type StepRow, stepWrites } from "../../store/journeys/step.ts";
import { linkWrites } from "../../store/links/link.ts";
import { messageWrites, type OutgoingMessage } from "../../store/messages/queuedMessage.ts";
import { newId } from "../../store/newId.ts";
import { writeTogether } from "../../store/together.ts";
import { publishOutbound } from "../../store/webhooks/webhookEvent.ts";
import { type AdvancedJourney, dueAfter } from "./advancedJourney.ts";
import { ClaimCounts } from "./claimCounts.ts";

/** Everything that one claim writes, gathered over its journeys so that each table is written once. */
export class ClaimWrites {
  readonly steps: StepRow[] = [];
  readonly messages: OutgoingMessage[] = [];
  private readonly calls: NewCall[] = [];
  readonly updates: JourneyUpdate[] = [];
  readonly effects: NewEffect[] = [];
  private readonly turns: TurnRequest[] = [];
  private readonly holds: NewQueueEntry[] = [];
  private readonly answers: InboxEntry[] = [];
  private readonly audiences: AudienceQuestion[] = [];
  private readonly settings: ContactSetting[] = [];
  private readonly stops: ContactStop[] = [];
  private readonly enrolments: ContactEnrolment[] = [];
  private readonly handledTexts: HandledText[] = [];
  private readonly counts = new ClaimCounts();

  /** How many steps the claim writes. */
  get stepCount(): number {
    return this.steps.length + this.enrolments.length;
  }

  /** Adds the writes of one journey. */
  add(walked: AdvancedJourney): void {
    const { row, lane, before, after, advances } = walked;
    const update: JourneyUpdate = {
      place: row.place,
      journey: after,
      was: row.revision,
      dueAtMs: dueAfter(walked),
      class: after.status === "moving" ? walked.class : journeyClass.timer,
      vars: after.vars === before.vars ? undefined : JSON.stringify(after.vars),
    };
    this.updates.push(update);
    for (const messageId of walked.answered)
      this.handledTexts.push({
        accountId: lane.accountId,
        contactId: row.contactId,
        campaignId: lane.campaignId,
        messageId,
      });
    for (const { steps, effects, changes } of advances) {
      for (const step of steps) this.steps.push({ accountId: lane.accountId, journeyId: row.journeyId, step });
      for (const { node, revision, effect } of effects) {
        switch (effect.do) {
          case "sendSms":
          case "sendRcs":
            this.insertSend(walked, node, revision, effect);
            break;
          case "placeCall":
            this.acceptCall(walked, node, revision, effect);
            break;
          case "claimTurn":
            this.turns.push(turnOf(walked, effect, update));
            break;
          case "askAudiences":
            this.audiences.push({
              accountId: lane.accountId,
              journeyId: row.journeyId,
              contactId: row.contactId,
              node,
              audienceIds: effect.audienceIds,
            });
            break;
          case "holdForAgent":
            this.answerQueueEntry(walked, node, effect, update);
            break;
          default:
            // all others go through the queue, where `performers` has an entry for each
            this.effects.push(effectOf(walked, node, revision, effect));
        }
      }
      for (const one of changes) this.applyChange(walked, one);
    }
    this.counts.add(walked);
  }

  private insertSend(
    walked: AdvancedJourney,
    node: number,
    revision: number,
    effect: Extract<Effect, { do: "sendSms" | "sendRcs" }>,
  ): void {
    const { accountId } = walked.lane;
    const message = this.addMessage(walked, node, revision, effect);
    if (message.state === "blocked")
      this.answers.push({
        accountId,
        journeyId: walked.row.journeyId,
        events: [{ type: "answered", node, answer: { ok: false, reason: message.reason ?? undefined } }],
      });
  }

  private addMessage(
    { row, lane, world, now }: AdvancedJourney,
    node: number,
    revision: number,
    effect: Parameters<typeof makeSms>[0] | Parameters<typeof makeRcs>[0],
    refused?: string,
  ): OutgoingMessage {
    const { accountId, batchId } = lane;
    const requester = {
      accountId,
      batchId,
      contactId: row.contactId,
      phone: row.phone,
      campaignId: lane.campaignId,
      journeyId: row.journeyId,
      node,
      revision,
    };
    const context = {
      numbers: world?.numbers ?? [],
      segmentPriceMicros: world?.settings.segmentPriceMicros ?? 0,
      links: world?.links,
      rcsCarrierOf: world?.rcsCarrierOf,
    };
    const made =
      "message" in effect
        ? makeRcs(effect, requester, context, now, refused)
        : makeSms(effect, requester, context, now, refused);
    const message = { ...made, isAnswer: lane.class === journeyClass.interactive };
    this.messages.push(message);
    const asked = this.steps.findLast(({ step }) => step.revision === revision);
    if (asked) asked.step = { ...asked.step, data: { ...asked.step.data, messageId: message.messageId } };
    return message;
  }

  private acceptCall(
    { row, lane, world, now }: AdvancedJourney,
    node: number,
    revision: number,
    effect: Parameters<typeof makeCall>[0],
  ): void {
    const { accountId, batchId, campaignId } = lane;
    const { journeyId, contactId, phone } = row;
    const requester = { accountId, batchId, campaignId, journeyId, contactId, phone, node, revision };
    const call = makeCall(effect, requester, world?.numbers ?? [], now);
    this.calls.push(call);
    const asked = this.steps.findLast(({ step }) => step.revision === revision);
    if (asked) asked.step = { ...asked.step, data: { ...asked.step.data, callId: call.callId } };
    if (call.state === "blocked")
      this.answers.push({
        accountId,
        journeyId,
        events: [{ type: "answered", node, answer: { ok: false, reason: call.reason ?? undefined } }],
      });
  }

  /** A place in a queue; the end of the wait, where there is one, is when the journey is due. */
  private answerQueueEntry(
    { row, lane, after }: AdvancedJourney,
    node: number,
    { queueName, offeredFrom, until }: Extract<Effect, { do: "holdForAgent" }>,
    update: JourneyUpdate,
  ): void {
    const { accountId, campaignId } = lane;
    const { journeyId, contactId } = row;
    const times = { offeredFromMs: offeredFrom ?? null, untilMs: until ?? null };
    this.holds.push({ accountId, queueName, contactId, campaignId, journeyId, node, ...times });
    if (until === undefined) return;
    update.journey = { ...after, wakeAt: until };
    update.dueAtMs = until;
  }

  private applyChange(walked: AdvancedJourney, { node, revision, change }: Advance["changes"][number]): void {
    const {
      row,
      lane: { accountId, campaignId },
      contact,
    } = walked;
    switch (change.do) {
      case "blockSms":
      case "blockRcs":
        this.addMessage(walked, node, revision, change, change.reason);
        break;
      case "setContact":
        this.settings.push({ accountId, campaignId, contact, change });
        break;
      case "addDnc":
        this.stops.push({ accountId, phone: row.phone, change });
        break;
      case "enrolContact":
        this.applyEnrolment(walked, revision, change);
        break;
      default:
        unreachable(change);
    }
  }

  /** An enrolment, with the step of its node: whether the contact was enrolled is known after the other writes. */
  private applyEnrolment({ row, lane }: AdvancedJourney, revision: number, change: ContactEnrolment["change"]): void {
    const at = this.steps.findLastIndex(({ step }) => step.revision === revision);
    const [asked] = this.steps.splice(at, 1);
    const { accountId } = lane;
    const { journeyId, contactId } = row;
    this.enrolments.push({ accountId, journeyId, contactId, change, step: { ...(asked?.step as Step) } });
  }

  /** Gives every journey that asks for it its turn, before its row is written: when it is due depends on it. */
  async claimTurns(q: Query): Promise<void> {
    await claimTurn(q, this.turns);
  }

  /** Writes steps, messages, figures and the journeys' new rows as one statement; returns how many journeys passed their fence. */
  async write(q: Query, slot: number): Promise<number> {
    const journeys = journeyWrites(this.updates, q.only);
    await nextTurn();
    const steps = stepWrites(this.steps);
    await nextTurn();
    const messages = messageWrites(this.messages);
    await nextTurn();
    const touched = await writeTogether(q, [
      ...journeys,
      ...steps,
      ...messages,
      ...linkWrites(this.messages),
      ...effectWrites(this.effects),
      ...callWrites(this.calls),
      ...this.counts.writes(slot),
    ]);
    return touched.slice(0, journeys.length).reduce((sum, count) => sum + count, 0);
  }

  /** What nodes changed besides their journey. */
  async writeChanges(q: Query, slot: number): Promise<void> {
    await appendEvents(q, this.answers);
    await markHandled(q, this.handledTexts);
    await publishOutbound(
      q,
      this.messages.filter(({ state }) => state === "blocked"),
    );
    await insertQueueEntries(q, this.holds);
    await setContact(q, this.settings);
    if (this.stops.length > 0) await stopContacts(q, this.stops);
    // after the changes that the same walk made to these contacts
    if (this.audiences.length > 0) await appendEvents(q, await answerAudiences(q, this.audiences));
    await enrolContact(q, slot, this.enrolments);
    await writeTogether(q, stepWrites(this.enrolments));
  }
}

function effectOf({ row, lane, now }: AdvancedJourney, node: number, revision: number, effect: AskedEffect): NewEffect {
  return {
    accountId: lane.accountId,
    effectId: newId(now),
    batchId: lane.batchId,
    campaignId: lane.campaignId,
    journeyId: row.journeyId,
    contactId: row.contactId,
    node,
    revision,
    effect,
  };
}

function turnOf(
  { lane: { accountId, campaignId }, after, now }: AdvancedJourney,
  effect: { key: string; perMinute: number },
  update: JourneyUpdate,
): TurnRequest {
  return {
    accountId,
    campaignId,
    key: effect.key,
    perMinute: effect.perMinute,
    nowMs: now,
    setTurn(turnAtMs) {
      update.journey = { ...after, wakeAt: turnAtMs };
      update.dueAtMs = turnAtMs;
    },
  };
}
