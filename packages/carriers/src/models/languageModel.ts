import type { WireAnswer, WireRequest } from "../carrier.ts";

/** What a model is asked: a brief, and what was said so far. */
export interface ModelQuestion {
  purpose: "reword" | "assist";
  brief: string;
  turns: readonly { role: "user" | "assistant"; text: string }[];
}

/** What came of a question. True in `retryable`: asking again may help. */
export type ModelAnswer =
  | { ok: true; text: string }
  | { ok: false; reason: "model_unavailable" | "model_refused"; words: string; retryable: boolean };

/** A model behind an address: builds a request that somebody else sends, and reads what comes back. */
export interface RemoteModel {
  build(question: ModelQuestion): WireRequest;
  read(answer: WireAnswer): ModelAnswer;
}

/** A model that answers by itself. */
export interface LocalModel {
  answer(question: ModelQuestion): string;
}

/** Where a model is, which one it is, and the key to it. */
export interface ModelAddress {
  /** Without a slash at its end, such as https://api.openai.com/v1. */
  baseUrl: string;
  apiKey: string;
  model: string;
}

/** No answer to a text is longer. */
export const mostTokens = 800;

/** What every address's refusals have in common. */
export function readModelRefusal(answer: WireAnswer, words: string): ModelAnswer {
  if ("broken" in answer) return { ok: false, reason: "model_unavailable", words: "no connection", retryable: true };
  const { status } = answer;
  const said = words || `HTTP ${status}`;
  const isBusy = status === 429 || status >= 500;
  return { ok: false, reason: isBusy ? "model_unavailable" : "model_refused", words: said, retryable: isBusy };
}
