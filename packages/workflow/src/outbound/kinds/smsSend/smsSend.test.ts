import { dncBits, optOutMask } from "../../../parts/phone/dnc.ts";
import { rewordQuestion } from "../../../parts/text/reword.ts";
import { describeKind, now } from "../../describeKind.ts";
import { smsSend } from "./index.ts";

const existing = {
  smsTemplateId: "01980000-0000-7000-8000-0000000000a1",
  smsTemplateName: "Welcome",
  useAiRewording: false,
};
const hour = 3_600_000;

const template = {
  templateId: existing.smsTemplateId,
  title: "Welcome",
  text: "Hi ${firstName}, see you in ${city}",
  mediaUrl: null as string | null,
};
const lookup = { template: (id: string) => (id === template.templateId ? template : undefined) };
const office = (startSecond: number, endSecond: number) => [
  { zones: ["America/New_York"], days: 127, startSecond, endSecond, name: "workflow window" },
];
const ask = { do: "sendSms" as const, templateId: template.templateId, text: "Hi Ann, see you in ", missing: ["city"] };

describeKind("smsSend", smsSend, {
  saves: [
    { rule: "the template's id and name", draft: existing, own: existing, children: [2] },
    {
      rule: "nothing of a new template, which is saved first",
      draft: { templateSource: "new", templateTitle: "Spring", templateText: "Hello" },
      own: { smsTemplateId: "", smsTemplateName: "", useAiRewording: false },
    },
  ],
  rejects: [
    { rule: "no template", draft: {}, messages: ["Template is required"] },
    { rule: "nothing else", draft: existing, messages: [] },
    {
      rule: "a new template without a title and without content",
      draft: { templateSource: "new" },
      messages: ["Title is required", "Content or Media URL is required"],
    },
    {
      rule: "media that has no address, unless a variable brings it",
      draft: { templateSource: "new", templateTitle: "Card", templateMediaSource: "url", templateMediaUrl: "card.png" },
      messages: ["Media URL must be a valid URL"],
    },
    {
      rule: "not media from a variable",
      draft: { templateSource: "new", templateTitle: "Card", templateMediaSource: "url", templateMediaUrl: "${card}" },
      messages: [],
    },
    {
      rule: "not a new template with media alone",
      draft: { templateSource: "new", templateTitle: "Card", templateMediaUrl: "https://example.com/card.png" },
      messages: [],
    },
  ],
  runs: [
    {
      rule: "sends the text with the contact's fields, and says what is missing",
      node: existing,
      at: { lookup },
      outcome: { ask },
    },
    {
      rule: "knows the time",
      node: existing,
      at: { lookup: { ...lookup, template: () => ({ ...template, text: 'In ${.now?string("yyyy")}' }) } },
      outcome: { ask: { do: "sendSms", templateId: template.templateId, text: "In 2026" } },
    },
    {
      rule: "sends the text as it is while no language model rewords it, and says so",
      node: { ...existing, useAiRewording: true },
      at: { lookup },
      outcome: { ask, because: "no_model" },
    },
    {
      rule: "with a model it asks for other words first, the variables unfilled",
      node: { ...existing, useAiRewording: true },
      at: { lookup: { ...lookup, hasModel: () => true } },
      outcome: { ask: { do: "askModel", question: rewordQuestion(template.text, "sms") } },
    },
    {
      rule: "then sends the model's words with the contact's fields",
      by: { answer: { ok: true, of: "askModel", text: "Hello ${firstName}, until soon in ${city}" } },
      node: { ...existing, useAiRewording: true },
      at: { lookup: { ...lookup, hasModel: () => true } },
      outcome: { ask: { ...ask, text: "Hello Ann, until soon in " }, because: "reworded" },
    },
    {
      rule: "words that lost a variable are not sent: the text goes as it is",
      by: { answer: { ok: true, of: "askModel", text: "Hello there" } },
      node: { ...existing, useAiRewording: true },
      at: { lookup: { ...lookup, hasModel: () => true } },
      outcome: { ask, because: "model_unusable: a variable was lost or added" },
    },
    {
      rule: "a model that cannot be reached holds no text up",
      by: { answer: { ok: false, of: "askModel", reason: "model_unavailable" } },
      node: { ...existing, useAiRewording: true },
      at: { lookup: { ...lookup, hasModel: () => true } },
      outcome: { ask, because: "model_unavailable" },
    },
    {
      rule: "fills in the media address as well",
      node: existing,
      at: {
        vars: { city: "Rome", card: "c.png" },
        lookup: { template: () => ({ ...template, mediaUrl: "https://a.example/${card}" }) },
      },
      outcome: {
        ask: {
          do: "sendSms",
          templateId: template.templateId,
          text: "Hi Ann, see you in Rome",
          mediaUrl: "https://a.example/c.png",
        },
      },
    },
    {
      rule: "a contact without a phone continues",
      node: existing,
      at: { lookup, contact: { phone: null } },
      outcome: { go: 2, because: "no_phone" },
    },
    { rule: "a deleted template fails the journey", node: existing, outcome: { fail: "template_deleted" } },
    {
      rule: "a contact who opted out continues, the text skipped as blocked (readings, STOP)",
      node: existing,
      at: { lookup, contact: { dnc: optOutMask } },
      outcome: {
        go: 2,
        because: "opted_out",
        also: [
          {
            do: "blockSms",
            templateId: template.templateId,
            text: "Hi Ann, see you in ",
            reason: "opted_out",
          },
        ],
      },
    },
    {
      rule: "a number that the account listed itself is skipped with that reason, not as an opt-out",
      node: existing,
      at: { lookup, contact: { dnc: dncBits.sms } },
      outcome: {
        go: 2,
        because: "dnc",
        also: [{ do: "blockSms", templateId: template.templateId, text: "Hi Ann, see you in ", reason: "dnc" }],
      },
    },
    {
      rule: "inside the window it must be sent before the window closes",
      node: existing,
      at: { lookup, sendWindow: office(8 * 3600, 17 * 3600) },
      outcome: {
        ask: { ...ask, openUntil: now + 7 * hour, window: "workflow window 08:00 to 17:00 in America/New_York" },
      },
    },
    {
      rule: "outside the window it waits until the window opens",
      node: existing,
      at: { lookup, sendWindow: office(12 * 3600, 17 * 3600) },
      outcome: { wait: { until: now + 2 * hour }, because: "workflow window 12:00 to 17:00 in America/New_York" },
    },
    { rule: "sends when the window has opened", by: "wake", node: existing, at: { lookup }, outcome: { ask } },
    { rule: "continues when the carrier took it", by: { answer: { ok: true } }, outcome: { go: 2 } },
    {
      rule: "continues when it was not sent, with the reason",
      by: { answer: { ok: false, reason: "carrier_landline" } },
      outcome: { go: 2, because: "carrier_landline" },
    },
    {
      rule: "runs again when the window closed before the carrier accepted it",
      by: { answer: { ok: false, again: true } },
      node: existing,
      at: { lookup, sendWindow: office(12 * 3600, 17 * 3600) },
      outcome: { wait: { until: now + 2 * hour }, because: "workflow window 12:00 to 17:00 in America/New_York" },
    },
  ],
});
