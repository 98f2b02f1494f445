import type { Answer, ModelQuestion } from "../../../engine/effects.ts";
import type { Behaviour, Moment, Outcome, Reply } from "../../../nodeKind.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import { stopReason } from "../../../parts/phone/dnc.ts";
import { renderText, textContextOf } from "../../../parts/text/text.ts";
import { parseTime } from "../../../parts/time/timeOfDay.ts";
import { evaluateWindow, type WindowRule, type WindowVerdict, windowRules } from "../../../parts/time/window.ts";
import { clearUnanswered, readUnanswered } from "../../../parts/unansweredReplies.ts";
import { readVariable } from "../../../parts/variables.ts";
import type { SavedNode } from "../../../savedNode.ts";
import { readAgreedTime, timeBrief } from "./agreedTime.ts";
import { type Conversation, newConversation, readConversation, writeConversation } from "./conversation.ts";
import type { Own } from "./saved.ts";
import { timeVariable } from "./timeVariable.ts";

type Node = SavedNode & Own;

/** The mark by which the model ends the conversation. */
const endMark = "[END]";
/** The conversation ends after this many answers. */
const mostAnswers = 20;
/** Longest text of either side. */
const longestText = 1600;

/** Replaces the contact's text when the model starts, because models only answer texts. */
const opener = { role: "user", text: "(The contact has not written yet. Write the first message.)" } as const;

/** Waits for the window, then for the contact's texts while it is open (readings, AI Assist). */
function run(node: Node, at: Moment): Outcome {
  // the contact can reply to the previous text while its node still waits for the carrier's answer
  const missed = readUnanswered(at.vars);
  const outcome = begin(node, at, { ...newConversation, missed });
  if (missed.length === 0 || "fail" in outcome) return outcome;
  return { ...outcome, assign: { ...outcome.assign, ...clearUnanswered(at.vars) } };
}

function begin(node: Node, at: Moment, talk: Conversation): Outcome {
  if (!at.lookup.hasModel?.()) return leave(node, "no_model");
  if (at.lookup.template(node.smsTemplateId) === undefined) return { fail: "template_deleted" };
  if (at.contact.phone === null) return leave(node, "no_phone");
  const stopped = stopReason(at.contact.dnc, "sms");
  if (stopped !== undefined) return leave(node, stopped);
  const window = windowOf(node, at);
  if (!window.open) {
    return window.opensAt === null
      ? leave(node, "window_never_opens")
      : {
          wait: { until: window.opensAt, forReply: true },
          because: window.because,
          assign: writeConversation(node.id, { ...talk, phase: "closed" }),
        };
  }
  const open: Conversation = { ...talk, missed: [], closesAt: window.openUntil ?? null };
  if (talk.missed.length > 0) return askModel(node, at, hear(open, talk.missed));
  return node.sendFirstMessage ? askModel(node, at, open) : listen(node, open);
}

/** Answers after the delay. Texts that arrive meanwhile are answered together. */
function reply(node: Node, at: Moment, { text }: Reply): Outcome {
  const talk = readConversation(at, node.id);
  // answered when the window opens
  if (talk.phase === "closed") return { wait: { forReply: true }, assign: overhear(node, at, { text }) };
  if (talk.phase !== "listening" && talk.phase !== "delay") return { wait: { forReply: true } };
  const heard = hear(talk, [text]);
  const stopped = stopReason(at.contact.dnc, "sms");
  if (stopped !== undefined) return leave(node, stopped);
  if (talk.phase === "delay") return keep(node, heard, { forReply: true });
  if (node.delay <= 0) return askModel(node, at, heard);
  return keep(node, { ...heard, phase: "delay" }, { until: at.now + node.delay * 1000, forReply: true });
}

/** Saves a text that arrived while an answer was written or sent, to be answered next. It can repeat an earlier text. */
function overhear(node: Node, at: Moment, { text }: Pick<Reply, "text">): Record<string, string> {
  const talk = readConversation(at, node.id);
  return writeConversation(node.id, { ...talk, missed: [...talk.missed, text.slice(0, longestText)] });
}

function wake(node: Node, at: Moment): Outcome {
  const talk = readConversation(at, node.id);
  if (talk.phase === "delay") return askModel(node, at, talk);
  return talk.phase === "listening" ? leave(node, "assist_window") : begin(node, at, talk);
}

function answer(node: Node, heard: Answer, at: Moment): Outcome {
  const talk = readConversation(at, node.id);
  if (!heard.ok) return leave(node, heard.reason ?? "model_unavailable");
  if (heard.of !== "askModel") return goOn(node, at, talk);
  const { text: said, time } = readAgreedTime(heard.text ?? "", at.now, zoneOf(at));
  const agreed: Record<string, string> = time === undefined ? {} : { [timeVariable(node.id)]: time };
  const ending = said.includes(endMark);
  const text = said.replaceAll(endMark, "").trim().slice(0, longestText);
  if (text === "") return { ...leave(node, ending ? "assist_ended" : "model_unusable"), assign: agreed };
  const window = windowOf(node, at);
  if (!window.open) return { ...leave(node, "assist_window"), assign: agreed };
  const next: Conversation = {
    ...talk,
    phase: "sending",
    ending,
    turns: [...talk.turns, { role: "assistant", text }],
    answers: talk.answers + 1,
  };
  return {
    ask: {
      do: "sendSms",
      templateId: node.smsTemplateId,
      text,
      ...(window.openUntil !== undefined && { openUntil: window.openUntil }),
    },
    assign: { ...agreed, ...writeConversation(node.id, next) },
  };
}

/** Continues with texts that arrived meanwhile, even when the model has marked the conversation as finished. */
function goOn(node: Node, at: Moment, talk: Conversation): Outcome {
  if (talk.ending && talk.missed.length === 0) return leave(node, "assist_ended");
  if (talk.answers >= mostAnswers) return leave(node, "assist_long");
  const window = windowOf(node, at);
  if (!window.open) return leave(node, "assist_window");
  const open = { ...talk, closesAt: window.openUntil ?? null };
  if (talk.missed.length > 0) return askModel(node, at, hear({ ...open, missed: [] }, talk.missed));
  return listen(node, open);
}

function askModel(node: Node, at: Moment, talk: Conversation): Outcome {
  const template = at.lookup.template(node.smsTemplateId);
  if (template === undefined) return { fail: "template_deleted" };
  if (!windowOf(node, at).open) return leave(node, "assist_window");
  const brief = renderText(template.text, (name) => readVariable(at, name), textContextOf(at)).text;
  const question: ModelQuestion = {
    purpose: "assist",
    brief: [
      "You answer text messages for a business. Keep to this brief and invent nothing beyond it:",
      brief,
      ...timeBrief(node, at.now, zoneOf(at), at.lookup.zone(Number(node.aiContext.timezone))),
      "Answer in the contact's language, as plain text without formatting, in at most 300 characters. Never ask for passwords or card numbers.",
      `When nothing is left to be said, write ${endMark} at the end of your answer.`,
    ].join("\n"),
    turns: talk.turns[0]?.role === "user" ? talk.turns : [opener, ...talk.turns],
  };
  return { ask: { do: "askModel", question }, assign: writeConversation(node.id, { ...talk, phase: "thinking" }) };
}

function listen(node: Node, talk: Conversation): Outcome {
  const until = talk.closesAt === null ? {} : { until: talk.closesAt };
  return keep(node, { ...talk, phase: "listening" }, { ...until, forReply: true });
}

const keep = (node: Node, talk: Conversation, wait: { until?: number; forReply: boolean }): Outcome => ({
  wait,
  assign: writeConversation(node.id, talk),
});

/** The zone of agreed times. */
const zoneOf = (at: Moment): string => at.contact.zones[0] ?? "Etc/UTC";

const leave = (node: Node, because: string): Outcome & { go: number | null } => ({ go: nextOf(node), because });

const hear = (talk: Conversation, texts: readonly string[]): Conversation => ({
  ...talk,
  turns: [...talk.turns, ...texts.map((text) => ({ role: "user" as const, text: text.slice(0, longestText) }))],
});

/** The node's own hours combined with the windows that hold texts. */
function windowOf(node: Node, at: Moment): WindowVerdict {
  const { startTime, endTime, daysOfWeek, timezone } = node.aiContext;
  const zone = at.lookup.zone(Number(timezone));
  const startSecond = parseTime(startTime);
  const endSecond = parseTime(endTime);
  if (zone === undefined || startSecond === undefined || endSecond === undefined)
    return { open: false, opensAt: null, because: "AI assist window" };
  const own: WindowRule = { zones: [zone], days: daysOfWeek, startSecond, endSecond, name: "AI assist window" };
  return evaluateWindow(at.now, windowRules([own, ...at.sendWindow]));
}

export const behaviour: Behaviour<Own> = { run, wake, reply, overhear, answer };
