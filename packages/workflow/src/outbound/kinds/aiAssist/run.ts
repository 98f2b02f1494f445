import type { Answer, ModelQuestion } from "../../../engine/effects.ts";
import type { Behaviour, Moment, Outcome, Reply, SavedNode } from "../../../nodeKind.ts";
import { blocks } from "../../../parts/dnc.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import { renderText } from "../../../parts/text.ts";
import { parseTime } from "../../../parts/timeOfDay.ts";
import { readVariable, replyVariable } from "../../../parts/variables.ts";
import { judgeWindow, type WindowRule, type WindowVerdict, windowRules } from "../../../parts/window.ts";
import { type Conversation, newConversation, readConversation, writeConversation } from "./conversation.ts";
import type { Own } from "./saved.ts";

type Node = SavedNode & Own;

/** How the model says that nothing is left to be said. */
const endMark = "[END]";
/** More answers than this are no conversation any more. */
const mostAnswers = 20;

/** Listens while the window is open; before that it waits for it (decisions, aiAssist). */
function run(node: Node, at: Moment): Outcome {
  if (!at.lookup.hasModel?.()) return leave(node, "no_model");
  if (at.lookup.template(node.smsTemplateId) === undefined) return { fail: "template_deleted" };
  if (at.contact.phone === null) return leave(node, "no_phone");
  if (blocks(at.contact.dnc, "sms")) return leave(node, "opted_out");
  const window = windowOf(node, at);
  if (!window.open) {
    return window.opensAt === null
      ? leave(node, "window_never_opens")
      : { wait: { until: window.opensAt }, because: window.because };
  }
  return listen(node, at, { ...newConversation, closesAt: window.openUntil ?? null });
}

/** The contact wrote: the answer comes the delay after it, and what is written meanwhile is answered together. */
function reply(node: Node, at: Moment, { text, of }: Reply): Outcome {
  const talk = readConversation(at, node.id);
  if (talk.phase !== "listening" && talk.phase !== "delay") return { wait: { forReply: true } };
  const heard = hear(talk, text, of);
  if (blocks(at.contact.dnc, "sms")) return leave(node, "opted_out");
  if (talk.phase === "delay") return keep(node, heard, { forReply: true });
  if (node.delay <= 0) return askModel(node, at, heard);
  return keep(node, { ...heard, phase: "delay" }, { until: at.now + node.delay * 1000, forReply: true });
}

function wake(node: Node, at: Moment): Outcome {
  const talk = readConversation(at, node.id);
  if (talk.phase === "delay") return askModel(node, at, talk);
  return talk.phase === "listening" ? leave(node, "assist_window") : run(node, at);
}

function answer(node: Node, heard: Answer, at: Moment): Outcome {
  const talk = readConversation(at, node.id);
  if (!heard.ok) return leave(node, heard.reason ?? "model_unavailable");
  if (heard.of !== "askModel") return talk.ending ? leave(node, "assist_ended") : goOnListening(node, at, talk);
  const said = heard.text ?? "";
  const ending = said.includes(endMark);
  const text = said.replaceAll(endMark, "").trim().slice(0, 1600);
  if (text === "") return leave(node, ending ? "assist_ended" : "model_unusable");
  const window = windowOf(node, at);
  if (!window.open) return leave(node, "assist_window");
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
    assign: writeConversation(node.id, next),
  };
}

/** After an answer: what the contact wrote while it was made is heard now. */
function goOnListening(node: Node, at: Moment, talk: Conversation): Outcome {
  if (talk.answers >= mostAnswers) return leave(node, "assist_long");
  const window = windowOf(node, at);
  if (!window.open) return leave(node, "assist_window");
  const open = { ...talk, closesAt: window.openUntil ?? null };
  for (const of of new Set([node.id, talk.of])) {
    const last = of === null ? undefined : at.vars[replyVariable(of)];
    if (of !== null && last !== undefined && last !== talk.last[of]) return askModel(node, at, hear(open, last, of));
  }
  return listen(node, at, open);
}

function askModel(node: Node, at: Moment, talk: Conversation): Outcome {
  const template = at.lookup.template(node.smsTemplateId);
  if (template === undefined) return { fail: "template_deleted" };
  if (!windowOf(node, at).open) return leave(node, "assist_window");
  const brief = renderText(template.text, (name) => readVariable(at, name)).text;
  const question: ModelQuestion = {
    purpose: "assist",
    brief: [
      "You answer text messages for a business. Keep to this brief and invent nothing beyond it:",
      brief,
      "Answer in the contact's language, as plain text without formatting, in at most 300 characters. Never ask for passwords or card numbers.",
      `When nothing is left to be said, write ${endMark} at the end of your answer.`,
    ].join("\n"),
    turns: talk.turns,
  };
  return { ask: { do: "askModel", question }, assign: writeConversation(node.id, { ...talk, phase: "thinking" }) };
}

function listen(node: Node, at: Moment, talk: Conversation): Outcome {
  // what was replied before this node was reached is no news to it
  const last = { ...talk.last };
  for (const name in at.vars) {
    const of = /^node(\d+)\.reply$/.exec(name)?.[1];
    if (of !== undefined) last[Number(of)] = at.vars[name] ?? "";
  }
  return keep(
    node,
    { ...talk, phase: "listening", last },
    { ...(talk.closesAt !== null && { until: talk.closesAt }), forReply: true },
  );
}

const keep = (node: Node, talk: Conversation, wait: { until?: number; forReply: boolean }): Outcome => ({
  wait,
  assign: writeConversation(node.id, talk),
});

const leave = (node: Node, because: string): Outcome => ({ go: nextOf(node), because });

const hear = (talk: Conversation, text: string, of: number): Conversation => ({
  ...talk,
  of,
  turns: [...talk.turns, { role: "user", text: text.slice(0, 1600) }],
  last: { ...talk.last, [of]: text },
});

/** The node's own hours and what holds texts anyway: open when all of them are. */
function windowOf(node: Node, at: Moment): WindowVerdict {
  const { startTime, endTime, daysOfWeek, timezone } = node.aiContext;
  const zone = at.lookup.zone(Number(timezone));
  const startSecond = parseTime(startTime);
  const endSecond = parseTime(endTime);
  if (zone === undefined || startSecond === undefined || endSecond === undefined)
    return { open: false, opensAt: null, because: "AI assist window" };
  const own: WindowRule = { zones: [zone], days: daysOfWeek, startSecond, endSecond, name: "AI assist window" };
  return judgeWindow(at.now, windowRules([own, ...at.sendWindow]));
}

export const behaviour: Behaviour<Own> = { run, wake, reply, answer };
