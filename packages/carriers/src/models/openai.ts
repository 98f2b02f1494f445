import { jsonOf } from "../emailProvider.ts";
import { type ModelAddress, mostTokens, type RemoteModel, readModelRefusal } from "./languageModel.ts";

interface Completion {
  choices?: { message?: { content?: string | null } }[];
  error?: { message?: string } | string;
}

/** Any address that speaks OpenAI's chat completions: OpenAI itself, and most servers of open models. */
export const openaiModel = ({ baseUrl, apiKey, model }: ModelAddress): RemoteModel => ({
  build: ({ purpose, brief, turns }) => ({
    method: "POST",
    url: `${baseUrl}/chat/completions`,
    headers: {
      ...(apiKey !== "" && { authorization: `Bearer ${apiKey}` }),
      accept: "application/json",
      "content-type": "application/json",
    },
    body: JSON.stringify({
      model,
      max_tokens: mostTokens[purpose],
      messages: [{ role: "system", content: brief }, ...turns.map(({ role, text }) => ({ role, content: text }))],
    }),
  }),
  read(answer) {
    const json = "broken" in answer ? null : (jsonOf(answer.body) as Completion | null);
    const text = json?.choices?.[0]?.message?.content;
    if (!("broken" in answer) && answer.status === 200 && typeof text === "string") return { ok: true, text };
    const error = json?.error;
    return readModelRefusal(answer, typeof error === "string" ? error : (error?.message ?? ""));
  },
});
