import { jsonOf } from "../emailProvider.ts";
import { type ModelAddress, mostTokens, type RemoteModel, readModelRefusal } from "./languageModel.ts";

interface Message {
  content?: { type: string; text?: string }[];
  error?: { message?: string };
}

/** Anthropic's messages API. */
export const anthropicModel = ({ baseUrl, apiKey, model }: ModelAddress): RemoteModel => ({
  build: ({ purpose, brief, turns }) => ({
    method: "POST",
    url: `${baseUrl}/messages`,
    headers: {
      "x-api-key": apiKey,
      "anthropic-version": "2023-06-01",
      accept: "application/json",
      "content-type": "application/json",
    },
    body: JSON.stringify({
      model,
      max_tokens: mostTokens[purpose],
      system: brief,
      messages: turns.map(({ role, text }) => ({ role, content: text })),
    }),
  }),
  read(answer) {
    const json = "broken" in answer ? null : (jsonOf(answer.body) as Message | null);
    const parts = json?.content?.filter(({ type }) => type === "text").map(({ text = "" }) => text);
    if (!("broken" in answer) && answer.status === 200 && parts !== undefined)
      return { ok: true, text: parts.join("") };
    return readModelRefusal(answer, json?.error?.message ?? "");
  },
});
