import type { LinePrompt, LineRoom, LineVerb, SupervisionMode } from "../callLine.ts";
import { type PhoneTarget, phoneOf, phonesOf, roomOf, sipUri } from "../callTargets.ts";
import { cutSpoken, speechRate } from "../spokenText.ts";
import { type LineVoice, voiceName } from "./voiceName.ts";

/** What documents need besides their verbs. Addresses are public. */
export interface DocumentPlace {
  /** The address of the next document, which reports the outcome of this one. */
  next: string;
  /** Called when a recording is ready. */
  recording(of: "call" | "verb", format: "wav" | "mp3"): string;
  /** Called when a dialled phone answers. */
  answered(target: string): string;
  /** Called when the line joins a conference. */
  room: string;
  /** Gives music that repeats. */
  music(url: string): string;
  /** A sound of a beep. */
  beep: string;
  /** The name of the conference in which the call waits for a user. */
  queueRoom: string;
  /** The name of a conference of this account. */
  roomName(name: string): string;
  voiceOf(key: string | undefined): LineVoice;
}

/** A provider reads no longer document, in bytes (telecom §1.5). */
export const longestDocument = 64 * 1024;
/** The longest text of one Say, in characters. */
const longestSay = 4096;
/** A provider that gets no instruction asks again after this many seconds. */
const pollSeconds = 1;

/** A document that says nothing and asks again. */
export const waitingDocument = (next: string): string =>
  response([element("Pause", { length: pollSeconds }), redirect(next)]);

export const hangUpDocument = "<Response><Hangup/></Response>";

export const rejectDocument = "<Response><Reject/></Response>";

/** A document that repeats a sound, for those who wait. */
export const musicDocument = (url: string): string => response([element("Play", { loop: 0 }, text(url))]);

/** Asks a user to take a call by a key, so that no mailbox takes it. */
export const screenDocument = (accept: string): string =>
  response([
    element(
      "Gather",
      { input: "dtmf", numDigits: 1, timeout: 10, finishOnKey: "", action: accept },
      element("Say", { language: "en-US" }, "You have a call. Press any key to take it."),
    ),
    element("Hangup"),
  ]);

/** Puts a phone into the conference of a caller. */
const conferenceDocument = (room: string, rules: Readonly<Record<string, string | boolean>>): string =>
  response([element("Dial", {}, element("Conference", { beep: false, ...rules }, text(room)))]);

/** Puts the phone of a user into the conference of a caller, which ends when the user leaves. */
export const joinDocument = (room: string): string =>
  conferenceDocument(room, { startConferenceOnEnter: true, endConferenceOnExit: true });

/** Puts the phone of someone who is consulted into the conference, which lasts without them. */
export const consultDocument = (room: string): string =>
  conferenceDocument(room, { startConferenceOnEnter: true, endConferenceOnExit: false });

/** Puts the phone of a supervisor into the conference of a caller and a user, which lasts without them. */
export const superviseDocument = (room: string, mode: SupervisionMode, userSid: string): string =>
  conferenceDocument(room, {
    startConferenceOnEnter: false,
    endConferenceOnExit: false,
    muted: mode === "listen",
    ...(mode === "whisper" && { coach: userSid }),
  });

/** Writes verbs as one document. `isFirst`: the call was not answered before. */
export function writeDocument(verbs: readonly LineVerb[], place: DocumentPlace, isFirst: boolean): string {
  const elements = verbs.map((verb, index) => write(verb, place, isFirst && index === 0));
  const last = verbs.at(-1);
  // nothing is carried out after these
  const ends = last?.do === "hangUp" || last?.do === "reject";
  return response(ends ? elements : [...elements, redirect(place.next)]);
}

function write(verb: LineVerb, place: DocumentPlace, isFirst: boolean): string {
  switch (verb.do) {
    case "say":
    case "play":
    case "pause":
      return prompt(verb, place);
    case "recordCall":
      return element(
        "Start",
        {},
        element("Recording", {
          recordingStatusCallback: place.recording("call", verb.format),
          recordingStatusCallbackEvent: "completed absent",
          trim: "do-not-trim",
        }),
      );
    case "gather":
    case "listen":
      return gather(verb, place);
    case "record":
      return element("Record", {
        action: place.next,
        maxLength: verb.maxSeconds,
        timeout: Math.max(1, Math.round(verb.silenceSeconds)),
        finishOnKey: verb.finishOnKey,
        playBeep: verb.beep,
        trim: "do-not-trim",
        recordingStatusCallback: place.recording("verb", verb.format),
        recordingStatusCallbackEvent: "completed absent",
      });
    case "dial":
      return dial(verb, place);
    case "enqueue":
      if (verb.offer !== undefined) return gather({ do: "gather", prompts: verb.offer.prompts, ...offerRule }, place);
      return element(
        "Dial",
        { action: place.next },
        element(
          "Conference",
          {
            beep: false,
            startConferenceOnEnter: false,
            endConferenceOnExit: true,
            waitUrl: verb.music === undefined ? null : place.music(verb.music),
            statusCallback: place.room,
            statusCallbackEvent: "join",
          },
          text(place.queueRoom),
        ),
      );
    case "reject":
      return isFirst ? element("Reject", { reason: verb.reason }) : element("Hangup");
    case "hangUp":
      return element("Hangup");
  }
}

/** How long the key of an offer is waited for after its words. */
const offerRule = { timeoutSeconds: 3, finishOnKey: "", numDigits: 1 };

function gather(verb: Extract<LineVerb, { do: "gather" | "listen" }>, place: DocumentPlace): string {
  const rules = {
    action: place.next,
    actionOnEmptyResult: true,
    timeout: Math.max(1, Math.round(verb.timeoutSeconds)),
  };
  const prompts = verb.prompts.map((one) => prompt(one, place)).join("");
  return verb.do === "gather"
    ? element("Gather", { input: "dtmf", ...rules, finishOnKey: verb.finishOnKey, numDigits: verb.numDigits }, prompts)
    : element(
        "Gather",
        { input: "speech", ...rules, speechTimeout: "auto" },
        prompts + (verb.beep ? element("Play", {}, text(place.beep)) : ""),
      );
}

function dial(verb: Extract<LineVerb, { do: "dial" }>, place: DocumentPlace): string {
  const phones = phonesOf(verb.targets);
  const room = roomOf(verb.targets);
  const rules = { action: place.next, timeLimit: Math.max(1, Math.round(verb.limitSeconds)) };
  if (room !== undefined) return element("Dial", rules, conference(room, place));
  return element(
    "Dial",
    {
      ...rules,
      timeout: Math.min(600, Math.max(5, Math.round(verb.timeoutSeconds))),
      callerId: verb.callerId,
      answerOnBridge: true,
      sequential: verb.ring === "oneByOne" && phones.length > 1 ? true : null,
    },
    phones.map((target) => phone(target, place)).join(""),
  );
}

function phone(target: PhoneTarget, place: DocumentPlace): string {
  const [name, address] =
    target.to === "number" ? (["Number", target.number] as const) : (["Sip", sipUri(target.address)] as const);
  return element(
    name,
    { statusCallback: place.answered(phoneOf(target)), statusCallbackEvent: "answered" },
    text(address),
  );
}

const conference = ({ name, muted, beep, starts, ends, music }: LineRoom, place: DocumentPlace): string =>
  element(
    "Conference",
    {
      muted,
      beep: beep ? "onEnter" : false,
      startConferenceOnEnter: starts,
      endConferenceOnExit: ends,
      waitUrl: music === undefined ? null : place.music(music),
      statusCallback: place.room,
      statusCallbackEvent: "join",
    },
    text(place.roomName(name)),
  );

function prompt(one: LinePrompt, { voiceOf }: DocumentPlace): string {
  if (one.do === "pause") return element("Pause", { length: Math.max(1, Math.round(one.seconds)) });
  if (one.do === "play") return element("Play", { loop: one.loop ?? null }, text(one.url));
  const voice = voiceOf(one.voice);
  const rate = speechRate(one.speed);
  return piecesOf(one.text)
    .map((piece) =>
      element(
        "Say",
        { voice: voiceName(voice), language: voice.language, loop: one.loop ?? null },
        rate === null ? text(piece) : element("prosody", { rate }, text(piece)),
      ),
    )
    .join("");
}

/** A long text, cut at spaces. */
function piecesOf(words: string): string[] {
  const pieces: string[] = [];
  let rest = words;
  while (rest.length > longestSay) {
    const [piece, others] = cutSpoken(rest, longestSay);
    pieces.push(piece);
    rest = others;
  }
  return [...pieces, rest];
}

const response = (elements: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${elements.join("")}</Response>`;

const redirect = (next: string): string => element("Redirect", { method: "POST" }, text(next));

/** An element. Attributes that are null are left out. */
function element(
  name: string,
  attributes: Readonly<Record<string, string | number | boolean | null>> = {},
  content = "",
): string {
  const given = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([attribute, value]) => ` ${attribute}="${text(String(value))}"`)
    .join("");
  return content === "" ? `<${name}${given}/>` : `<${name}${given}>${content}</${name}>`;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

/** A text in XML. Characters that XML does not allow are left out. */
const text = (words: string): string =>
  [...words]
    .filter((letter) => letter >= " " || letter === "\n" || letter === "\t")
    .map((letter) => escapes.get(letter) ?? letter)
    .join("");
