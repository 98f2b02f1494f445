import { jsonOf } from "../emailProvider.ts";
import { readModelRefusal } from "../models/languageModel.ts";
import type { RemoteSpeech, SpeechAddress } from "./speechService.ts";

interface Transcription {
  text?: string;
  error?: { message?: string } | string;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Any address that speaks OpenAI's audio transcriptions: OpenAI itself, and most servers of open speech models. */
export const openaiSpeech = ({ baseUrl, apiKey, model }: SpeechAddress): RemoteSpeech => ({
  build({ fileName, contentType, data }, boundary) {
    const field = (name: string, value: string): string =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const head = `${field("model", model)}${field("response_format", "json")}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${contentType}\r\n\r\n`;
    const parts = [bytesOf(head), data, bytesOf(`\r\n--${boundary}--\r\n`)];
    const body = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      body.set(part, at);
      at += part.length;
    }
    return {
      url: `${baseUrl}/audio/transcriptions`,
      headers: {
        ...(apiKey !== "" && { authorization: `Bearer ${apiKey}` }),
        accept: "application/json",
        "content-type": `multipart/form-data; boundary=${boundary}`,
      },
      body,
    };
  },
  read(answer) {
    const json = "broken" in answer ? null : (jsonOf(answer.body) as Transcription | null);
    if (!("broken" in answer) && answer.status === 200 && typeof json?.text === "string")
      return { ok: true, text: json.text.trim() };
    if ("broken" in answer && answer.words !== undefined) return { ok: false, words: answer.words, retryable: true };
    const error = json?.error;
    const refusal = readModelRefusal(answer, typeof error === "string" ? error : (error?.message ?? ""));
    return refusal.ok
      ? { ok: false, words: "no text in the answer", retryable: false }
      : { ok: false, words: refusal.words, retryable: refusal.retryable };
  },
});
