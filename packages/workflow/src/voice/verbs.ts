import type { Address, CallPlace, DialTarget, DigitRule, Instruction, Prompt, RecordRule } from "./script.ts";
import type { AnsweredBy } from "./session.ts";

/** What the carrier does on the line, one after another. The last one may wait for the line; else it says `finished`. */
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
      /** The number that is shown. */
      callerId: string;
      timeoutSeconds: number;
      limitSeconds: number;
      music?: string;
    }
  | { do: "enqueue"; queue: string; place?: CallPlace; music?: string }
  | { do: "reject"; reason: "rejected" | "busy" }
  | { do: "hangUp" };

/** What a call asks of the rest of the world. */
export type CallEffect =
  /** Ask for the next document; the answer comes back as `document` or `broken`. */
  | ({ do: "fetchScript"; params: CallParams } & Address)
  /** Ask whether a sound can be fetched; the answer comes back as `soundFound` or `broken`. */
  | { do: "checkSound"; url: string }
  /** Tell somebody; nobody waits for it. */
  | ({ do: "callback"; event: "status" | "record" | "machine" | "dial"; params: CallParams } & Address)
  /** Says on the call's page what came of an instruction. */
  | { do: "note"; note: "nothingRecorded" }
  | { do: "stopCalls" }
  | { do: "enrol"; campaignId: string }
  | { do: "sms"; text: string; to: string; from: string };

/** What addresses are told, by the names of the InboundXML family (telecom §9). */
export type CallParams = Record<string, string>;

/** What happened on a line. */
export type LineEvent =
  | { type: "answered"; by: AnsweredBy }
  /** Everything that the line was told is done. */
  | { type: "finished" }
  /** The end of a gather; "" when nothing was pressed. */
  | { type: "digits"; digits: string }
  /** The end of a listen; "" when nothing was said. */
  | { type: "speech"; speech: string }
  /** The end of a record; no address when nothing was recorded. */
  | { type: "recorded"; seconds: number; recordingUrl?: string; digits?: string }
  /** The recording of the whole call is there. */
  | { type: "callRecorded"; seconds: number; recordingUrl: string }
  | { type: "dialEnded"; status: "completed" | "busy" | "noAnswer" | "failed"; seconds: number; answeredBy?: string }
  /** The line entered a conference. `waits`: for it to begin; `alone`: the carrier lets nobody else in. */
  | { type: "enteredRoom"; room: string; muted: boolean; beep: boolean; waits: boolean; ends: boolean; alone: boolean }
  /** A person took the call: a user, or a number that it was transferred to. */
  | { type: "connected"; with: string }
  | { type: "leftQueue"; result: "bridged" | "hangup" | "full" | "error" | "leave"; seconds: number }
  /** Whoever took the caller out of a queue hands them on. */
  | { type: "transferred"; script: readonly Instruction[] }
  | { type: "soundFound" }
  | { type: "document"; script: readonly Instruction[] }
  /** Something of the script cannot be done: no document, a broken one, audio that is not there. */
  | { type: "broken"; reason: string }
  | { type: "notAnswered"; status: "busy" | "noAnswer" | "failed" | "cancelled" }
  | { type: "hungUp"; seconds: number };
