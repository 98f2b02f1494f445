import { expect, test } from "vitest";
import type { OutgoingRcs } from "../carrier.ts";
import { convertContent } from "./content.ts";

const reply = { kind: "reply" as const, text: "Yes", target: "" };
const message = (more: Partial<OutgoingRcs>): OutgoingRcs => ({
  agentId: "shop",
  type: "text",
  text: "Hi Ann",
  mediaUrl: null,
  cards: [],
  suggestions: [],
  ...more,
});
const card = {
  title: "One",
  description: "",
  mediaUrl: "https://a.example/1.png",
  height: "tall" as const,
  suggestions: [reply],
};

test.each<[string, Partial<OutgoingRcs>, object]>([
  ["a text", {}, { "twilio/text": { body: "Hi Ann" } }],
  [
    "a text with buttons of all kinds",
    { suggestions: [reply, { kind: "dial", text: "Call", target: "+13035550100" }] },
    {
      "twilio/card": {
        title: "Hi Ann",
        actions: [
          { type: "QUICK_REPLY", title: "Yes", id: "Yes" },
          { type: "PHONE_NUMBER", title: "Call", phone: "+13035550100" },
        ],
      },
    },
  ],
  [
    "a picture",
    { type: "picture", text: "", mediaUrl: "https://a.example/1.png" },
    { "twilio/media": { media: ["https://a.example/1.png"] } },
  ],
  [
    "a card of words alone",
    { type: "cards", cards: [{ ...card, mediaUrl: null, description: "Two", suggestions: [] }] },
    { "twilio/text": { body: "One\nTwo" } },
  ],
  [
    "several cards",
    { type: "cards", text: "", cards: [card, { ...card, description: "More" }] },
    {
      "twilio/carousel": {
        body: "Cards",
        cards: [
          {
            body: "One",
            media: "https://a.example/1.png",
            actions: [{ type: "QUICK_REPLY", title: "Yes", id: "Yes" }],
          },
          {
            title: "One",
            body: "More",
            media: "https://a.example/1.png",
            actions: [{ type: "QUICK_REPLY", title: "Yes", id: "Yes" }],
          },
        ],
      },
    },
  ],
])("converts %s", (_, more, types) => {
  const rcs = message(more);
  expect(convertContent(rcs, rcs)).toEqual({ types, values: {} });
});

test("makes a place of what differs from the template, and keeps the host of an address", () => {
  const rcs = message({ suggestions: [{ kind: "openUrl", text: "Open", target: "https://a.example/x?c=1" }] });
  const template = {
    ...rcs,
    text: "Hi ${firstName}",
    suggestions: [{ kind: "openUrl" as const, text: "Open", target: "" }],
  };
  expect(convertContent(rcs, template)).toEqual({
    types: {
      "twilio/card": { title: "{{1}}", actions: [{ type: "URL", title: "Open", url: "https://a.example/{{2}}" }] },
    },
    values: { "1": "Hi Ann", "2": "x?c=1" },
  });
});

test("never reads braces of a contact's text as places", () => {
  const rcs = message({ text: "Code {{1}}" });
  expect(convertContent(rcs, rcs)).toEqual({
    types: { "twilio/text": { body: "{{1}}" } },
    values: { "1": "Code {{1}}" },
  });
});

test.each<[string, Partial<OutgoingRcs>, string]>([
  ["buttons below several cards", { type: "cards", cards: [card, card], suggestions: [reply] }, "carrier_rcs_form"],
  [
    "several cards without a picture",
    { type: "cards", cards: [card, { ...card, mediaUrl: null }] },
    "carrier_rcs_form",
  ],
  ["a text that is too long", { text: "x".repeat(3_073) }, "carrier_rcs_limits"],
])("refuses %s", (_, more, failure) => {
  expect(convertContent(message(more), null)).toMatchObject({ failure, problem: expect.any(String) });
});
