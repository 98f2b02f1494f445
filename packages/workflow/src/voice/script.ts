import type { DistributionSettings } from "../distribution/settings.ts";

/** A prompt: speech, audio or silence. `loop` 0 repeats until another event. */
export type Prompt =
  /** `speed`: 1 is the voice's normal speed. */
  | { do: "say"; text: string; voice?: string; speed?: number; loop?: number }
  /** `recorded`: a recording of this call. */
  | { do: "play"; url: string; loop?: number; recorded?: true }
  | { do: "pause"; seconds: number };

/** The address of a document and the request method. */
export interface Address {
  url: string;
  method: "GET" | "POST";
}

/** A dial target: a number, a SIP phone, or a conference. */
export type DialTarget = { to: "number"; number: string } | { to: "sip"; address: string } | Room;

/** How a caller joins a conference (telecom §9). */
interface Room {
  to: "room";
  name: string;
  /** The others do not hear this caller. */
  muted: boolean;
  /** A beep announces this caller. */
  beep: boolean;
  /** The conference starts with this caller. Without it, the caller waits and hears the music. */
  starts: boolean;
  /** The conference ends for all when this caller leaves. */
  ends: boolean;
  music?: string;
}

/** Adds others to the call. Several targets are a ring group: the first to answer gets the call. */
export interface Dial {
  targets: readonly DialTarget[];
  /** All at once, or one after another. */
  ring: "all" | "oneByOne";
  /** Caller ID: the number of the call, or the contact's (spec 2 §3.3 transferCaller). */
  callerId: "own" | "contact" | { number: string };
  /** Ringing time in seconds. */
  timeoutSeconds: number;
  /** Longest talk time in seconds. */
  limitSeconds: number;
  music?: string;
  /** Notified when the talk has ended. Its answer is the next document. */
  action?: Address;
  /** Notified as an event. Its answer is ignored. */
  callback?: Address;
}

/** How digits are collected. */
export interface DigitRule {
  /** Seconds without a key, after the prompts and between keys. */
  timeoutSeconds: number;
  /** The key that ends the digits and is not one of them, "" for none. */
  finishOnKey: string;
  /** Null means no limit. */
  numDigits: number | null;
}

/** What follows the digits. */
type AfterDigits =
  /** A document by its address. On silence the script continues unless `onSilence`. */
  | { by: "address"; action: Address; onSilence: boolean }
  /** Instructions by key. */
  | { by: "keys"; keys: Readonly<Record<string, readonly Instruction[]>>; other?: readonly Instruction[] }
  /** The key's meaning in the current menu. */
  | { by: "menu" }
  /** Nothing. The digits are saved. */
  | { by: "none" };

/** How a recording is made. */
export interface RecordRule {
  maxSeconds: number;
  /** Seconds of silence that end it. */
  silenceSeconds: number;
  finishOnKey: string;
  beep: boolean;
  format: "wav" | "mp3";
}

/** What a caller waits for, other than an agent queue: the first user to answer, or members rung by a distribution. */
export type CallPlace =
  | { kind: "liveList" }
  | { kind: "workGroup"; settings?: Partial<DistributionSettings> }
  /** Id of the user who placed the call. Their phone connects as soon as the call is answered. */
  | { kind: "person" };

/** An instruction of a call script. */
export type Instruction =
  | Prompt
  | ({ do: "gather"; prompts: readonly Prompt[]; next: AfterDigits } & DigitRule)
  /** `voicemail`: the recording goes to the voicemail box. */
  | ({ do: "record"; action?: Address; voicemail?: true } & RecordRule)
  /** Plays the call's last recording. */
  | { do: "playLastRecording" }
  /** Transcribes speech. */
  | { do: "listen"; prompts: readonly Prompt[]; timeoutSeconds: number; beep: boolean; action?: Address }
  /** Records the whole call from here on while the script continues. */
  | { do: "recordCall"; format: "wav" | "mp3"; maxSeconds?: number }
  | ({ do: "dial" } & Dial)
  | { do: "enqueue"; queue: string; place?: CallPlace; music?: string; action?: Address }
  | { do: "redirect"; action: Address }
  | { do: "goTo"; label: string }
  /** Enters a menu of the plan. Without a name, the current or first one. */
  | { do: "menu"; menu?: string }
  | { do: "reject"; reason: "rejected" | "busy" }
  | { do: "hangUp" }
  /** Blocks further calls to this contact. */
  | { do: "stopCalls" }
  | { do: "enrol"; campaignId: string }
  /** Sends a text. Default: to the contact, from the account's number. */
  | { do: "sms"; text: string; to?: string; from?: string };

/** A menu: its prompts, and the instructions of each key. */
interface Menu {
  prompts: readonly Prompt[];
  keys: Readonly<Record<string, readonly Instruction[]>>;
}

/** The menus of a call (spec 3 §2 IVR). */
export interface MenuBook {
  entry: string;
  /** Seconds without a key after a menu's prompts. */
  timeoutSeconds: number;
  /** Consecutive unknown keys and silences that end the call. */
  maxAttempts: number;
  /** Played after an unknown key or silence, before the menu repeats. */
  again: readonly Prompt[];
  /** Played after the last attempt. */
  over: readonly Prompt[];
  menus: Readonly<Record<string, Menu>>;
}

/** Everything decided before a call is placed, as plain JSON with variables filled in. */
export interface CallPlan {
  human: readonly Instruction[];
  /** Runs after a machine's greeting. Null ends the call. */
  machine: readonly Instruction[] | null;
  /** Parts of the script for `goTo`. */
  labels?: Readonly<Record<string, readonly Instruction[]>>;
  /** Menus for `menu`. */
  menus?: MenuBook;
  /** Notified of the call's outcome. */
  statusCallback?: Address;
  /** Provides a document when the script breaks. */
  fallback?: Address;
  /** Notified of every recording. */
  recordCallback?: Address;
  /** Notified when a machine answers. */
  machineCallback?: Address;
  /** Record the whole call. */
  record?: "wav" | "mp3";
}
