import { describe, expect, test } from "vitest";
import type { WireAnswer } from "../carrier.ts";
import { anthropicModel } from "./anthropic.ts";
import type { ModelAnswer, ModelQuestion, RemoteModel } from "./languageModel.ts";
import { localModel } from "./local.ts";
import { openaiModel } from "./openai.ts";

const address = { baseUrl: "https://models.example.net/v1", apiKey: "secret", model: "small" };
const question: ModelQuestion = {
  purpose: "assist",
  brief: "Be kind.",
  turns: [
    { role: "user", text: "Hi" },
    { role: "assistant", text: "Hello" },
    { role: "user", text: "When are you open?" },
  ],
};
const [openai, anthropic] = [openaiModel(address), anthropicModel(address)];
const answer = (status: number, body: unknown): WireAnswer => ({ status, headers: {}, body: JSON.stringify(body) });

describe("requests as the addresses want them", () => {
  test("OpenAI-compatible: the brief is the system's message", () => {
    const { url, headers, body } = openai.build(question);
    expect([url, headers["authorization"]]).toEqual([
      "https://models.example.net/v1/chat/completions",
      "Bearer secret",
    ]);
    expect(JSON.parse(body)).toEqual({
      model: "small",
      max_tokens: 800,
      messages: [
        { role: "system", content: "Be kind." },
        { role: "user", content: "Hi" },
        { role: "assistant", content: "Hello" },
        { role: "user", content: "When are you open?" },
      ],
    });
    expect(openaiModel({ ...address, apiKey: "" }).build(question).headers).not.toHaveProperty("authorization");
  });

  test("Anthropic: the instructions are next to the messages", () => {
    const { url, headers, body } = anthropic.build(question);
    expect([url, headers["x-api-key"], headers["anthropic-version"]]).toEqual([
      "https://models.example.net/v1/messages",
      "secret",
      "2023-06-01",
    ]);
    expect(JSON.parse(body)).toMatchObject({ model: "small", max_tokens: 800, system: "Be kind." });
  });
});

describe("answers", () => {
  const no = (reason: string, words: string, retryable: boolean) =>
    ({ ok: false, reason, words, retryable }) as ModelAnswer;
  test.for<[rule: string, model: RemoteModel, said: WireAnswer, result: ModelAnswer]>([
    [
      "OpenAI speaks",
      openai,
      answer(200, { choices: [{ message: { content: "At 9." } }] }),
      { ok: true, text: "At 9." },
    ],
    [
      "OpenAI refuses the key",
      openai,
      answer(401, { error: { message: "Incorrect API key provided" } }),
      no("model_refused", "Incorrect API key provided", false),
    ],
    ["OpenAI is busy", openai, answer(429, {}), no("model_unavailable", "HTTP 429", true)],
    [
      "Anthropic speaks in parts",
      anthropic,
      answer(200, {
        content: [
          { type: "text", text: "At " },
          { type: "text", text: "9." },
        ],
      }),
      { ok: true, text: "At 9." },
    ],
    [
      "Anthropic is overloaded",
      anthropic,
      answer(529, { error: { message: "Overloaded" } }),
      no("model_unavailable", "Overloaded", true),
    ],
    ["an answer without text", openai, answer(200, { choices: [] }), no("model_refused", "HTTP 200", false)],
    ["no connection", anthropic, { broken: "before_first_byte" }, no("model_unavailable", "no connection", true)],
  ])("%s", ([, model, said, result]) => {
    expect(model.read(said)).toEqual(result);
  });
});

describe("the local model always says the same", () => {
  test("other words for a text", () => {
    const reword = (text: string) =>
      localModel.answer({ purpose: "reword", brief: "", turns: [{ role: "user", text }] });
    expect(reword("Hi ${firstName}, your offer ends soon.")).toBe("Hello ${firstName}, your offer ends soon.");
    expect(reword("Your parcel is here.")).toBe("A quick note: Your parcel is here.");
  });

  test("an answer from its brief, and an end", () => {
    const ask = (text: string) =>
      localModel.answer({ purpose: "assist", brief: "Rules.\nWe open at 9.\nMore.", turns: [{ role: "user", text }] });
    expect(ask("When do you open?")).toBe("You asked: When do you open? Here is what I know: We open at 9.");
    expect(ask("Thanks, bye")).toContain("[END]");
  });
});
