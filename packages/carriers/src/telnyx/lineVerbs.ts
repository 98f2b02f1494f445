import type { LinePrompt, LineVerb } from "../callLine.ts";
import { cutSpoken, speechRate } from "../spokenText.ts";
import type { CallAction } from "./callCommands.ts";

/** What verbs need besides themselves. */
export interface VerbPlace {
  /** The provider's voice of a key. */
  voiceOf(key: string | undefined): string;
  /** The language of a key's voice, BCP 47. */
  languageOf(key: string | undefined): string;
  /** The name of a conference of this account. */
  roomName(name: string): string;
  /** The conference in which the call waits for a user. */
  queueRoom: string;
  /** A sound of a beep. */
  beep: string;
  /** A sound of a phone that rings. */
  ringTone: string;
}

type Say = Extract<LinePrompt, { do: "say" }>;
type Play = Extract<LinePrompt, { do: "play" }>;
type Gather = Extract<LineVerb, { do: "gather" }>;

/** The longest text of one command, in characters; what marks it up is counted too. */
const longestSay = 2_800;

/** A text cut at a space, where it is longer than one command takes. */
export function cutSay(say: Say): [Say] | [Say, Say] {
  if (say.text.length <= longestSay) return [say];
  const [part, rest] = cutSpoken(say.text, longestSay);
  return [
    { ...say, text: part },
    { ...say, text: rest },
  ];
}

const loopOf = (loop: number | undefined) =>
  loop === undefined || loop === 1 ? {} : { loop: loop === 0 ? "infinity" : Math.min(100, loop) };

const escapes: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
]);
const escaped = (words: string): string => words.replace(/[&<>]/g, (letter) => escapes.get(letter) ?? "");

/** What is said, marked up only if it is faster or slower. */
function payloadOf({ text, speed, voice }: Say, place: VerbPlace) {
  const spoken = { voice: place.voiceOf(voice) };
  const rate = speechRate(speed);
  if (rate === null) return { ...spoken, payload: text };
  return {
    ...spoken,
    payload: `<speak><prosody rate="${rate}">${escaped(text)}</prosody></speak>`,
    payload_type: "ssml",
  };
}

/** The command of a prompt. */
export const promptAction = (prompt: Say | Play, place: VerbPlace): CallAction =>
  prompt.do === "say"
    ? { action: "speak", body: { ...payloadOf(prompt, place), ...loopOf(prompt.loop) } }
    : { action: "playback_start", body: { audio_url: prompt.url, ...loopOf(prompt.loop) } };

/** Whether a prompt can be said by the command that gathers keys. Others are heard before it. */
const isGatherable = (prompt: LinePrompt): prompt is Say | Play =>
  prompt.do !== "pause" &&
  (prompt.loop === undefined || prompt.loop === 1) &&
  (prompt.do === "play" || prompt.text.length <= longestSay);

/** The command of a gather whose last prompt is left. Null: a prompt must be heard first. */
export function gatherAction({ prompts, ...gather }: Gather, known: string, place: VerbPlace): CallAction | null {
  const [only, ...more] = prompts;
  if (more.length > 0 || (only !== undefined && !isGatherable(only))) return null;
  const waitMs = Math.max(1, Math.round(gather.timeoutSeconds)) * 1_000;
  const rules = {
    minimum_digits: 1,
    maximum_digits: Math.min(128, Math.max(1, (gather.numDigits ?? 128) - known.length)),
    inter_digit_timeout_millis: waitMs,
    ...(gather.finishOnKey !== "" && { terminating_digit: gather.finishOnKey }),
  };
  if (only === undefined) return { action: "gather", body: { ...rules, initial_timeout_millis: waitMs } };
  const heard = { ...rules, timeout_millis: waitMs, maximum_tries: 1 };
  return only.do === "say"
    ? { action: "gather_using_speak", body: { ...heard, ...payloadOf(only, place) } }
    : { action: "gather_using_audio", body: { ...heard, audio_url: only.url } };
}

/** The command of a recording of what the caller says. */
export const recordAction = (record: Extract<LineVerb, { do: "record" }>): CallAction => ({
  action: "record_start",
  body: {
    format: record.format,
    // one channel distinguishes it from the recording of the whole call
    channels: "single",
    recording_track: "inbound",
    play_beep: record.beep,
    max_length: Math.min(14_400, Math.max(1, Math.round(record.maxSeconds))),
    timeout_secs: Math.max(1, Math.round(record.silenceSeconds)),
  },
});

/** The command of the recording of the whole call. */
export const recordCallAction = (format: "wav" | "mp3"): CallAction => ({
  action: "record_start",
  body: { format, channels: "dual" },
});

/** The command that hears speech. */
export const listenAction = (language: string): CallAction => ({
  action: "transcription_start",
  body: {
    transcription_engine: "Google",
    transcription_engine_config: { transcription_engine: "Google", language, interim_results: true },
    transcription_tracks: "inbound",
  },
});
