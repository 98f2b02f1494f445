import { dncBits, optOutMask } from "../../../parts/phone/dnc.ts";
import type { RcsContent } from "../../../parts/rcs/rcsMessage.ts";
import { describeKind, now } from "../../describeKind.ts";
import { rcsSend } from "./index.ts";

const own = { rcsTemplateKey: "spring_offer", agentId: "the_shop_agent", successPath: 3, failurePath: 4 };
const hour = 3_600_000;
const content: RcsContent = {
  type: "cards",
  text: "",
  mediaUrl: null,
  cards: [
    {
      title: "For ${firstName}",
      description: "In ${city}",
      mediaUrl: "https://shop.example/${firstName}.png",
      height: "medium",
      suggestions: [{ kind: "openUrl", text: "Look", target: "https://shop.example/?c=${phone}" }],
    },
  ],
  suggestions: [{ kind: "reply", text: "Yes, ${firstName}", target: "" }],
};
const lookup = {
  rcsTemplate: (key: string) => (key === own.rcsTemplateKey ? { templateKey: key, content } : undefined),
  rcsAgent: (id: string) => (id === own.agentId ? { agentId: id, name: "The Shop" } : undefined),
};
const ask = {
  do: "sendRcs" as const,
  message: {
    type: "cards" as const,
    text: "",
    mediaUrl: null,
    cards: [
      {
        title: "For Ann",
        description: "In ",
        mediaUrl: "https://shop.example/Ann.png",
        height: "medium" as const,
        suggestions: [{ kind: "openUrl" as const, text: "Look", target: "https://shop.example/?c=+12025550111" }],
      },
    ],
    suggestions: [{ kind: "reply" as const, text: "Yes, Ann", target: "" }],
    agentId: "the_shop_agent",
    agentName: "The Shop",
    templateKey: "spring_offer",
  },
  missing: ["city"],
};
const office = (startSecond: number, endSecond: number) => [
  { zones: ["America/New_York"], days: 127, startSecond, endSecond, name: "workflow window" },
];

describeKind("rcsSend", rcsSend, {
  saves: [{ rule: "the message key, the agent and both paths", draft: own, own, children: [3, 4] }],
  rejects: [
    {
      rule: "an empty form (spec 2 §5.2)",
      draft: {},
      messages: [
        "Agent ID is required",
        "Message Key is required",
        "Success Path is required",
        "Failure Path is required",
      ],
    },
    { rule: "nothing else", draft: own, messages: [] },
  ],
  runs: [
    {
      rule: "asks for the message with the contact's fields, and says what is missing",
      node: own,
      at: { lookup },
      outcome: { ask },
    },
    {
      rule: "a deleted message fails the journey",
      node: own,
      at: { lookup: { ...lookup, rcsTemplate: () => undefined } },
      outcome: { fail: "rcs_template_deleted" },
    },
    {
      rule: "a deleted agent fails the journey",
      node: own,
      at: { lookup: { ...lookup, rcsAgent: () => undefined } },
      outcome: { fail: "rcs_agent_deleted" },
    },
    {
      rule: "a contact without a phone takes the failure path",
      node: own,
      at: { lookup, contact: { phone: null } },
      outcome: { go: 4, because: "no_phone" },
    },
    {
      rule: "a contact who refused RCS takes the failure path, and the message stands as blocked",
      node: own,
      at: { lookup, contact: { dnc: optOutMask } },
      outcome: {
        go: 4,
        because: "opted_out",
        also: [{ do: "blockRcs", message: ask.message, reason: "opted_out" }],
      },
    },
    {
      rule: "a number that the account listed itself takes the failure path with that reason, not as an opt-out",
      node: own,
      at: { lookup, contact: { dnc: dncBits.rcs } },
      outcome: { go: 4, because: "dnc", also: [{ do: "blockRcs", message: ask.message, reason: "dnc" }] },
    },
    {
      rule: "a contact who refused calls alone gets it",
      node: own,
      at: { lookup, contact: { dnc: dncBits.call } },
      outcome: { ask },
    },
    {
      rule: "inside the window it must be sent before the window closes",
      node: own,
      at: { lookup, sendWindow: office(8 * 3600, 17 * 3600) },
      outcome: {
        ask: { ...ask, openUntil: now + 7 * hour, window: "workflow window 08:00 to 17:00 in America/New_York" },
      },
    },
    {
      rule: "outside the window it waits until the window opens",
      node: own,
      at: { lookup, sendWindow: office(12 * 3600, 17 * 3600) },
      outcome: { wait: { until: now + 2 * hour }, because: "workflow window 12:00 to 17:00 in America/New_York" },
    },
    { rule: "sends when the window has opened", by: "wake", node: own, at: { lookup }, outcome: { ask } },
    {
      rule: "takes the success path when the carrier took it",
      by: { answer: { ok: true } },
      node: own,
      outcome: { go: 3 },
    },
    {
      rule: "takes the failure path when the handset has no RCS, with the reason",
      by: { answer: { ok: false, reason: "carrier_no_rcs" } },
      node: own,
      outcome: { go: 4, because: "carrier_no_rcs" },
    },
    {
      rule: "asks for its delivery where the account's setting says that success means delivered (readings, What a node waits for)",
      node: own,
      at: { lookup: { ...lookup, rcsDeliveredWithinSeconds: 60 } },
      outcome: { ask: { ...ask, deliveredWithinSeconds: 60 } },
    },
    {
      rule: "takes the failure path when the time limit of the delivery has passed",
      by: { answer: { ok: true, timeIsUp: true } },
      node: own,
      outcome: { go: 4, because: "rcs_undelivered" },
    },
    {
      rule: "runs again when the window closed before the carrier accepted it",
      by: { answer: { ok: false, again: true } },
      node: own,
      at: { lookup },
      outcome: { ask },
    },
  ],
});
