import type {
  LineOrder,
  LineReport,
  LineRoom,
  LineTarget,
  LineVerb,
  RecordFormat,
  RecordingAtProvider,
  SupervisionMode,
  UserPhone,
} from "../callLine.ts";
import type { CallAction, TelnyxOrder } from "./callCommands.ts";
import type { CallHappened, TelnyxRecording } from "./callEvents.ts";
import {
  cutSay,
  gatherAction,
  listenAction,
  promptAction,
  recordAction,
  recordCallAction,
  type VerbPlace,
} from "./lineVerbs.ts";

/**
 * The line of a call at Telnyx, as a pure state machine. The provider gets one command at a time, and its event says that
 * it is done. Commands are numbered: the event of an earlier one changes nothing. Longer than other files because every
 * transition reads and writes the same line.
 */

/** A phone that a dial rings. */
interface Leg {
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
  | { for: "room"; room: Omit<LineRoom, "to" | "music">; conference: string | null; sinceMs: number }
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
interface QueueUser {
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
  /** The call is over after this many seconds, and a file is still to come. */
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
  | { input: "stored"; seconds: number; recordingUrl?: string }
  /** The time of a command is over. */
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

/** A machine whose greeting ends without a beep gets the message after this long. */
const greetingMs = 30_000;
/** Who speaks has this long to go on. */
const speechMs = 10_000;
/** How long a call that is over waits for its recording. */
const fileMs = 120_000;
const screenWords = "You have a call. Press any key to take it.";

/** Moves one line. */
export function moveTelnyxLine(line: TelnyxLine, input: TelnyxInput, nowMs: number, place: VerbPlace): TelnyxMove {
  const walk = new Walk(line, nowMs, place);
  const isLate = input.input === "happened" && input.happened.type === "recorded";
  if (line.waits.for !== "nothing" || isLate) walk.take(input);
  return walk.result();
}

class Walk {
  private line: TelnyxLine;
  private readonly nowMs: number;
  private readonly place: VerbPlace;
  private readonly reports: LineReport[] = [];
  private readonly orders: TelnyxOrder[] = [];
  private readonly fetches: RecordingToFetch[] = [];
  private readonly alarms: TelnyxMove["alarms"] = [];
  private rings: UserPhone | null = null;

  constructor(line: TelnyxLine, nowMs: number, place: VerbPlace) {
    this.line = line;
    this.nowMs = nowMs;
    this.place = place;
  }

  take(input: TelnyxInput): void {
    const { waits, step } = this.line;
    switch (input.input) {
      case "instructed":
        if (waits.for === "end") return;
        this.change({ todo: [...this.line.todo, ...input.verbs] });
        if (waits.for === "verbs") this.next();
        return;
      case "arrived":
        this.change({ waits: { for: "verbs" }, answeredAtMs: this.nowMs });
        this.reports.push({ type: "answered", by: "human" });
        return;
      case "happened":
        this.happened(input.step, input.happened);
        return;
      case "leg":
        if (input.step === step) this.legHappened(input.leg, input.ref, input.happened);
        // its dial is over
        else if (input.happened.type !== "hungUp") this.orders.push({ order: "endLeg", ref: input.ref });
        return;
      case "user":
        this.userHappened(input);
        return;
      case "userLost":
        if (waits.for === "queue" && waits.user?.name === input.name) this.leaveQueue("leave");
        return;
      case "supervisor":
        this.supervisorHappened(input);
        return;
      case "supervisorLost":
        if (waits.for === "queue" && waits.supervisor?.nr === input.nr) this.unsupervise(false);
        return;
      case "refused":
        if (input.step === step) this.refused(input.leg);
        return;
      case "entered":
        if (input.step === step) this.entered(input.conference);
        return;
      case "picked":
      case "held":
      case "supervised":
      case "unsupervised":
      case "consulted":
      case "consultJoined":
      case "consultCompleted":
      case "consultEnded":
      case "released":
      case "givenUp":
        this.order(input);
        return;
      case "stored":
        this.stored(input.seconds, input.recordingUrl);
        return;
      case "due":
        if (input.step === step) this.due();
    }
  }

  /** What the product asks of a call with a user. */
  private order(order: Exclude<LineOrder, { input: "instructed" }>): void {
    const { waits } = this.line;
    switch (order.input) {
      case "picked":
        if (waits.for !== "queue") return;
        if (order.at === undefined) this.leaveQueue("leave");
        else {
          this.change({ waits: { ...waits, user: { name: order.by, ref: null, hasJoined: false } } });
          this.rings = { name: order.by, at: order.at };
        }
        return;
      case "held":
        if (waits.for !== "queue" || waits.conference === null) return;
        this.orders.push({
          order: "hold",
          conference: waits.conference,
          isHeld: order.isHeld,
          musicUrl: waits.music,
        });
        return;
      case "supervised":
        this.supervise(order);
        return;
      case "unsupervised":
        this.unsupervise(true);
        return;
      // the phone offers no consultation here
      case "consulted":
      case "consultJoined":
      case "consultCompleted":
      case "consultEnded":
        return;
      case "released":
        this.leaveQueue(order.result);
        return;
      case "givenUp":
        this.command({ action: "hangup", body: {} });
    }
  }

  private happened(step: number | null, happened: CallHappened): void {
    const { waits } = this.line;
    const isOfNow = step === this.line.step;
    switch (happened.type) {
      case "answered":
        this.answered();
        return;
      case "detected":
        if (waits.for === "answer") this.detected(happened.by);
        return;
      case "greetingEnded":
        // a beep can be heard before it is clear who answered
        if (waits.for === "answer" || waits.for === "greeting")
          this.found(happened.hasBeep ? "machineBeep" : "machineSilent");
        return;
      case "promptEnded":
        if (isOfNow && (waits.for === "prompt" || waits.for === "lead")) this.next();
        return;
      case "gathered":
        if (isOfNow && waits.for === "digits") this.gathered(this.line.keys + happened.digits);
        return;
      case "key":
        this.key(happened.key);
        return;
      case "transcript":
        if (waits.for === "speech") this.heard(happened.words, happened.isFinal);
        return;
      case "recorded":
        this.recorded(happened);
        return;
      case "joined":
        this.entered(happened.conference);
        return;
      case "left":
        this.left(happened.conference);
        return;
      case "hungUp":
        this.hungUp(happened.before);
        return;
      case "initiated":
        return;
    }
  }

  private answered(): void {
    const { waits, detects } = this.line;
    if (waits.for === "pickUp") {
      this.change({ isRinging: false });
      this.next();
      return;
    }
    if (waits.for !== "answer" || this.line.answeredAtMs !== null) return;
    this.change({ answeredAtMs: this.nowMs });
    if (detects === null) this.found("human");
  }

  private detected(by: Extract<CallHappened, { type: "detected" }>["by"]): void {
    if (by !== "machine") this.found(by);
    else if (this.line.detects === "start") this.found("machineSilent");
    else {
      this.change({ waits: { for: "greeting" } });
      this.alarms.push({ step: this.line.step, afterMs: greetingMs });
    }
  }

  private found(by: Extract<LineReport, { type: "answered" }>["by"]): void {
    this.change({ answeredAtMs: this.line.answeredAtMs ?? this.nowMs });
    this.done({ type: "answered", by });
  }

  /** Takes up what comes next. */
  private next(): void {
    const [verb, ...todo] = this.line.todo;
    if (verb === undefined) {
      this.done({ type: "finished" });
      return;
    }
    if (this.line.isRinging) {
      if (verb.do === "reject") {
        this.change({ waits: { for: "end" }, todo: [] });
        this.command({ action: "reject", body: { cause: verb.reason === "busy" ? "USER_BUSY" : "CALL_REJECTED" } });
        return;
      }
      this.change({ waits: { for: "pickUp" } });
      this.command({ action: "answer", body: {} });
      return;
    }
    this.change({ todo });
    this.begin(verb);
  }

  private begin(verb: LineVerb): void {
    const { todo } = this.line;
    switch (verb.do) {
      case "say":
      case "play":
      case "pause":
        this.prompt(verb, "prompt");
        return;
      case "recordCall":
        // it reports nothing before the call is over
        this.command(recordCallAction(verb.format));
        this.next();
        return;
      case "gather":
        this.gather(verb);
        return;
      case "listen":
        this.listen(verb);
        return;
      case "record":
        this.change({ waits: { for: "recording", format: verb.format, digits: "" } });
        // keys that end it are those of the verb, which stays
        this.change({ todo: [verb, ...todo] });
        this.command(recordAction(verb));
        return;
      case "dial":
        this.dial(verb);
        return;
      case "enqueue": {
        if (verb.offer !== undefined && verb.offer.prompts.length > 0) {
          // the words are heard before the conference
          const { key, prompts } = verb.offer;
          this.change({ todo: [...prompts, { ...verb, offer: { key, prompts: [] } }, ...todo] });
          this.next();
          return;
        }
        const music = verb.music ?? null;
        const offerKey = verb.offer?.key;
        this.change({
          waits: {
            for: "queue",
            conference: null,
            music,
            sinceMs: this.nowMs,
            ...(offerKey !== undefined && { offerKey }),
          },
        });
        const room = { name: this.place.queueRoom, isOwn: true, muted: false, beep: false, starts: false, ends: false };
        this.orders.push({ order: "enter", step: this.number(), room: { ...room, music } });
        return;
      }
      case "reject":
      case "hangUp":
        this.change({ waits: { for: "end" }, todo: [] });
        this.command({ action: "hangup", body: {} });
    }
  }

  private prompt(prompt: Extract<LineVerb, { do: "say" | "play" | "pause" }>, waitsFor: "prompt" | "lead"): void {
    this.change({ waits: { for: waitsFor } });
    if (prompt.do === "pause") {
      this.alarms.push({ step: this.number(), afterMs: Math.max(1, prompt.seconds) * 1_000 });
      return;
    }
    const [first, rest] = prompt.do === "say" ? cutSay(prompt) : [prompt];
    if (rest !== undefined && waitsFor === "prompt") this.change({ todo: [rest, ...this.line.todo] });
    this.command(promptAction(first, this.place));
  }

  private gather(gather: Extract<LineVerb, { do: "gather" }>): void {
    const action = gatherAction(gather, this.line.keys, this.place);
    if (action !== null) {
      this.change({ waits: { for: "digits" }, todo: [gather, ...this.line.todo] });
      this.command(action);
      return;
    }
    this.lead(gather);
  }

  /** The first prompt of a verb, which continues with the others. */
  private lead(verb: Extract<LineVerb, { do: "gather" | "listen" }>): void {
    const [first, ...others] = verb.prompts;
    if (first === undefined) return;
    const [now, rest] = first.do === "say" ? cutSay(first) : [first];
    const prompts = rest === undefined ? others : [rest, ...others];
    this.change({ todo: [{ ...verb, prompts }, ...this.line.todo] });
    this.prompt(now, "lead");
  }

  private listen(listen: Extract<LineVerb, { do: "listen" }>): void {
    if (listen.prompts.length > 0) {
      this.lead(listen);
      return;
    }
    if (listen.beep) {
      this.lead({ ...listen, beep: false, prompts: [{ do: "play", url: this.place.beep }] });
      return;
    }
    this.change({ waits: { for: "speech" } });
    this.command(listenAction(this.place.languageOf(undefined)));
    this.alarms.push({ step: this.line.step, afterMs: Math.max(1, listen.timeoutSeconds) * 1_000 });
  }

  private heard(words: string, isFinal: boolean): void {
    if (isFinal) this.spoken(words);
    // a new number, so that the time begins again
    else this.alarms.push({ step: this.number(), afterMs: speechMs });
  }

  private spoken(speech: string): void {
    this.command({ action: "transcription_stop", body: {} });
    this.done({ type: "speech", speech });
  }

  private key(key: string): void {
    const { waits, todo } = this.line;
    if (this.isOffered(key)) {
      this.askCallback();
      return;
    }
    const [verb, ...rest] = todo;
    if (waits.for === "recording" && verb?.do === "record") {
      if (waits.digits !== "" || !verb.finishOnKey.includes(key)) return;
      this.change({ waits: { ...waits, digits: key } });
      this.orders.push({ order: "command", step: this.line.step, action: "record_stop", body: {} });
      return;
    }
    if (verb?.do !== "gather" || (waits.for !== "lead" && waits.for !== "digits")) return;
    // the command that gathers several keys counts them itself
    if (waits.for === "digits" && verb.numDigits !== 1) return;
    const keys = key === verb.finishOnKey ? this.line.keys : this.line.keys + key;
    if (waits.for === "lead") this.command({ action: "playback_stop", body: { stop: "all" } });
    if (key === verb.finishOnKey || keys.length >= (verb.numDigits ?? 128)) {
      this.gathered(keys);
      return;
    }
    this.change({ keys, todo: rest });
    this.gather({ ...verb, prompts: [] });
  }

  /** Whether the key asks for a call back: while the offer is spoken, or while the caller waits and no user has answered. */
  private isOffered(key: string): boolean {
    const { waits, todo } = this.line;
    if (waits.for === "queue") return waits.offerKey === key && waits.user === undefined;
    const [verb] = waits.for === "prompt" ? todo.filter((one) => one.do === "enqueue") : [];
    return verb?.offer?.key === key;
  }

  private askCallback(): void {
    const { waits, todo } = this.line;
    if (waits.for === "prompt") {
      this.command({ action: "playback_stop", body: { stop: "all" } });
      this.change({ todo: todo.slice(todo.findIndex((verb) => verb.do === "enqueue") + 1) });
    } else if (waits.for === "queue") {
      if (waits.conference !== null) this.orders.push({ order: "leave", conference: waits.conference });
      this.number();
    }
    this.done({ type: "askedCallback" });
  }

  private gathered(digits: string): void {
    this.change({ todo: this.line.todo.slice(1), keys: "" });
    this.done({ type: "digits", digits });
  }

  private recorded({ recording, of }: Extract<CallHappened, { type: "recorded" }>): void {
    const { waits, known = [] } = this.line;
    if (recording !== null) {
      if (known.includes(recording.startedAt)) return;
      this.change({ known: [...known, recording.startedAt] });
    }
    if (of === "call") {
      if (recording !== null) this.fetches.push({ ...recording, of, format: formatOf(recording) });
      return;
    }
    if (waits.for !== "recording") return;
    const { format, digits } = waits;
    this.change({ todo: this.line.todo.slice(1) });
    if (recording === null || recording.seconds === 0) {
      this.ended({ type: "recorded", seconds: 0 });
      return;
    }
    this.change({ waits: { for: "file", digits } });
    this.fetches.push({ ...recording, of, format });
  }

  private stored(seconds: number, recordingUrl: string | undefined): void {
    const { waits } = this.line;
    if (waits.for !== "file") return;
    this.ended({
      type: "recorded",
      seconds,
      ...(recordingUrl !== undefined && { recordingUrl }),
      ...(waits.digits !== "" && { digits: waits.digits }),
    });
  }

  /** The outcome of a recording, also of a call that is over. */
  private ended(report: LineReport): void {
    if (this.line.endedAfter === undefined) this.done(report);
    else this.over([report]);
  }

  private dial(verb: Extract<LineVerb, { do: "dial" }>): void {
    const [room] = verb.targets.filter((target) => target.to === "room");
    const phones = verb.targets.filter((target) => target.to !== "room");
    if (phones.length === 0 && room !== undefined) {
      this.enterRoom(room);
      return;
    }
    this.change({ todo: [verb, ...this.line.todo] });
    const waiting = verb.ring === "oneByOne" ? "waiting" : "ringing";
    const legs = phones.map(
      (phone, index): Leg => ({ target: addressOf(phone), ref: null, is: index === 0 ? "ringing" : waiting }),
    );
    this.change({ waits: { for: "dial", legs, sinceMs: this.nowMs, status: "noAnswer" } });
    this.command({
      action: "playback_start",
      body: { audio_url: verb.music ?? this.place.ringTone, loop: "infinity" },
    });
    for (const [index, leg] of legs.entries()) if (leg.is === "ringing") this.ring(verb, index, leg);
  }

  private ring(verb: Extract<LineVerb, { do: "dial" }>, index: number, { target }: Leg): void {
    this.orders.push({
      order: "dial",
      step: this.line.step,
      leg: index,
      to: target,
      from: verb.callerId,
      seconds: verb.timeoutSeconds,
      limitSeconds: verb.limitSeconds,
    });
  }

  private legHappened(index: number, ref: string, happened: CallHappened): void {
    const { waits } = this.line;
    const leg = waits.for === "dial" ? waits.legs[index] : undefined;
    if (waits.for !== "dial" || leg === undefined || leg.is === "over") {
      // it was given up before it had a name
      if (happened.type !== "hungUp") this.orders.push({ order: "endLeg", ref });
      return;
    }
    const set = (change: Partial<Leg>, more: Partial<typeof waits> = {}) =>
      this.change({
        waits: { ...waits, ...more, legs: waits.legs.map((one, at) => (at === index ? { ...one, ...change } : one)) },
      });
    if (happened.type === "initiated") set({ ref });
    else if (happened.type === "answered") {
      if (leg.is === "talking") return;
      if (waits.legs.some(({ is }) => is === "talking")) {
        this.orders.push({ order: "endLeg", ref });
        return;
      }
      set({ ref, is: "talking" }, { sinceMs: this.nowMs });
      this.endLegs(index);
      this.orders.push({ order: "command", step: this.line.step, action: "playback_stop", body: { stop: "all" } });
      this.orders.push({ order: "bridge", step: this.line.step, with: ref });
      this.reports.push({ type: "connected", with: leg.target });
    } else if (happened.type === "hungUp") {
      const status = happened.before === "cancelled" ? "noAnswer" : happened.before;
      if (leg.is === "talking") this.dialEnded("completed", this.since(waits.sinceMs), leg.target);
      else {
        set({ is: "over" }, { status });
        this.legLost();
      }
    }
  }

  /** The next phone of a dial rings, or the dial has failed. */
  private legLost(): void {
    const { waits, todo } = this.line;
    const [verb] = todo;
    if (waits.for !== "dial" || verb?.do !== "dial") return;
    if (waits.legs.some(({ is }) => is === "ringing" || is === "talking")) return;
    const index = waits.legs.findIndex(({ is }) => is === "waiting");
    const leg = waits.legs[index];
    if (leg === undefined) {
      this.command({ action: "playback_stop", body: { stop: "all" } });
      this.dialEnded(waits.status, 0);
      return;
    }
    const legs = waits.legs.map((one, at): Leg => (at === index ? { ...one, is: "ringing" } : one));
    this.change({ waits: { ...waits, legs } });
    this.ring(verb, index, leg);
  }

  private dialEnded(status: "completed" | "busy" | "noAnswer" | "failed", seconds: number, answeredBy?: string): void {
    this.change({ todo: this.line.todo.slice(1) });
    this.done({ type: "dialEnded", status, seconds, ...(answeredBy !== undefined && { answeredBy }) });
  }

  /** Ends the phones of a dial, but for one. Those that are not named yet are ended by their first event. */
  private endLegs(except: number | null): void {
    const { waits } = this.line;
    if (waits.for !== "dial") return;
    for (const [index, { ref, is }] of waits.legs.entries())
      if (index !== except && ref !== null && is !== "over") this.orders.push({ order: "endLeg", ref });
    this.change({
      waits: { ...waits, legs: waits.legs.map((leg, at): Leg => (at === except ? leg : { ...leg, is: "over" })) },
    });
  }

  private enterRoom({ to: _to, music, ...room }: LineRoom): void {
    this.change({ waits: { for: "room", room, conference: null, sinceMs: this.nowMs } });
    const { muted, beep, starts, ends } = room;
    const name = this.place.roomName(room.name);
    this.orders.push({
      order: "enter",
      step: this.number(),
      room: { name, isOwn: false, muted, beep, starts, ends, music: music ?? null },
    });
  }

  private entered(conference: string): void {
    const { waits } = this.line;
    if ((waits.for !== "room" && waits.for !== "queue") || waits.conference !== null || conference === "") return;
    this.change({ waits: { ...waits, conference } });
    if (waits.for !== "room") return;
    const { name, muted, beep, starts, ends } = waits.room;
    this.reports.push({ type: "enteredRoom", room: name, muted, beep, waits: !starts, ends, alone: false });
  }

  private left(conference: string): void {
    const { waits } = this.line;
    if (waits.for !== "room" || waits.conference !== conference) return;
    this.done({ type: "dialEnded", status: "completed", seconds: this.since(waits.sinceMs) });
  }

  private userHappened({ name, ref, happened }: Extract<TelnyxInput, { input: "user" }>): void {
    const { waits } = this.line;
    const isOver = happened.type === "hungUp";
    // the caller has left meanwhile
    if (waits.for !== "queue" || waits.user?.name !== name) {
      if (!isOver) this.orders.push({ order: "endLeg", ref });
      return;
    }
    const { user } = waits;
    const set = (change: Partial<QueueUser>) => this.change({ waits: { ...waits, user: { ...user, ref, ...change } } });
    if (isOver) this.leaveQueue(user.hasJoined ? "bridged" : "leave", true);
    else if (happened.type === "answered") {
      set({});
      this.screen(ref, name);
    } else if (happened.type === "gathered") {
      if (user.hasJoined) return;
      if (happened.digits === "" || waits.conference === null) {
        this.orders.push({ order: "endLeg", ref });
        return;
      }
      set({ hasJoined: true });
      this.orders.push({ order: "enterUser", ref, conference: waits.conference });
      this.reports.push({ type: "connected", with: name });
    } else if (happened.type === "initiated") set({});
  }

  private screen(ref: string, name: string, supervises?: number): void {
    const about = supervises === undefined ? { name } : { name, supervises };
    this.orders.push({ order: "screen", ref, ...about, words: screenWords, voice: this.place.voiceOf(undefined) });
  }

  private supervise({ by, mode, at }: Extract<LineOrder, { input: "supervised" }>): void {
    const { waits } = this.line;
    if (waits.for !== "queue" || !waits.user?.hasJoined || waits.user.ref === null || waits.conference === null) return;
    const { supervisor, conference, user } = waits;
    if (supervisor === undefined) {
      if (at === undefined) return;
      const nr = (this.line.supervisions ?? 0) + 1;
      this.change({
        supervisions: nr,
        waits: { ...waits, supervisor: { nr, name: by, ref: null, hasJoined: false, mode } },
      });
      this.rings = { name: by, at, supervises: nr };
      return;
    }
    this.change({ waits: { ...waits, supervisor: { ...supervisor, mode } } });
    if (!supervisor.hasJoined || supervisor.ref === null) return;
    this.orders.push({ order: "supervise", ref: supervisor.ref, conference, mode, userRef: user.ref ?? "" });
    this.reports.push({ type: "supervised", by, mode });
  }

  private supervisorHappened({ nr, ref, happened }: Extract<TelnyxInput, { input: "supervisor" }>): void {
    const { waits } = this.line;
    const supervisor = waits.for === "queue" ? waits.supervisor : undefined;
    const isOver = happened.type === "hungUp";
    // the call has ended meanwhile, or the supervisor has left
    if (waits.for !== "queue" || supervisor?.nr !== nr) {
      if (!isOver) this.orders.push({ order: "endLeg", ref });
      return;
    }
    const { conference, user } = waits;
    const hasJoined = supervisor.hasJoined || (happened.type === "gathered" && happened.digits !== "");
    this.change({ waits: { ...waits, supervisor: { ...supervisor, ref, hasJoined } } });
    if (isOver) this.unsupervise(false);
    else if (happened.type === "answered") this.screen(ref, supervisor.name, nr);
    else if (happened.type === "gathered" && !supervisor.hasJoined) {
      if (!hasJoined || conference === null || user === undefined || user.ref === null) {
        this.unsupervise(true);
        return;
      }
      const { mode, name } = supervisor;
      this.orders.push({ order: "enterSupervisor", ref, conference, mode, userRef: user.ref });
      this.reports.push({ type: "supervised", by: name, mode });
    }
  }

  private unsupervise(hangsUp: boolean): void {
    const { waits } = this.line;
    if (waits.for !== "queue" || waits.supervisor === undefined) return;
    const { supervisor, ...others } = waits;
    this.change({ waits: others });
    if (hangsUp && supervisor.ref !== null) this.orders.push({ order: "endLeg", ref: supervisor.ref });
    this.reports.push({ type: "unsupervised", by: supervisor.name });
  }

  /** The phones of those who are in the conference, or ring for it. */
  private endUsers({ user }: { user: boolean }): void {
    const { waits } = this.line;
    if (waits.for !== "queue") return;
    if (user && waits.user?.ref) this.orders.push({ order: "endLeg", ref: waits.user.ref });
    if (waits.supervisor?.ref) this.orders.push({ order: "endLeg", ref: waits.supervisor.ref });
  }

  /** The caller leaves the conference, and continues. */
  private leaveQueue(result: "leave" | "bridged" | "handedOn", isUserGone = false): void {
    const { waits } = this.line;
    if (waits.for !== "queue") return;
    this.endUsers({ user: !isUserGone });
    if (waits.conference !== null) this.orders.push({ order: "leave", conference: waits.conference });
    this.number();
    this.change({ waits: { for: "verbs" } });
    if (result !== "handedOn") this.reports.push({ type: "leftQueue", result, seconds: this.since(waits.sinceMs) });
    else if (this.line.todo.length > 0) this.next();
  }

  /** The provider does not carry out the last command: the call continues as if it had come to nothing. */
  private refused(leg: number | undefined): void {
    const { waits } = this.line;
    switch (waits.for) {
      case "prompt":
      case "lead":
        this.next();
        return;
      case "digits":
        this.gathered(this.line.keys);
        return;
      case "speech":
        this.done({ type: "speech", speech: "" });
        return;
      case "recording":
        this.change({ todo: this.line.todo.slice(1) });
        this.done({ type: "recorded", seconds: 0 });
        return;
      case "dial":
        if (leg !== undefined) this.legHappened(leg, "", { type: "hungUp", before: "failed" });
        else if (waits.legs.some(({ is }) => is === "talking")) {
          // it could not be connected with the phone that answered
          this.endLegs(null);
          this.dialEnded("failed", 0);
        }
        return;
      case "room":
        this.done({ type: "dialEnded", status: "failed", seconds: 0 });
        return;
      case "queue":
        this.done({ type: "leftQueue", result: "error", seconds: 0 });
        return;
      default:
        return;
    }
  }

  private due(): void {
    const { waits, endedAfter } = this.line;
    if (endedAfter !== undefined) this.over([{ type: "recorded", seconds: 0 }]);
    else if (waits.for === "greeting") this.found("machineSilent");
    else if (waits.for === "prompt" || waits.for === "lead") this.next();
    else if (waits.for === "speech") this.spoken("");
  }

  private hungUp(before: Extract<CallHappened, { type: "hungUp" }>["before"]): void {
    const { waits, answeredAtMs } = this.line;
    if (waits.for === "answer" || waits.for === "greeting") {
      // it ended before anything could be said
      this.over([{ type: "notAnswered", status: answeredAtMs === null ? before : "noAnswer" }]);
      return;
    }
    if (this.line.endedAfter !== undefined) return;
    this.endLegs(null);
    this.endUsers({ user: true });
    if (waits.for === "room" && waits.room.ends && waits.conference !== null)
      this.orders.push({ order: "endRoom", conference: waits.conference });
    this.change({ endedAfter: Math.max(1, this.since(answeredAtMs)) });
    if (waits.for === "recording" || waits.for === "file") this.alarms.push({ step: this.line.step, afterMs: fileMs });
    else this.over([]);
  }

  private over(before: readonly LineReport[]): void {
    const { endedAfter } = this.line;
    this.change({ waits: { for: "nothing" }, todo: [] });
    this.reports.push(...before);
    if (endedAfter !== undefined) this.reports.push({ type: "hungUp", seconds: endedAfter });
  }

  private done(report: LineReport): void {
    this.change({ waits: { for: "verbs" } });
    this.reports.push(report);
  }

  private command(action: CallAction): void {
    this.orders.push({ order: "command", step: this.number(), ...action });
  }

  /** The number of the next command. */
  private number(): number {
    const step = this.line.step + 1;
    this.change({ step });
    return step;
  }

  private since(ms: number | null): number {
    return ms === null ? 1 : Math.max(0, Math.round((this.nowMs - ms) / 1_000));
  }

  private change(change: Partial<TelnyxLine>): void {
    this.line = { ...this.line, ...change };
  }

  result(): TelnyxMove {
    const { line, reports, orders, fetches, alarms, rings } = this;
    return { line, reports, orders, fetches, alarms, rings };
  }
}

const addressOf = (target: Exclude<LineTarget, LineRoom>): string =>
  target.to === "number" ? target.number : target.address;

const formatOf = ({ urls }: TelnyxRecording): RecordFormat => (urls.wav === undefined ? "mp3" : "wav");
