// What the product tells the line of a call to do, and what the line reports, whichever carrier has it.

/** A prompt. */
export type LinePrompt =
  | { do: "say"; text: string; voice?: string; speed?: number; loop?: number }
  | { do: "play"; url: string; loop?: number; recorded?: true }
  | { do: "pause"; seconds: number };

/** A target of a dial. */
export type LineTarget = { to: "number"; number: string } | { to: "sip"; address: string } | LineRoom;

/** A conference and how it is joined. */
export interface LineRoom {
  to: "room";
  name: string;
  muted: boolean;
  beep: boolean;
  starts: boolean;
  ends: boolean;
  music?: string;
}

/** What a caller who waits is offered: the key asks for a call back. */
interface CallbackOffer {
  key: string;
  prompts: readonly LinePrompt[];
}

/** How a recording is saved. */
export type RecordFormat = "wav" | "mp3";

/** Instructions for a line, in order. The last one can wait for the line. */
export type LineVerb =
  | LinePrompt
  | {
      do: "gather";
      prompts: readonly LinePrompt[];
      timeoutSeconds: number;
      finishOnKey: string;
      numDigits: number | null;
    }
  | { do: "listen"; prompts: readonly LinePrompt[]; timeoutSeconds: number; beep: boolean }
  | {
      do: "record";
      maxSeconds: number;
      silenceSeconds: number;
      finishOnKey: string;
      beep: boolean;
      format: RecordFormat;
    }
  | { do: "recordCall"; format: RecordFormat }
  | {
      do: "dial";
      targets: readonly LineTarget[];
      ring: "all" | "oneByOne";
      callerId: string;
      timeoutSeconds: number;
      limitSeconds: number;
      music?: string;
    }
  | { do: "enqueue"; queue: string; place?: object; music?: string; offer?: CallbackOffer }
  | { do: "reject"; reason: "rejected" | "busy" }
  | { do: "hangUp" };

/** Who answered, as the carrier detected it. `machineSilent`: the greeting ended without a beep. */
export type LineAnswer = "human" | "machineBeep" | "machineSilent" | "fax" | "unknown";

/** Reports of the line to the product. */
export type LineReport =
  | { type: "answered"; by: LineAnswer }
  | { type: "notAnswered"; status: "busy" | "noAnswer" | "failed" | "cancelled" }
  | { type: "finished" }
  | { type: "digits"; digits: string }
  | { type: "speech"; speech: string }
  /** No address when nothing was recorded. `isLate`: its file is not there yet. */
  | { type: "recorded"; seconds: number; recordingUrl?: string; digits?: string; isLate?: true }
  /** The recording of the whole call is ready. */
  | { type: "callRecorded"; seconds: number; recordingUrl: string }
  | { type: "dialEnded"; status: "completed" | "busy" | "noAnswer" | "failed"; seconds: number; answeredBy?: string }
  | { type: "enteredRoom"; room: string; muted: boolean; beep: boolean; waits: boolean; ends: boolean; alone: boolean }
  /** A caller who waits asks to be called back. They no longer wait. */
  | { type: "askedCallback" }
  | { type: "leftQueue"; result: "leave" | "bridged" | "error"; seconds: number }
  /** A person answered the call: a user, or a number it was transferred to. */
  | { type: "connected"; with: string }
  /** A supervisor takes part in the call between the contact and a user, or changes how. */
  | { type: "supervised"; by: string; mode: SupervisionMode }
  | { type: "unsupervised"; by: string }
  /** Whom the user consults is there, or has left. */
  | { type: "consulting"; with: string; is: "talking" | "ended" }
  | { type: "hungUp"; seconds: number };

/** How a supervisor takes part in a call: they hear both sides, speak to the user alone, or speak to both. */
export type SupervisionMode = "listen" | "whisper" | "join";

/** What the product asks of a line, besides answering its reports. */
export type LineOrder =
  | { input: "instructed"; verbs: readonly LineVerb[] }
  /** A user answered the queued caller. `at`: their own phone, where the line needs one. */
  | { input: "picked"; by: string; at?: string }
  | { input: "held"; isHeld: boolean }
  /** The user who answered is gone, or no one answers. After a transfer the product knows what follows. */
  | { input: "released"; result: "leave" | "bridged" | "handedOn" }
  /** A supervisor takes part, or changes how. `at`: their own phone, where the line needs one. */
  | { input: "supervised"; by: string; mode: SupervisionMode; at?: string }
  | { input: "unsupervised" }
  /**
   * The user consults someone while the contact is on hold. `at`: the phone that rings for it, where there is one. `isUser`:
   * a user, who has answered on the page.
   */
  | { input: "consulted"; name: string; at?: string; isUser: boolean }
  /** The user has the contact, the consulted and themselves speak together, leaves them to each other, or sends the consulted away. */
  | { input: "consultJoined" | "consultCompleted" | "consultEnded" }
  /** The caller gives up before the call is answered. */
  | { input: "givenUp" };

/** A user who answered, and where they take calls. */
export interface UserPhone {
  name: string;
  at: string;
  /** The user supervises the call of another one. Each time has a number, so that a phone of an earlier time changes nothing. */
  supervises?: number;
  /** The user of the call consults this phone. Numbered in the same way. */
  consults?: number;
  /** It is not a user's, and no key is asked for. */
  isOutside?: true;
}

/** A recording that a provider made of a call: of a script's record, or of the whole call. */
export interface RecordingAtProvider {
  of: "verb" | "call";
  format: RecordFormat;
  seconds: number;
}
