import type {
  LineOrder,
  LineReport,
  LineVerb,
  RecordFormat,
  RecordingAtProvider,
  SupervisionMode,
  UserPhone,
} from "../../callLine.ts";
import type { JoinedRoom } from "../../callTargets.ts";
import type { TelnyxOrder } from "../callCommands.ts";
import type { CallHappened, TelnyxRecording } from "../callEvents.ts";

// What the line of a call at Telnyx knows, hears and asks for. `moveTelnyxLine.ts` moves it.

/** A phone that a dial rings. */
export interface Leg {
  target: string;
  /** The provider's id. Null: it has not named it. */
  ref: string | null;
  is: "waiting" | "ringing" | "talking" | "over";
}

/** What the provider is doing. */
type Waits =
  /** It rings, or who answered is being detected. */
  | { for: "answer" }
  | { for: "greeting" }
  /** It is being answered. */
  | { for: "pickUp" }
  /** There is nothing to do until there are verbs. */
  | { for: "verbs" }
  | { for: "prompt" }
  /** Keys count already while a prompt before the last one of a gather is heard. */
  | { for: "lead" }
  | { for: "digits" }
  | { for: "speech" }
  | { for: "recording"; format: RecordFormat; digits: string }
  /** The recording has ended and its file is fetched. */
  | { for: "file"; digits: string }
  | { for: "dial"; legs: readonly Leg[]; sinceMs: number; status: "busy" | "noAnswer" | "failed" }
  | { for: "room"; room: JoinedRoom; conference: string | null; sinceMs: number }
  | {
      for: "queue";
      conference: string | null;
      music: string | null;
      sinceMs: number;
      /** The key that asks for a call back. */
      offerKey?: string;
      user?: QueueUser;
      supervisor?: QueueUser & { nr: number; mode: SupervisionMode };
    }
  | { for: "end" }
  | { for: "nothing" };

/** The phone of the user who answered. */
export interface QueueUser {
  name: string;
  ref: string | null;
  hasJoined: boolean;
}

/** A line. JSON throughout. */
export interface TelnyxLine {
  waits: Waits;
  /** The number of the last command. */
  step: number;
  todo: readonly LineVerb[];
  /** Keys of the gather under way that its command does not know. */
  keys: string;
  /** Who answered must be found out first. */
  detects: "start" | "end" | null;
  /** An inbound call that was not answered yet. */
  isRinging: boolean;
  answeredAtMs: number | null;
  /** How often someone began to supervise the call. */
  supervisions?: number;
  /** The call has ended after this many seconds, and a file is still to come. */
  endedAfter?: number;
  /** The recordings that were reported. */
  known?: readonly string[];
}

/** What happens to a line. */
export type TelnyxInput =
  | LineOrder
  /** `step`: of the command that the event belongs to. Null: of none. */
  | { input: "happened"; step: number | null; happened: CallHappened }
  /** An inbound call arrives. */
  | { input: "arrived" }
  | { input: "leg"; step: number; leg: number; ref: string; happened: CallHappened }
  | { input: "user"; name: string; ref: string; happened: CallHappened }
  | { input: "userLost"; name: string }
  /** The same of the phone of a supervisor. */
  | { input: "supervisor"; nr: number; ref: string; happened: CallHappened }
  | { input: "supervisorLost"; nr: number }
  /** The provider will never carry a command out. */
  | { input: "refused"; step: number; leg?: number }
  | { input: "entered"; step: number; conference: string }
  /** The file of a recording is stored. No address: the call continues without it. */
  | { input: "stored"; seconds: number; recordingUrl?: string }
  /** The time of a command has run out. */
  | { input: "due"; step: number };

/** A recording to be stored. */
export type RecordingToFetch = RecordingAtProvider & TelnyxRecording;

/** The result of an input. */
export interface TelnyxMove {
  line: TelnyxLine;
  reports: LineReport[];
  orders: TelnyxOrder[];
  fetches: RecordingToFetch[];
  rings: UserPhone | null;
  /** The line hears `due` with this step after so many milliseconds. */
  alarms: { step: number; afterMs: number }[];
}

/** The line of a call that is placed, or that arrives. */
export const newTelnyxLine = (detects: TelnyxLine["detects"], isInbound = false): TelnyxLine => ({
  waits: { for: "answer" },
  step: 0,
  todo: [],
  keys: "",
  detects,
  isRinging: isInbound,
  answeredAtMs: null,
});
