import { expect, test } from "vitest";
import type { Moment } from "../../../nodeKind.ts";
import { dncBits, optOutMask } from "../../../parts/phone/dnc.ts";
import { describeKind, now } from "../../describeKind.ts";
import { newConversation } from "./conversation.ts";
import { aiAssist } from "./index.ts";

const templateId = "01980000-0000-7000-8000-0000000000a3";
const own = {
  smsTemplateId: templateId,
  delay: 0,
  aiAssistId: "scheduleTime",
  aiContext: { startTime: "08:00:00", endTime: "18:00:00", daysOfWeek: 62, timezone: "0" },
};
const hour = 3_600_000;
// 15:00 in UTC: the window closes in three hours
const closesAt = now + 3 * hour;
const template = { templateId, title: "Brief", text: "You are the shop of ${firstName}.", mediaUrl: null };
const lookup = {
  hasModel: () => true,
  template: (id: string) => (id === templateId ? template : undefined),
  zone: (id: number) => (id === 0 ? "Etc/UTC" : undefined),
};
const talk = (over: object) => ({
  "node1.assist": JSON.stringify({ ...newConversation, closesAt, ...over }),
});
const opener = { role: "user", text: "(The contact has not written yet. Write the first message.)" } as const;
const hi = { role: "user", text: "Hi" } as const;
const question = (turns: object[]) => ({
  do: "askModel" as const,
  question: {
    purpose: "assist" as const,
    brief: [
      "You answer text messages for a business. Keep to this brief and invent nothing beyond it:",
      "You are the shop of Ann.",
      "For the contact it is 2026-11-18T10:00 in America/New_York. Times can be agreed on Mo|Tu|We|Th|Fr from 08:00 to 18:00 in Etc/UTC.",
      "When the contact agrees to a time, write [TIME YYYY-MM-DDTHH:MM] at the end of your answer, in the contact's local time; write it again when the time changes.",
      "Answer in the contact's language, as plain text without formatting, in at most 300 characters. Never ask for passwords or card numbers.",
      "When nothing is left to be said, write [END] at the end of your answer.",
    ].join("\n"),
    turns: turns as never,
  },
});
const listens = { wait: { until: closesAt, forReply: true }, assign: talk({}) };

describeKind("aiAssist", aiAssist, {
  saves: [
    { rule: "the window as aiContext, its zone as text (spec 2 §3.3, §9)", draft: { smsTemplateId: templateId }, own },
    {
      rule: "what was changed",
      draft: { smsTemplateId: templateId, delay: 30, aiContextDaysOfWeek: 127, aiContextTimezone: -20 },
      own: { ...own, delay: 30, aiContext: { ...own.aiContext, daysOfWeek: 127, timezone: "-20" } },
    },
    {
      rule: "Send the first message, only where it is on",
      draft: { smsTemplateId: templateId, sendFirstMessage: true },
      own: { ...own, sendFirstMessage: true },
    },
  ],
  rejects: [
    { rule: "no template: Template Id required (spec 2 §5.2)", draft: {}, messages: ["Template Id is required"] },
    { rule: "nothing else", draft: { smsTemplateId: templateId }, messages: [] },
    {
      rule: "a delay under zero",
      draft: { smsTemplateId: templateId, delay: -1 },
      messages: ["Delay must not be negative"],
    },
    {
      rule: "no days",
      draft: { smsTemplateId: templateId, aiContextDaysOfWeek: 0 },
      messages: ["Business Days must be selected"],
    },
    {
      rule: "a start that is not before the end",
      draft: { smsTemplateId: templateId, aiContextStartTime: "18:00:00" },
      messages: ["Start Time must be before End Time"],
    },
    {
      rule: "no timezone",
      draft: { smsTemplateId: templateId, aiContextTimezone: "" },
      messages: ["Timezone is required"],
    },
  ],
  runs: [
    {
      rule: "without a language model it follows its edge and says so (readings, AI Assist)",
      node: own,
      at: { lookup: { ...lookup, hasModel: () => false } },
      outcome: { go: 2, because: "no_model" },
    },
    { rule: "listens until its window closes", node: own, at: { lookup }, outcome: listens },
    {
      rule: "outside its window it waits for it",
      node: { ...own, aiContext: { ...own.aiContext, startTime: "16:00:00" } },
      at: { lookup },
      outcome: {
        wait: { until: now + hour, forReply: true },
        because: "AI assist window 16:00 to 18:00 Mo|Tu|We|Th|Fr in Etc/UTC",
        assign: { "node1.assist": JSON.stringify({ ...newConversation, phase: "closed" }) },
      },
    },
    {
      rule: "listens when the window opens after a wait for it",
      by: "wake",
      node: own,
      at: { lookup, vars: { "node1.assist": JSON.stringify({ ...newConversation, phase: "closed" }) } },
      outcome: listens,
    },
    {
      rule: "answers what came before the window opened when it opens",
      by: "wake",
      node: own,
      at: { lookup, vars: { "node1.assist": JSON.stringify({ ...newConversation, phase: "closed", missed: ["Hi"] }) } },
      outcome: { ask: question([hi]), assign: talk({ phase: "thinking", turns: [hi] }) },
    },
    {
      rule: "with Send the first message the model begins (readings, Agent Queue)",
      node: { ...own, sendFirstMessage: true },
      at: { lookup },
      outcome: { ask: question([opener]), assign: talk({ phase: "thinking" }) },
    },
    {
      rule: "Schedule Time writes the agreed time in the contact's zone, and its mark is not sent (readings, Agent Queue)",
      by: { answer: { ok: true, of: "askModel", text: "See you then! [TIME 2026-11-20T15:00]" } },
      node: own,
      at: { lookup, vars: talk({ phase: "thinking", turns: [hi] }) },
      outcome: {
        ask: { do: "sendSms", templateId, text: "See you then!", openUntil: closesAt },
        assign: {
          "node1.time": "2026-11-20T15:00:00-05:00",
          ...talk({ phase: "sending", turns: [hi, { role: "assistant", text: "See you then!" }], answers: 1 }),
        },
      },
    },
    {
      rule: "a time that has passed is not agreed on",
      by: { answer: { ok: true, of: "askModel", text: "See you! [TIME 2020-03-13T15:00]" } },
      node: own,
      at: { lookup, vars: talk({ phase: "thinking", turns: [hi] }) },
      outcome: {
        ask: { do: "sendSms", templateId, text: "See you!", openUntil: closesAt },
        assign: talk({ phase: "sending", turns: [hi, { role: "assistant", text: "See you!" }], answers: 1 }),
      },
    },
    {
      rule: "a contact who opted out continues",
      node: own,
      at: { lookup, contact: { dnc: optOutMask } },
      outcome: { go: 2, because: "opted_out" },
    },
    {
      rule: "a contact whose number the account listed itself continues with that reason",
      node: own,
      at: { lookup, contact: { dnc: dncBits.sms } },
      outcome: { go: 2, because: "dnc" },
    },
    {
      rule: "a deleted brief fails the journey",
      node: own,
      at: { lookup: { ...lookup, template: () => undefined } },
      outcome: { fail: "template_deleted" },
    },
    {
      rule: "a text without delay is brought to the model at once, with the template as its brief",
      by: { reply: { text: "Hi", of: 4 } },
      node: own,
      at: { lookup, vars: talk({}) },
      outcome: {
        ask: question([hi]),
        assign: talk({ phase: "thinking", turns: [hi] }),
      },
    },
    {
      rule: "with a delay it waits the delay, and continues listening",
      by: { reply: { text: "Hi", of: 4 } },
      node: { ...own, delay: 30 },
      at: { lookup, vars: talk({}) },
      outcome: {
        wait: { until: now + 30_000, forReply: true },
        assign: talk({ phase: "delay", turns: [hi] }),
      },
    },
    {
      rule: "a second text in the delay is answered with the first",
      by: { reply: { text: "Hello?", of: 4 } },
      node: { ...own, delay: 30 },
      at: { lookup, vars: talk({ phase: "delay", turns: [hi] }) },
      outcome: {
        wait: { forReply: true },
        assign: talk({ phase: "delay", turns: [hi, { role: "user", text: "Hello?" }] }),
      },
    },
    {
      rule: "after the delay the model is asked",
      by: "wake",
      node: { ...own, delay: 30 },
      at: { lookup, vars: talk({ phase: "delay", turns: [hi] }) },
      outcome: { ask: question([hi]), assign: talk({ phase: "thinking", turns: [hi] }) },
    },
    {
      rule: "the model's answer is sent, before the window closes",
      by: { answer: { ok: true, of: "askModel", text: "Hello Ann!" } },
      node: own,
      at: { lookup, vars: talk({ phase: "thinking", turns: [hi] }) },
      outcome: {
        ask: { do: "sendSms", templateId, text: "Hello Ann!", openUntil: closesAt },
        assign: talk({
          phase: "sending",
          turns: [hi, { role: "assistant", text: "Hello Ann!" }],
          answers: 1,
        }),
      },
    },
    {
      rule: "when the answer is out it listens again",
      by: { answer: { ok: true } },
      node: own,
      at: { lookup, vars: talk({ phase: "sending", answers: 1 }) },
      outcome: { wait: { until: closesAt, forReply: true }, assign: talk({ answers: 1 }) },
    },
    {
      rule: "what came while the answer was made is answered next, the same words again as well",
      by: { answer: { ok: true } },
      node: own,
      at: { lookup, vars: talk({ phase: "sending", missed: ["Hi", "Hi"] }) },
      outcome: { ask: question([hi, hi]), assign: talk({ phase: "thinking", turns: [hi, hi] }) },
    },
    {
      rule: "answers a reply that came before the journey reached the node",
      node: own,
      at: { lookup, vars: { unansweredReplies: JSON.stringify(["Hi"]) } },
      outcome: {
        ask: question([hi]),
        assign: { ...talk({ phase: "thinking", turns: [hi] }), unansweredReplies: "" },
      },
    },
    {
      rule: "what came after the model's last words is answered as well",
      by: { answer: { ok: true } },
      node: own,
      at: { lookup, vars: talk({ phase: "sending", ending: true, missed: ["Hi"] }) },
      outcome: { ask: question([hi]), assign: talk({ phase: "thinking", ending: true, turns: [hi] }) },
    },
    {
      rule: "continues when the model ended the conversation, after its last words",
      by: { answer: { ok: true } },
      node: own,
      at: { lookup, vars: talk({ phase: "sending", ending: true }) },
      outcome: { go: 2, because: "assist_ended" },
    },
    {
      rule: "continues when the window closes",
      by: "wake",
      node: own,
      at: { lookup, vars: talk({}) },
      outcome: { go: 2, because: "assist_window" },
    },
    {
      rule: "continues when the model cannot be reached, with the reason",
      by: { answer: { ok: false, of: "askModel", reason: "model_unavailable" } },
      node: own,
      at: { lookup, vars: talk({ phase: "thinking" }) },
      outcome: { go: 2, because: "model_unavailable" },
    },
    {
      rule: "twenty answers are enough",
      by: { answer: { ok: true } },
      node: own,
      at: { lookup, vars: talk({ phase: "sending", answers: 20 }) },
      outcome: { go: 2, because: "assist_long" },
    },
  ],
});

test("aiAssist keeps what is written while it asks, every time it is written", () => {
  const node = { id: 1, type: "aiAssist", x: 0, y: 0, children: [2], ...own };
  const at = { vars: talk({ phase: "thinking", turns: [hi] }) } as unknown as Moment;
  const once = aiAssist.overhear?.(node, at, { text: "Hi", of: 4 });
  const twice = aiAssist.overhear?.(node, { ...at, vars: once ?? {} }, { text: "Hi", of: 4 });
  expect(twice).toEqual(talk({ phase: "thinking", turns: [hi], missed: ["Hi", "Hi"] }));
});
