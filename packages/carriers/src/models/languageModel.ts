import type { WireAnswer, WireRequest } from "../carrier.ts";

/** A question to a model: instructions and the conversation so far. */
export interface ModelQuestion {
  /** What it is for, which decides how long the answer may be. */
  purpose: keyof typeof mostTokens;
  brief: string;
  turns: readonly { role: "user" | "assistant"; text: string }[];
}

/** The outcome of a question. `retryable`: asking again can help. */
export type ModelAnswer =
  | { ok: true; text: string }
  | { ok: false; reason: "model_unavailable" | "model_refused"; words: string; retryable: boolean };

/** A remote model: builds requests for the caller to send, and reads responses. */
export interface RemoteModel {
  build(question: ModelQuestion): WireRequest;
  read(answer: WireAnswer): ModelAnswer;
}

/** A local model. */
export interface LocalModel {
  answer(question: ModelQuestion): string;
}

/** Address, model name and key. */
export interface ModelAddress {
  /** Without a trailing slash, such as https://api.openai.com/v1. */
  baseUrl: string;
  apiKey: string;
  model: string;
}

/** Longest answers, in tokens. A draft is a list of changes of a workflow. */
export const mostTokens = { reword: 800, assist: 800, write: 800, explain: 1_200, draft: 8_000 } as const;

/** Refusals common to all models. */
export function readModelRefusal(answer: WireAnswer, words: string): ModelAnswer {
  if ("broken" in answer) return { ok: false, reason: "model_unavailable", words: "no connection", retryable: true };
  const { status } = answer;
  const said = words || `HTTP ${status}`;
  const isBusy = status === 429 || status >= 500;
  return { ok: false, reason: isBusy ? "model_unavailable" : "model_refused", words: said, retryable: isBusy };
}
