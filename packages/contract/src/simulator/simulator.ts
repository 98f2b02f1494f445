import { z } from "zod";
import { id, page, route } from "../route.ts";
import { rcsMessage } from "../templates/rcs.ts";

/** What a handset of the simulated carrier shows. */
const handsetText = z.object({
  id: z.string(),
  /** The account's number that it came from or went to. */
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
  /** What it says, where it is an RCS message. */
  rcs: rcsMessage.nullable(),
});
export type HandsetText = z.infer<typeof handsetText>;

/** A line of a call's story on a handset. */
const callNote = z.object({
  kind: z.enum(["said", "played", "replayed", "key", "beep", "note", "recorded"]),
  text: z.string(),
  voice: z.string().optional(),
  /** 1 is as the voice speaks. */
  speed: z.number().optional(),
  at: z.string(),
});

/** What a phone on a call does now. */
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

/** A call as one handset has it: the first phone that it went to, or one that a transfer rang. */
const handsetCall = z.object({
  legId: z.string(),
  callId: z.string(),
  handset: z.string(),
  /** What it shows as the caller, or who it called. */
  number: z.string(),
  direction: z.enum(["to_handset", "from_handset"]),
  state: z.enum(["ringing", "talking", "ended"]),
  now: lineState,
  /** Who the phone is connected with after a transfer, or the name of the conference that it entered. */
  connectedWith: z.string().nullable(),
  /** The conference that it entered: one that has not begun is waited for. */
  conference: z.object({ begun: z.boolean(), music: z.string().nullable() }).nullable(),
  /** Heard over and over while somebody is rung, it waits in a queue, on hold, or for a conference. */
  music: z.string().nullable(),
  /** The beep and the rules of a recording that is under way. */
  recordSeconds: z.number().nullable(),
  /** The whole call is recorded: a phone with a microphone records until it ends. */
  isRecorded: z.boolean(),
  /** A machine answered: what is heard is a message left on it. */
  isMachine: z.boolean(),
  log: z.array(callNote),
  at: z.string(),
  answered: z.string().nullable(),
  ended: z.string().nullable(),
});
export type HandsetCall = z.infer<typeof handsetCall>;

/** A phone number, or the SIP address of a phone. */
const party = z.string().trim().min(1).max(200);
/** Ten minutes of telephone sound as base64. */
const mostRecorded = 14_000_000;

/** What a handset does on a call. */
const handsetAct = z.strictObject({
  /** Which phone of the call; the first one unless told. */
  handset: party.optional(),
  answer: z.enum(["human", "machine", "machineSilent", "fax"]).optional(),
  digits: z
    .string()
    .regex(/^[0-9*#]{1,64}$/, "digits are 0 to 9, * and #")
    .optional(),
  /** What is said, as text. */
  speech: z.string().trim().min(1, "speech is required").max(1_000).optional(),
  /** While it rings: decline. */
  hangup: z.literal(true).optional(),
  /** The length of what is heard, in seconds; the first report of a prompt counts. */
  lasts: z.number().min(0).max(14_400).optional(),
  /** What is heard was heard to its end. */
  heard: z.literal(true).optional(),
  /** A microphone is recording. The maximum counts from the beep; its end waits ten seconds for the recording. */
  speaking: z.literal(true).optional(),
  /** What the microphone recorded, a WAV file as base64; "" leaves a silent one. */
  recording: z.string().max(mostRecorded).optional(),
  seconds: z.number().min(0).max(14_400).optional(),
  /** A microphone records the whole call: its end waits ten seconds for what it recorded. */
  recordingCall: z.literal(true).optional(),
  /** What it recorded of the whole call, a WAV file as base64. */
  callRecording: z.string().max(mostRecorded).optional(),
  callSeconds: z.number().min(0).max(14_400).optional(),
});
export type HandsetAct = z.infer<typeof handsetAct>;

/** A handset's abilities: by its number, until somebody switches them. */
const device = z.object({ handset: z.string(), rcs: z.boolean(), switched: z.boolean() });

export const simulatorRoutes = {
  handsets: route({
    method: "GET",
    path: "/v4/simulator/handset/",
    summary: "Handsets that texts went to, the latest first",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...page, search: z.string().max(40).optional() }),
    item: z.object({
      handset: z.string(),
      name: z.string().nullable(),
      last: z.string(),
      lastAt: z.string(),
      /** It rings, or talks. */
      onCall: z.enum(["ringing", "talking"]).nullable(),
    }),
  }),
  handset: route({
    method: "GET",
    path: "/v4/simulator/handset/:number/",
    summary: "What a handset received and sent, oldest first",
    caller: "account",
    privilege: null,
    params: z.object({ number: party }),
    query: z.strictObject({ since: z.string().max(100).optional() }),
    item: handsetText,
  }),
  calls: route({
    method: "GET",
    path: "/v4/simulator/handset/:number/call/",
    summary: "Calls of a handset, oldest first, with what is heard",
    caller: "account",
    privilege: null,
    params: z.object({ number: party }),
    item: handsetCall,
  }),
  call: route({
    method: "POST",
    path: "/v4/simulator/call",
    summary: "A handset calls one of the account's numbers",
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
    summary: "What a handset does on a call: answer, press keys, speak, record, hang up",
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
    summary: "A handset texts in",
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
    summary: "What a handset can do",
    caller: "account",
    privilege: null,
    params: z.object({ number: z.string().max(40) }),
    item: device,
  }),
  updateDevice: route({
    method: "PUT",
    path: "/v4/simulator/handset/:number/device",
    summary: "Switch a handset's RCS on or off",
    caller: "account",
    privilege: "inbox-use",
    params: z.object({ number: z.string().max(40) }),
    body: z.strictObject({ rcs: z.boolean() }),
    item: device,
  }),
};
