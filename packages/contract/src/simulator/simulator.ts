import { z } from "zod";
import { id, page, route } from "../route.ts";
import { rcsMessage } from "../templates/rcs.ts";

/** A text or RCS message on a simulated handset. */
const handsetText = z.object({
  id: z.string(),
  /** The account's number at the other end. */
  number: z.string(),
  handset: z.string(),
  direction: z.enum(["to_handset", "from_handset"]),
  text: z.string(),
  mediaUrl: z.string().nullable(),
  segments: z.number().int(),
  encoding: z.string(),
  status: z.string(),
  code: z.string().nullable(),
  at: z.string(),
  channel: z.enum(["sms", "rcs"]),
  /** Content of an RCS message. */
  rcs: rcsMessage.nullable(),
});
export type HandsetText = z.infer<typeof handsetText>;

/** A handset in the list of handsets. */
const handsetEntry = z.object({
  handset: z.string(),
  name: z.string().nullable(),
  last: z.string(),
  lastAt: z.string(),
  /** Null without a call. */
  onCall: z.enum(["ringing", "talking"]).nullable(),
});
export type HandsetEntry = z.infer<typeof handsetEntry>;

/** An entry of a call's log on a handset. */
const callNote = z.object({
  kind: z.enum(["said", "played", "replayed", "key", "beep", "note", "recorded"]),
  text: z.string(),
  voice: z.string().optional(),
  /** 1 is the voice's normal speed. */
  speed: z.number().optional(),
  at: z.string(),
});

/** State of a phone on a call. */
const lineState = z.enum([
  "ringing",
  "idle",
  "prompt",
  "listening",
  "hearing",
  "recording",
  "saving",
  "dialling",
  "connected",
  "queued",
  "ending",
  "over",
]);

/** A call as one handset sees it: the first phone called, or one that a transfer rang. */
const handsetCall = z.object({
  legId: z.string(),
  callId: z.string(),
  handset: z.string(),
  /** The caller id shown, or the number called. */
  number: z.string(),
  direction: z.enum(["to_handset", "from_handset"]),
  state: z.enum(["ringing", "talking", "ended"]),
  now: lineState,
  /** The other party after a transfer, or the name of the conference it joined. */
  connectedWith: z.string().nullable(),
  /** The conference it joined, and whether it waits for its start. */
  conference: z.object({ begun: z.boolean(), music: z.string().nullable() }).nullable(),
  /** Audio that repeats while the handset waits in a queue, on hold, for a conference or for another phone. */
  music: z.string().nullable(),
  /** Beep and limits of the current recording. */
  recordSeconds: z.number().nullable(),
  /** The whole call is recorded: a phone with a microphone records until the end. */
  isRecorded: z.boolean(),
  /** A machine answered: the audio is a message left on it. */
  isMachine: z.boolean(),
  log: z.array(callNote),
  at: z.string(),
  answered: z.string().nullable(),
  ended: z.string().nullable(),
});
export type HandsetCall = z.infer<typeof handsetCall>;

/** A phone number or SIP address. */
const party = z.string().trim().min(1).max(200);
/** Ten minutes of telephone audio as base64. */
const mostRecorded = 14_000_000;

/** An action of a handset on a call. */
const handsetAct = z.strictObject({
  /** Which phone of the call. Default: the first. */
  handset: party.optional(),
  answer: z.enum(["human", "machine", "machineSilent", "fax"]).optional(),
  digits: z
    .string()
    .regex(/^[0-9*#]{1,64}$/, "digits are 0 to 9, * and #")
    .optional(),
  /** Speech, as text. */
  speech: z.string().trim().min(1, "speech is required").max(1_000).optional(),
  /** While ringing, hanging up declines the call. */
  hangup: z.literal(true).optional(),
  /** Length of the current prompt in seconds. Only the first report counts. */
  lasts: z.number().min(0).max(14_400).optional(),
  /** The current prompt was played to its end. */
  heard: z.literal(true).optional(),
  /** A microphone is recording. The maximum counts from the beep, and the server waits ten seconds for the recording. */
  speaking: z.literal(true).optional(),
  /** The recording as a base64 WAV file. "" leaves a silent one. */
  recording: z.string().max(mostRecorded).optional(),
  seconds: z.number().min(0).max(14_400).optional(),
  /** A microphone records the whole call. At the end the server waits ten seconds for the recording. */
  recordingCall: z.literal(true).optional(),
  /** The recording of the whole call as a base64 WAV file. */
  callRecording: z.string().max(mostRecorded).optional(),
  callSeconds: z.number().min(0).max(14_400).optional(),
});
export type HandsetAct = z.infer<typeof handsetAct>;

/** What a handset supports. Decided by its number until a user changes it. */
const device = z.object({ handset: z.string(), rcs: z.boolean(), switched: z.boolean() });

export const simulatorRoutes = {
  handsets: route({
    method: "GET",
    path: "/v4/simulator/handset/",
    summary: "List handsets",
    description: "Handsets that received texts, newest first.",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...page, search: z.string().max(40).optional() }),
    item: handsetEntry,
  }),
  handset: route({
    method: "GET",
    path: "/v4/simulator/handset/:number/",
    summary: "List the messages of a handset",
    description: "Received and sent, oldest first.",
    caller: "account",
    privilege: null,
    params: z.object({ number: party }),
    query: z.strictObject({ since: z.string().max(100).optional() }),
    item: handsetText,
  }),
  calls: route({
    method: "GET",
    path: "/v4/simulator/handset/:number/call/",
    summary: "List the calls of a handset",
    description: "Oldest first, with their audio.",
    caller: "account",
    privilege: null,
    params: z.object({ number: party }),
    item: handsetCall,
  }),
  call: route({
    method: "POST",
    path: "/v4/simulator/call",
    summary: "Call one of the account's numbers from a handset",
    caller: "account",
    privilege: "inbox-use",
    body: z.strictObject({
      from: z.string().trim().min(1, "From is required").max(40),
      to: z.string().trim().min(1, "To is required").max(40),
    }),
    item: handsetCall,
  }),
  act: route({
    method: "POST",
    path: "/v4/simulator/call/:callId/",
    summary: "Act on a call from a handset",
    description: "Answer, press keys, speak, record or hang up.",
    caller: "account",
    privilege: "inbox-use",
    maxBodyBytes: 15_000_000,
    params: z.object({ callId: id }),
    body: handsetAct,
    item: handsetCall,
  }),
  message: route({
    method: "POST",
    path: "/v4/simulator/message",
    summary: "Send a text from a handset",
    caller: "account",
    privilege: "inbox-use",
    body: z.strictObject({
      from: z.string().trim().min(1, "From is required").max(40),
      to: z.string().trim().min(1, "To is required").max(40),
      text: z.string().max(10_000),
      mediaUrl: z.url().optional(),
      channel: z.enum(["sms", "rcs"]).default("sms"),
    }),
    item: handsetText,
  }),
  device: route({
    method: "GET",
    path: "/v4/simulator/handset/:number/device",
    summary: "Get the abilities of a handset",
    caller: "account",
    privilege: null,
    params: z.object({ number: z.string().max(40) }),
    item: device,
  }),
  updateDevice: route({
    method: "PUT",
    path: "/v4/simulator/handset/:number/device",
    summary: "Turn a handset's RCS on or off",
    caller: "account",
    privilege: "inbox-use",
    params: z.object({ number: z.string().max(40) }),
    body: z.strictObject({ rcs: z.boolean() }),
    item: device,
  }),
};
