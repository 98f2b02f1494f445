import type {
  LineAnswer,
  LineOrder,
  LinePrompt,
  LineReport,
  LineVerb,
  RecordFormat,
  SupervisionMode,
} from "../../callLine.ts";
import type { PhoneTarget } from "../../callTargets.ts";

// What a phone of the simulated carrier knows, hears and asks for. `moveLine.ts` moves it.

/** What the line is doing. */
type LineNow =
  | { is: "ringing" }
  /** Idle: no instructions left. */
  | { is: "idle" }
  /** `alone`: not a prompt of a following gather or listen. `isTimed`: the phone reported its length. */
  | { is: "prompt"; prompt: LinePrompt; sinceMs: number; alone?: true; isTimed?: true }
  | { is: "listening" }
  /** What is said is taken down. */
  | { is: "hearing" }
  /** `hasMicrophone`: the phone uploads what it records. */
  | {
      is: "recording";
      sinceMs: number;
      finishOnKey: string;
      maxSeconds: number;
      format?: RecordFormat;
      hasMicrophone?: true;
    }
  /** The recording has ended and waits for the microphone's upload. `hungUp`: the call ends with it. */
  | { is: "saving"; seconds: number; format?: RecordFormat; hungUp?: true }
  | { is: "dialling" }
  /** `room`: it is a conference, started or waiting. */
  | {
      is: "connected";
      with: string;
      sinceMs: number;
      room?: { begun: boolean; music: string | null };
      held?: true;
      supervisor?: Supervisor;
      consult?: Consult;
      /** The user left the contact to a phone that was rung. */
      byPhone?: true;
    }
  | { is: "queued"; queue: string; sinceMs: number }
  /** The call has ended and waits for the microphone's upload of the whole call. */
  | { is: "ending" }
  | { is: "over" };

/** Whom the user consults. `isPhone`: a phone that was rung for it. */
interface Consult {
  name: string;
  is: "ringing" | "talking" | "joined";
  isPhone: boolean;
}

/** A supervisor of the call. Only those who join are heard by the contact. */
interface Supervisor {
  name: string;
  mode: SupervisionMode;
}

export interface CallRecording {
  seconds: number;
  recordingUrl: string;
}

/** A line. JSON throughout. */
export interface Line {
  now: LineNow;
  /** Remaining instructions. During a gather or record, it is the first. */
  todo: readonly LineVerb[];
  /** Prompts of the gather that is under way. */
  prompts: readonly LinePrompt[];
  digits: string;
  answeredBy: LineAnswer | null;
  answeredAtMs: number | null;
  recordsCall: boolean;
  /** How the recording of the whole call is saved, wav by default. */
  callFormat?: RecordFormat;
  /** A microphone of the phone records the whole call. */
  hasMicrophone?: true;
  /** What it recorded. */
  callRecording?: CallRecording;
  /** What the phone does automatically when it rings. */
  does: "rings" | "busy" | "declines" | LineAnswer;
  presses: string;
  hangsUpEarly: boolean;
  /** Targets of a dial that were not rung yet. */
  targets: readonly PhoneTarget[];
}

/** An input of a line. */
export type LineInput =
  | LineOrder
  | { input: "answer"; by: LineAnswer }
  | { input: "keys"; keys: string }
  | { input: "said"; text: string }
  /** Length or end of the current prompt, which the phone knows better than the line. */
  | { input: "lasts"; seconds: number }
  | { input: "heard" }
  /** The phone stops recording and has nothing to upload. */
  | { input: "silent" }
  /** The phone records, for as long as it says. */
  | { input: "speaking" }
  | { input: "recorded"; seconds: number; recordingUrl: string }
  /** The phone records the whole call from now on, and hands over what it recorded at the end. */
  | { input: "recordingCall" }
  | ({ input: "callRecorded" } & CallRecording)
  | { input: "legAnswered"; handset: string }
  /** Another phone's dial rang this phone, which is now connected to it. */
  | { input: "connected"; handset: string }
  | { input: "legEnded"; status: "completed" | "busy" | "noAnswer" | "failed"; open: number }
  | { input: "hangUp" }
  | { input: "due" };

/** An entry of the call's log on the handset. */
export interface LineNote {
  /** `replayed`: what the call itself recorded. */
  kind: "said" | "played" | "replayed" | "key" | "beep" | "note" | "recorded";
  text: string;
  voice?: string;
  /** 1 is as the voice speaks. */
  speed?: number;
}

/** The result of an input. */
export interface LineMove {
  line: Line;
  reports: LineReport[];
  notes: LineNote[];
  /** Milliseconds until the next due input. Null means never. */
  dueInMs: number | null;
  /** Unset: the earlier due time stays. */
  keepsDue: boolean;
  /** Phones to ring now. */
  rings: readonly PhoneTarget[];
  callerId: string;
  /** The call's other legs must end. */
  endsLegs: boolean;
  /** A silent recording of this many seconds must be created. */
  makesRecording: number | null;
}

/** How fast the simulation goes: 1 is as in life. */
export interface LinePace {
  pace: number;
}
