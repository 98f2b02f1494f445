import type { Message } from "@trunkline/contract/messages/message.ts";
import { expect, test } from "vitest";
import { storyOf } from "./story.ts";

const at = (minute: number) => `2026-11-20T13:0${minute}:00.000Z`;
const step = (
  revision: number,
  nodeId: number,
  label: string,
  outcome: string,
  data: Record<string, unknown> | null = null,
) => ({
  revision,
  nodeId,
  type: label === "Event" ? "event" : "smsSend",
  label,
  at: at(revision),
  outcome,
  because: null,
  data,
});
const message = (direction: "in" | "out", text: string, minute: number, status: Message["status"] = "delivered") =>
  ({
    messageId: text,
    nodeId: 2,
    direction,
    text,
    status,
    created: at(minute),
    reasonText: null,
    links: [] as Message["links"],
  }) as Message;

test("shows the text of each sent message and each reply", () => {
  const story = storyOf(
    [
      step(1, 2, "SMS Send", "asked"),
      step(2, 2, "SMS Send", "went", { to: 3 }),
      step(3, 3, "Event", "waited", { until: Date.parse(at(9)), forReply: true }),
      step(4, 3, "Event", "ended", { reply: "yes", of: 2 }),
    ],
    [message("in", "yes", 4), message("out", "Hi Ann", 1)],
  );
  expect(story.map(({ words, message: text }) => [words, text?.text])).toEqual([
    ["A text was sent", "Hi Ann"],
    ["Continued to Event 3", undefined],
    ["Waiting for a reply", undefined],
    ["The contact replied and the journey ended", "yes"],
  ]);
  expect(story[2]?.until).toBe(at(9));
});

test("describes a blocked text as not sent", () => {
  expect(storyOf([step(1, 2, "SMS Send", "asked")], [message("out", "Hi", 1, "blocked")])[0]?.words).toBe(
    "No text was sent",
  );
});

test("sorts messages without a step by time", () => {
  const story = storyOf(
    [step(1, 2, "SMS Send", "ended"), step(5, 3, "Event", "ended")],
    [message("out", "You are opted out", 3)],
  );
  expect(story.map(({ message: text }) => text?.text)).toEqual([undefined, "You are opted out", undefined]);
});

test("links a step without an email provider key to External Integrations", () => {
  const [line] = storyOf([step(1, 2, "Email", "went", { to: 3, reason: "email_not_connected: SendGrid" })], []);
  expect(line?.needsProvider).toBe(true);
});

test("shows a click at its time with the target of the short link", () => {
  const text = message("out", "See http://go.example/l/1", 1);
  text.links = [
    { address: "http://go.example/l/1", target: "https://shop.example/", clicked: at(3) },
    { address: "http://go.example/l/2", target: "https://shop.example/2", clicked: null },
  ];
  const story = storyOf([step(1, 2, "SMS Send", "asked"), step(4, 3, "Event", "waited")], [text]);
  expect(story.map(({ words, because, node }) => [words, because, node])).toEqual([
    ["A text was sent", null, "SMS Send 2"],
    ["Clicked the link", "https://shop.example/", "SMS Send 2"],
    ["Waiting", null, "Event 3"],
  ]);
});

test("names missing variables on the step that sent the text (readings, Variables in texts)", () => {
  const [asked, went] = storyOf(
    [step(1, 2, "SMS Send", "asked", { missing: ["tier", "tier"] }), step(2, 2, "SMS Send", "went", { to: 3 })],
    [message("out", "Hi Ann, a  customer", 1)],
  );
  expect([asked?.missing, went?.missing]).toEqual([["tier"], []]);
});
