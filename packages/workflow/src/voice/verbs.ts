import type { Address, CallPlace, DialTarget, DigitRule, Instruction, Prompt, RecordRule } from "./script.ts";
import type { AnsweredBy } from "./session.ts";

/** Instructions for the line, in order. The last one can wait for the line; otherwise the line reports `finished`. */
export type CallVerb =
  | Prompt
  | ({ do: "gather"; prompts: readonly Prompt[] } & DigitRule)
  | { do: "listen"; prompts: readonly Prompt[]; timeoutSeconds: number; beep: boolean }
  | ({ do: "record" } & RecordRule)
  | { do: "recordCall"; format: "wav" | "mp3"; maxSeconds?: number }
  | {
      do: "dial";
      targets: readonly DialTarget[];
      ring: "all" | "oneByOne";
      /** The caller ID. */
      callerId: string;
      timeoutSeconds: number;
      limitSeconds: number;
      music?: string;
    }
  /** `offer`: a caller who presses the key is called back. */
  | {
      do: "enqueue";
      queue: string;
      place?: CallPlace;
      music?: string;
      offer?: { key: string; prompts: readonly Prompt[] };
    }
  | { do: "reject"; reason: "rejected" | "busy" }
  | { do: "hangUp" };

/** A call's request to the outside world. */
export type CallEffect =
  /** Requests the next document. Answered by `document` or `broken`. */
  | ({ do: "fetchScript"; params: CallParams } & Address)
  /** Checks audio. Answered by `soundFound` or `broken`. */
  | { do: "checkSound"; url: string }
  /** Sends a notification. Its answer is ignored. */
  | ({ do: "callback"; event: "status" | "record" | "machine" | "dial"; params: CallParams } & Address)
  /** Shows the outcome of an instruction on the call's page. */
  | { do: "note"; note: "nothingRecorded" }
  | { do: "stopCalls" }
  | { do: "enrol"; campaignId: string }
  | { do: "sms"; text: string; to: string; from: string };

/** Callback fields, named as in the InboundXML family (telecom §9). */
export type CallParams = Record<string, string>;

/** An event on a line. */
export type LineEvent =
  | { type: "answered"; by: AnsweredBy }
  /** The line has finished all instructions. */
  | { type: "finished" }
  /** The end of a gather. "" when nothing was pressed. */
  | { type: "digits"; digits: string }
  /** The end of a listen. "" when nothing was said. */
  | { type: "speech"; speech: string }
  /** The end of a record. No address when nothing was recorded. `isLate`: the recording is not there yet. */
  | { type: "recorded"; seconds: number; recordingUrl?: string; digits?: string; isLate?: true }
  /** The recording of the whole call is ready. */
  | { type: "callRecorded"; seconds: number; recordingUrl: string }
  /** A recording that was late is there, maybe after the end of the call. `of`: a record of the script, or the whole call. */
  | { type: "recordingFetched"; of: "verb" | "call"; seconds: number; recordingUrl: string; isVoicemail?: true }
  | { type: "dialEnded"; status: "completed" | "busy" | "noAnswer" | "failed"; seconds: number; answeredBy?: string }
  /** The line joined a conference. `waits`: until it starts. `alone`: the carrier supports only one participant. */
  | { type: "enteredRoom"; room: string; muted: boolean; beep: boolean; waits: boolean; ends: boolean; alone: boolean }
  /** A person answered the call: a user, or a number it was transferred to. */
  | { type: "connected"; with: string }
  /** A supervisor takes part in the call between the contact and a user, or changes how. */
  | { type: "supervised"; by: string; mode: "listen" | "whisper" | "join" }
  | { type: "unsupervised"; by: string }
  /** Whom the user consults while the contact is on hold is there, or has left. */
  | { type: "consulting"; with: string; is: "talking" | "ended" }
  | { type: "leftQueue"; result: "bridged" | "hangup" | "full" | "error" | "leave"; seconds: number }
  /** A caller who waits asks to be called back, and hears these words. Without words, the call just ends. */
  | { type: "askedCallback"; words?: string }
  /** The user who answered a queued caller transfers them. */
  | { type: "transferred"; script: readonly Instruction[] }
  | { type: "soundFound" }
  | { type: "document"; script: readonly Instruction[] }
  /** Something in the script failed: a missing or broken document, or missing audio. */
  | { type: "broken"; reason: string }
  | { type: "notAnswered"; status: "busy" | "noAnswer" | "failed" | "cancelled" }
  | { type: "hungUp"; seconds: number };
