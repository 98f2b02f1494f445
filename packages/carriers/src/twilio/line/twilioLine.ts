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
import type { TwilioCallStatus, TwilioOrder, TwilioRecording } from "../calls.ts";

// What the line of a call at a provider with the Twilio API knows, hears and asks for. `moveTwilioLine.ts` moves it.

/** What the provider is doing. */
export type Waits =
  | { for: "answer" }
  /** It polls until there are verbs. */
  | { for: "verbs" }
  | { for: "prompts" }
  | { for: "digits" }
  | { for: "speech" }
  | { for: "recording"; format: RecordFormat }
  /** The recording has ended and its file is fetched. */
  | { for: "file"; recordingSid: string; digits: string }
  | { for: "dial"; room?: JoinedRoom }
  /** `userSid`: the phone of the user who answered, which rings or has joined. */
  | {
      for: "queue";
      sinceMs: number;
      music: string | null;
      /** The offer is spoken, before the conference. */
      offerKey?: string;
      userSid?: string;
      hasJoined?: true;
      supervisor?: Participant & { mode: SupervisionMode };
      /** Whom the user consults. */
      consult?: Participant;
    }
  | { for: "end" }
  | { for: "nothing" };

/** Who takes part besides the caller and the user. `callSid`: their phone, which rings or has joined. */
interface Participant {
  nr: number;
  name: string;
  callSid?: string;
  hasJoined?: true;
}

/** A line. JSON throughout. */
export interface TwilioLine {
  waits: Waits;
  /** The number of the document that the provider has. 0: none. */
  step: number;
  document: string;
  /** Verbs of the next document. */
  todo: readonly LineVerb[];
  answeredAtMs: number | null;
  /** The phone that answered the dial under way. */
  dialled?: string;
  /** The conference of a call that waits for a user. */
  conference?: string;
  /** How often someone began to supervise the call. */
  supervisions?: number;
  /** How often the user began to consult someone. */
  consults?: number;
  /** The call has ended after this many seconds, and a file is still to come. */
  endedAfter?: number;
  /** A recording that was announced before the request that reports it. */
  ready?: TwilioRecording;
  /** The recordings of the whole call that are being stored. */
  known?: readonly string[];
}

/** What happens to a line. */
export type TwilioInput =
  | LineOrder
  /** The provider asks for a document. */
  | { input: "asked"; step: number; fields: URLSearchParams }
  | ({ input: "status" } & Pick<TwilioCallStatus, "status" | "seconds">)
  | { input: "dialAnswered"; target: string }
  | { input: "joined"; conference: string }
  /** The phone of the user who answered rings, is connected, or has hung up or cannot be reached. */
  | { input: "userRings"; callSid: string }
  | { input: "userJoined"; callSid: string; name: string }
  | { input: "userLost" }
  /** The same of the phone of a supervisor. */
  | { input: "supervisorRings" | "supervisorJoined"; nr: number; callSid: string }
  | { input: "supervisorLost"; nr: number }
  /** The same of the phone of someone who is consulted. */
  | { input: "consultRings" | "consultJoins"; nr: number; callSid: string }
  | { input: "consultLost"; nr: number }
  /** The provider has a recording, or says that there is none. */
  | { input: "recorded"; recording: TwilioRecording | null }
  /** The provider has the recording of the whole call, which can be after its end. */
  | { input: "callRecorded"; recording: TwilioRecording; format: RecordFormat }
  /** The file of a recording is stored. No address: the call continues without it. */
  | { input: "stored"; recordingSid: string; seconds: number; recordingUrl?: string }
  /** No file came for a call that has ended. */
  | { input: "fileLate" };

/** A recording to be stored. */
export type RecordingToFetch = TwilioRecording & RecordingAtProvider;

/** The result of an input. */
export interface TwilioMove {
  line: TwilioLine;
  reports: LineReport[];
  orders: TwilioOrder[];
  /** A file to fetch. */
  fetches: RecordingToFetch | null;
  /** The product hears by `fileLate` if no file comes. */
  awaitsFile: boolean;
  /** A user answered, or supervises: their phone must ring. */
  rings: UserPhone | null;
}

export const newTwilioLine = (): TwilioLine => ({
  waits: { for: "answer" },
  step: 0,
  document: "",
  todo: [],
  answeredAtMs: null,
});
