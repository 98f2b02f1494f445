import type { WireAnswer, WireRequest } from "../carrier.ts";

/** A question to a model: instructions and the conversation so far. */
export interface ModelQuestion {
  purpose: "reword" | "assist";
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

/** Longest answer. */
export const mostTokens = 800;

/** Refusals common to all models. */
export function readModelRefusal(answer: WireAnswer, words: string): ModelAnswer {
  if ("broken" in answer) return { ok: false, reason: "model_unavailable", words: "no connection", retryable: true };
  const { status } = answer;
  const said = words || `HTTP ${status}`;
  const isBusy = status === 429 || status >= 500;
  return { ok: false, reason: isBusy ? "model_unavailable" : "model_refused", words: said, retryable: isBusy };
}
