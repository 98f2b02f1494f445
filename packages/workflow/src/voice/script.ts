import type { DistributionSettings } from "../distribution/settings.ts";

/** What is heard on a line: spoken, played, or silence. `loop` 0 goes on until something else happens. */
export type Prompt =
  /** `speed`: 1 is as the voice speaks. */
  | { do: "say"; text: string; voice?: string; speed?: number; loop?: number }
  /** `recorded`: what this call itself recorded. */
  | { do: "play"; url: string; loop?: number; recorded?: true }
  | { do: "pause"; seconds: number };

/** A document address and how it is asked for. */
export interface Address {
  url: string;
  method: "GET" | "POST";
}

/** Who is rung: a number, a SIP phone, or a room that several callers share. */
export type DialTarget = { to: "number"; number: string } | { to: "sip"; address: string } | Room;

/** How somebody enters a conference (telecom §9). */
interface Room {
  to: "room";
  name: string;
  /** The others do not hear who enters. */
  muted: boolean;
  /** A beep tells of who enters. */
  beep: boolean;
  /** It begins with who enters; else who enters waits for it, and hears the music. */
  starts: boolean;
  /** It ends for all when who enters leaves it. */
  ends: boolean;
  music?: string;
}

/** How others are brought to the call. Several targets are a ring group: the first that answers has the call. */
export interface Dial {
  targets: readonly DialTarget[];
  /** All at once, or one after another. */
  ring: "all" | "oneByOne";
  /** Shown to who is rung: the number that the call is made with, or the contact's own (spec 2 §3.3 transferCaller). */
  callerId: "own" | "contact" | { number: string };
  /** Seconds until nobody answers. */
  timeoutSeconds: number;
  /** Seconds after which the talk is ended. */
  limitSeconds: number;
  music?: string;
  /** Told when the talk is over; its answer is the next document. */
  action?: Address;
  /** Told as an event, with no say in what happens next. */
  callback?: Address;
}

/** How digits are taken. */
export interface DigitRule {
  /** Seconds without a key after the prompts, and between keys. */
  timeoutSeconds: number;
  /** Ends the digits and is none of them; "" for none. */
  finishOnKey: string;
  /** Null: as many as come. */
  numDigits: number | null;
}

/** What follows digits. */
type AfterDigits =
  /** A document by its address; silence goes on with the script unless `onSilence`. */
  | { by: "address"; action: Address; onSilence: boolean }
  /** A menu: instructions by what was pressed. */
  | { by: "keys"; keys: Readonly<Record<string, readonly Instruction[]>>; other?: readonly Instruction[] }
  /** What the key means in the menu where the call is. */
  | { by: "menu" }
  /** Nothing: the digits are kept. */
  | { by: "none" };

/** How somebody is recorded. */
export interface RecordRule {
  maxSeconds: number;
  /** Seconds of silence that end it. */
  silenceSeconds: number;
  finishOnKey: string;
  beep: boolean;
  format: "wav" | "mp3";
}

/** For whom a caller waits, where it is not an agent queue: whoever takes them first, or whom a distribution rings. */
export type CallPlace =
  | { kind: "liveList" }
  | { kind: "workGroup"; settings?: Partial<DistributionSettings> }
  /** The user who placed the call, by their id: their phone talks as soon as it is answered. */
  | { kind: "person" };

/** One instruction of a call script. */
export type Instruction =
  | Prompt
  | ({ do: "gather"; prompts: readonly Prompt[]; next: AfterDigits } & DigitRule)
  /** `voicemail`: what is said goes into the voicemail box. */
  | ({ do: "record"; action?: Address; voicemail?: true } & RecordRule)
  /** Plays what this call recorded last. */
  | { do: "playLastRecording" }
  /** Takes what is said, as text. */
  | { do: "listen"; prompts: readonly Prompt[]; timeoutSeconds: number; beep: boolean; action?: Address }
  /** Records the whole call from here on, while the script goes on. */
  | { do: "recordCall"; format: "wav" | "mp3"; maxSeconds?: number }
  | ({ do: "dial" } & Dial)
  | { do: "enqueue"; queue: string; place?: CallPlace; music?: string; action?: Address }
  | { do: "redirect"; action: Address }
  | { do: "goTo"; label: string }
  /** Enters a menu of the plan; without a name, the one where the call is, or the first. */
  | { do: "menu"; menu?: string }
  | { do: "reject"; reason: "rejected" | "busy" }
  | { do: "hangUp" }
  /** No more calls to this contact. */
  | { do: "stopCalls" }
  | { do: "enrol"; campaignId: string }
  /** Sends a text: to the contact and from the own number unless told. */
  | { do: "sms"; text: string; to?: string; from?: string };

/** One menu: what is heard, and what each key does. */
interface Menu {
  prompts: readonly Prompt[];
  keys: Readonly<Record<string, readonly Instruction[]>>;
}

/** Menus that a call walks through (spec 3 §2 IVR). */
export interface MenuBook {
  entry: string;
  /** Seconds without a key after a menu was heard. */
  timeoutSeconds: number;
  /** So many unknown keys and silences in a row end the call. */
  maxAttempts: number;
  /** Heard after an unknown key or silence, before the menu again. */
  again: readonly Prompt[];
  /** Heard after the last one. */
  over: readonly Prompt[];
  menus: Readonly<Record<string, Menu>>;
}

/** Everything that is decided about a call before it is placed: plain JSON, with the contact's own words filled in. */
export interface CallPlan {
  human: readonly Instruction[];
  /** After a machine's greeting; null: the call is ended. */
  machine: readonly Instruction[] | null;
  /** Parts of the script that `goTo` names. */
  labels?: Readonly<Record<string, readonly Instruction[]>>;
  /** Menus that `menu` names. */
  menus?: MenuBook;
  /** Told how the call ended. */
  statusCallback?: Address;
  /** Asked for a document when the script breaks. */
  fallback?: Address;
  /** Told of every recording. */
  recordCallback?: Address;
  /** Told that a machine answered. */
  machineCallback?: Address;
  /** Record the whole call. */
  record?: "wav" | "mp3";
}
