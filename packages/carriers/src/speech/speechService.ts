import type { WireAnswer } from "../carrier.ts";

/** A recording to be transcribed. */
export interface Speech {
  fileName: string;
  contentType: string;
  data: Uint8Array;
}

/** The outcome. `retryable`: asking again can help. */
export type Transcript = { ok: true; text: string } | { ok: false; words: string; retryable: boolean };

/** Address, model name and key. A server of the account's own often needs no key. */
export interface SpeechAddress {
  /** Without a trailing slash, such as https://api.openai.com/v1. */
  baseUrl: string;
  apiKey: string;
  model: string;
}

/** A request whose body is a file. */
interface SpeechRequest {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** A remote speech service: builds requests for the caller to send, and reads responses. */
export interface RemoteSpeech {
  /** `boundary` separates the parts of the body and must not occur in the sound. */
  build(speech: Speech, boundary: string): SpeechRequest;
  read(answer: WireAnswer): Transcript;
}

/** What the local service hears in every recording: nothing leaves the machine. */
export const localTranscript = "Hello, this is a test of the voicemail. Please call me back when you can. Thank you.";
