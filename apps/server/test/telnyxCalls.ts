import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { samplesPerSecond, writeWav } from "../src/inbound/writeWav.ts";
import { waitLimitMs } from "./waitLimit.ts";

/** What a call needs of its provider. */
export interface TelnyxCallHost {
  baseUrl: string;
  mistakes: string[];
  media: Map<string, Buffer>;
  applicationId: string;
  calls: TelnyxCall[];
  conferences: { id: string; name: string; members: TelnyxCall[] }[];
  /** Prompts end by themselves, unless this is set. */
  holdsPrompts: boolean;
  post(url: string, event: object): Promise<{ status: number; body: string }>;
}

const url = z.string().regex(/^https?:\/\//);
const id = z.string().max(255);
const state = z.base64();
const voice = z.string().regex(/^AWS\.Polly\.[A-Z][a-z]+(-Neural)?$/);
const loop = z.union([z.number().int().min(1).max(100), z.literal("infinity")]);
const about = { client_state: state.optional(), command_id: id.optional() };
const digits = {
  minimum_digits: z.number().int().min(1).optional(),
  maximum_digits: z.number().int().min(1).max(128).optional(),
  inter_digit_timeout_millis: z.number().int().min(1).optional(),
  terminating_digit: z
    .string()
    .regex(/^[0-9*#]$/)
    .optional(),
  timeout_millis: z.number().int().min(1).optional(),
};
const spoken = {
  payload: z.string().min(1).max(3_000),
  voice,
  payload_type: z.enum(["text", "ssml"]).optional(),
};
/** The parameters of the published commands that are used (telecom §1.10). */
const commands = {
  answer: { webhook_url: url.optional(), webhook_url_method: z.enum(["POST", "GET"]).optional() },
  reject: { cause: z.enum(["CALL_REJECTED", "USER_BUSY"]) },
  hangup: {},
  speak: { ...spoken, loop: loop.optional() },
  playback_start: { audio_url: url, loop: loop.optional() },
  playback_stop: { stop: z.enum(["current", "all"]).optional() },
  gather: { ...digits, initial_timeout_millis: z.number().int().min(1).optional() },
  gather_using_speak: { ...digits, ...spoken, maximum_tries: z.number().int().min(1).optional() },
  gather_using_audio: { ...digits, audio_url: url, maximum_tries: z.number().int().min(1).optional() },
  record_start: {
    format: z.enum(["wav", "mp3"]),
    channels: z.enum(["single", "dual"]),
    recording_track: z.enum(["both", "inbound", "outbound"]).optional(),
    play_beep: z.boolean().optional(),
    max_length: z.number().int().min(0).max(14_400).optional(),
    timeout_secs: z.number().int().min(0).optional(),
  },
  record_stop: {},
  transcription_start: {
    transcription_engine: z.enum(["Google", "Telnyx", "Deepgram", "Azure", "A", "B"]),
    transcription_engine_config: z.strictObject({
      transcription_engine: z.literal("Google"),
      language: z.string().regex(/^[a-z]{2}-[A-Z]{2}$/),
      interim_results: z.boolean(),
    }),
    transcription_tracks: z.enum(["inbound", "outbound", "both"]),
  },
  transcription_stop: {},
  bridge: { call_control_id_to_bridge_with: z.string(), park_after_unbridge: z.literal("self").optional() },
} as const;
type Command = keyof typeof commands;
/** Those that a call accepts before it is answered. */
const early: ReadonlySet<string> = new Set(["answer", "reject", "hangup"]);

const placing = z.strictObject({
  connection_id: z.string().regex(/^\d+$/),
  to: z.string().regex(/^(\+[1-9]\d{6,14}|sips?:\S+@\S+)$/),
  from: z.string().regex(/^\+[1-9]\d{6,14}$/),
  link_to: z.string().optional(),
  timeout_secs: z.number().int().min(5).max(600).optional(),
  time_limit_secs: z.number().int().min(30).max(14_400).optional(),
  answering_machine_detection: z.enum(["premium", "detect", "detect_beep", "greeting_end", "disabled"]).optional(),
  webhook_url: url.optional(),
  webhook_url_method: z.enum(["POST", "GET"]).optional(),
  ...about,
});
export type PlacedCall = z.infer<typeof placing>;

/** Reads a request that places a call. */
export const readPlacing = (body: unknown) => placing.safeParse(body);

/** A call at the provider: it carries commands out, and reports what happens. */
export class TelnyxCall {
  readonly ref = `v3:${randomUUID()}`;
  readonly legId = randomUUID();
  readonly host: TelnyxCallHost;
  readonly direction: "incoming" | "outgoing";
  readonly from: string;
  readonly to: string;
  /** What was asked for. */
  readonly asked: Partial<PlacedCall>;
  webhookUrl: string;
  is: "ringing" | "up" | "over" = "ringing";
  /** What is heard and done on the call. */
  readonly log: string[] = [];
  /** The command under way that waits for its phone. */
  at: { command: Command; body: Record<string, unknown> } | null = null;
  clientState: string | null;
  private readonly given = new Set<string>();
  private recordsCall: { format: string; state: string | null } | null = null;
  private bridgedWith: TelnyxCall | null = null;

  constructor(
    host: TelnyxCallHost,
    about: Pick<TelnyxCall, "direction" | "from" | "to" | "webhookUrl"> & { asked?: Partial<PlacedCall> },
  ) {
    this.host = host;
    this.direction = about.direction;
    this.from = about.from;
    this.to = about.to;
    this.webhookUrl = about.webhookUrl;
    this.asked = about.asked ?? {};
    this.clientState = about.asked?.client_state ?? null;
  }

  /** Reports an event, as the provider signs it. */
  async tell(type: string, more: Record<string, unknown> = {}, state = this.clientState): Promise<number> {
    const payload = {
      ...(type !== "call.recording.saved" && { call_control_id: this.ref }),
      call_leg_id: this.legId,
      call_session_id: this.legId,
      connection_id: this.host.applicationId,
      client_state: state,
      ...(type.startsWith("conference.") ? {} : { from: this.from, to: this.to }),
      ...more,
    };
    return (await this.host.post(this.webhookUrl, { event_type: type, payload })).status;
  }

  initiated = () => this.tell("call.initiated", { direction: this.direction, state: "parked" });

  /** Someone answers, and the provider finds out who, if it was asked to. */
  async answer(detected?: string, greeting?: string): Promise<void> {
    this.is = "up";
    await this.tell("call.answered", { state: "answered" });
    if (detected === undefined) return;
    if (this.asked.answering_machine_detection !== "premium") throw new Error("no detection was asked for");
    await this.tell("call.machine.premium.detection.ended", { result: detected });
    if (greeting !== undefined) await this.tell("call.machine.premium.greeting.ended", { result: greeting });
  }

  /** The answer to a command. Null: it is carried out. */
  take(command: string, body: unknown): { status: number; code: string } | null {
    const wrong = (why: string) => {
      this.host.mistakes.push(`${command} ${why}`);
      return { status: 422, code: "10015" };
    };
    if (!Object.hasOwn(commands, command)) return wrong("is not published");
    const read = z.strictObject({ ...commands[command as Command], ...about }).safeParse(body);
    if (!read.success) return wrong(read.error.message);
    if (this.is === "over") return { status: 422, code: "90018" };
    if (this.is === "ringing" && !early.has(command)) return wrong("before the call was answered");
    const given = read.data as Record<string, unknown> & { command_id?: string; client_state?: string };
    if (given.command_id !== undefined && this.given.has(given.command_id)) return null;
    this.given.add(given.command_id ?? randomUUID());
    this.clientState = given.client_state ?? this.clientState;
    // the answer comes first
    setImmediate(() => {
      this.carryOut(command as Command, given).catch((error: unknown) => this.host.mistakes.push(String(error)));
    });
    return null;
  }

  private async carryOut(command: Command, body: Record<string, unknown>): Promise<void> {
    const state = this.clientState;
    switch (command) {
      case "answer":
        this.is = "up";
        if (typeof body["webhook_url"] === "string") this.webhookUrl = body["webhook_url"];
        await this.tell("call.answered", { state: "answered" });
        return;
      case "reject":
        this.log.push(`reject ${String(body["cause"])}`);
        await this.hangUp("call_rejected");
        return;
      case "hangup":
        await this.hangUp(this.is === "ringing" ? "originator_cancel" : "normal_clearing");
        return;
      case "speak":
      case "playback_start":
        this.log.push(command === "speak" ? `say (${body["voice"]}) ${body["payload"]}` : `play ${body["audio_url"]}`);
        if (body["loop"] === "infinity") return;
        if (this.host.holdsPrompts) this.at = { command, body };
        else await this.promptEnds(command, state);
        return;
      case "playback_stop":
        this.log.push("stop");
        if (this.at?.command === "speak" || this.at?.command === "playback_start") this.at = null;
        return;
      case "gather":
      case "gather_using_speak":
      case "gather_using_audio":
        if (command === "gather_using_speak") this.log.push(`say (${body["voice"]}) ${body["payload"]}`);
        if (command === "gather_using_audio") this.log.push(`play ${body["audio_url"]}`);
        this.at = { command, body };
        return;
      case "record_start":
        if (body["channels"] === "dual") this.recordsCall = { format: String(body["format"]), state };
        else this.at = { command, body };
        return;
      case "record_stop":
        await this.recordEnds(this.recorded);
        return;
      case "transcription_start":
        this.at = { command, body };
        return;
      case "transcription_stop":
        return;
      case "bridge": {
        const other = this.host.calls.find(({ ref }) => ref === body["call_control_id_to_bridge_with"]);
        if (other === undefined) throw new Error("there is no call to bridge with");
        this.log.push(`bridge ${other.to}`);
        this.bridgedWith = other;
        await this.tell("call.bridged");
      }
    }
  }

  private promptEnds(command: "speak" | "playback_start", state: string | null): Promise<number> {
    const type = command === "speak" ? "call.speak.ended" : "call.playback.ended";
    return this.tell(type, { status: "completed" }, state);
  }

  /** Waits until the call waits for its phone at this command. */
  async until(command: Command): Promise<Record<string, unknown>> {
    const end = Date.now() + waitLimitMs;
    while (this.at?.command !== command) {
      if (Date.now() > end) throw new Error(`the call never came to ${command}: ${this.log.join(" | ")}`);
      await pause(20);
    }
    return this.at.body;
  }

  /** Waits until something was heard or done. */
  async hears(words: string): Promise<void> {
    const end = Date.now() + waitLimitMs;
    while (!this.log.some((line) => line.includes(words))) {
      if (Date.now() > end) throw new Error(`the call never came to ${words}: ${this.log.join(" | ")}`);
      await pause(20);
    }
  }

  /** It is over, and the product has heard so. */
  hasEnded = false;

  /** Presses keys in a gather, or none until its time has run out. */
  async press(keys: string): Promise<void> {
    const { at } = this;
    if (at === null || !at.command.startsWith("gather")) throw new Error(`no gather: ${at?.command ?? this.is}`);
    const state = this.clientState;
    this.at = null;
    const ends = keys.indexOf(String(at.body["terminating_digit"] ?? "#"));
    for (const digit of keys) await this.tell("call.dtmf.received", { digit }, state);
    await this.tell(
      "call.gather.ended",
      { digits: ends < 0 ? keys : keys.slice(0, ends), status: keys === "" ? "timeout" : "valid" },
      state,
    );
  }

  /** A key while something else is heard. */
  key = (digit: string) => this.tell("call.dtmf.received", { digit });

  /** Speaks while the call is transcribed. */
  async say(transcript: string): Promise<void> {
    if (this.at?.command !== "transcription_start") throw new Error("the call does not listen");
    const data = { confidence: 0.9, transcript, transcription_track: "inbound" };
    await this.tell("call.transcription", { transcription_data: { ...data, is_final: false } });
    await this.tell("call.transcription", { transcription_data: { ...data, is_final: true } });
  }

  private recorded = 0;
  /** Its recordings, as a list shows them. */
  readonly saved: { recording_started_at: string; download_urls: Record<string, string> }[] = [];

  /** Speaks so long into a recording, which a key, silence or the end of the call ends. */
  async record(seconds: number, by: string): Promise<void> {
    if (this.at?.command !== "record_start") throw new Error("the call does not record");
    this.recorded = seconds;
    if (by === "silence") await this.recordEnds(seconds);
    else if (by === "hangup") {
      const { at, clientState } = this;
      await this.hangUp("normal_clearing");
      await this.tellRecording(String(at.body["format"]), "single", seconds, clientState);
    } else await this.key(by);
  }

  private async recordEnds(seconds: number): Promise<void> {
    const { at } = this;
    if (at?.command !== "record_start") return;
    this.at = null;
    await this.tellRecording(String(at.body["format"]), "single", seconds, this.clientState);
  }

  private async tellRecording(format: string, channels: string, seconds: number, state: string | null): Promise<void> {
    const name = `${randomUUID()}.${format}`;
    const wav = writeWav(Buffer.alloc(samplesPerSecond * Math.max(1, seconds), 0x80));
    this.host.media.set(name, format === "wav" ? wav : Buffer.from([0xff, 0xfb, 0x90, 0x64]));
    const startedAt = Date.now() - this.log.length;
    const began = new Date(startedAt).toISOString();
    // a list gives new addresses
    this.host.media.set(`new-${name}`, this.host.media.get(name) as Buffer);
    this.saved.push({
      recording_started_at: began,
      download_urls: { [format]: `${this.host.baseUrl}/media/new-${name}` },
    });
    const event = {
      channels,
      recording_started_at: began,
      recording_ended_at: new Date(startedAt + seconds * 1_000).toISOString(),
      recording_urls: { [format]: `${this.host.baseUrl}/media/${name}` },
    };
    // an event may be repeated
    for (let times = 0; times < 2; times++) await this.tell("call.recording.saved", event, state);
  }

  /** The phone hangs up, or the call ends otherwise. */
  async hangUp(cause = "normal_clearing"): Promise<void> {
    if (this.is === "over") return;
    this.is = "over";
    this.at = null;
    for (const one of this.host.conferences) one.members = one.members.filter((member) => member !== this);
    await this.tell("call.hangup", { hangup_cause: cause, hangup_source: "callee", state: "hangup" });
    this.hasEnded = true;
    const { recordsCall, bridgedWith } = this;
    if (recordsCall !== null) await this.tellRecording(recordsCall.format, "dual", 4, recordsCall.state);
    // the caller is parked, so that the phone that it was bridged with ends
    if (bridgedWith !== null) await bridgedWith.hangUp();
  }
}
