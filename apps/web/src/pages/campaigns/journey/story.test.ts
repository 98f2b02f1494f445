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

test("a journey is told with the text of each send and each answer", () => {
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
    ["Went on to Event 3", undefined],
    ["Waits for a reply", undefined],
    ["The contact answered, the journey ended", "yes"],
  ]);
  expect(story[2]?.until).toBe(at(9));
});

test("a text that was blocked is told as not sent", () => {
  expect(storyOf([step(1, 2, "SMS Send", "asked")], [message("out", "Hi", 1, "blocked")])[0]?.words).toBe(
    "No text was sent",
  );
});

test("a text that no step made stands where its time puts it", () => {
  const story = storyOf(
    [step(1, 2, "SMS Send", "ended"), step(5, 3, "Event", "ended")],
    [message("out", "You are opted out", 3)],
  );
  expect(story.map(({ message: text }) => text?.text)).toEqual([undefined, "You are opted out", undefined]);
});

test("a step without an e-mail provider's key leads to External Integrations", () => {
  const [line] = storyOf([step(1, 2, "Email", "went", { to: 3, reason: "email_not_connected: SendGrid" })], []);
  expect(line?.needsProvider).toBe(true);
});

test("a click is told at its time, with where the short address leads", () => {
  const text = message("out", "See http://go.example/l/1", 1);
  text.links = [
    { address: "http://go.example/l/1", target: "https://shop.example/", clicked: at(3) },
    { address: "http://go.example/l/2", target: "https://shop.example/2", clicked: null },
  ];
  const story = storyOf([step(1, 2, "SMS Send", "asked"), step(4, 3, "Event", "waited")], [text]);
  expect(story.map(({ words, because, node }) => [words, because, node])).toEqual([
    ["A text was sent", null, "SMS Send 2"],
    ["Clicked the link", "https://shop.example/", "SMS Send 2"],
    ["Waits", null, "Event 3"],
  ]);
});

test("a variable that the contact has no value for is told on the step that left it empty (readings, Variables in texts)", () => {
  const [asked, went] = storyOf(
    [step(1, 2, "SMS Send", "asked", { missing: ["tier", "tier"] }), step(2, 2, "SMS Send", "went", { to: 3 })],
    [message("out", "Hi Ann, a  customer", 1)],
  );
  expect([asked?.missing, went?.missing]).toEqual([["tier"], []]);
});
