import type {
  LineOrder,
  LineReport,
  LineRoom,
  LineVerb,
  RecordFormat,
  RecordingAtProvider,
  SupervisionMode,
  UserPhone,
} from "../callLine.ts";
import {
  answeredBy,
  readRecording,
  type TwilioCallStatus,
  type TwilioOrder,
  type TwilioRecording,
  wholeNumber,
} from "./calls.ts";
import { type DocumentPlace, hangUpDocument, longestDocument, waitingDocument, writeDocument } from "./twiml.ts";

/**
 * The line of a call at a provider with the Twilio API, as a pure state machine. The provider asks for one document at a
 * time; the request reports the outcome of the one before. Each document has a number, so that a repeated request gets
 * the same document and reports nothing. Longer than other files because every transition reads and writes the same line.
 */

/** What the provider is doing. */
type Waits =
  | { for: "answer" }
  /** It polls until there are verbs. */
  | { for: "verbs" }
  | { for: "prompts" }
  | { for: "digits" }
  | { for: "speech" }
  | { for: "recording"; format: RecordFormat }
  /** The recording has ended and its file is fetched. */
  | { for: "file"; recordingSid: string; digits: string }
  | { for: "dial"; room?: Omit<LineRoom, "to" | "music"> }
  /** `userSid`: the phone of the user who answered, which rings or has joined. */
  | {
      for: "queue";
      sinceMs: number;
      music: string | null;
      /** The offer is spoken, before the conference. */
      offerKey?: string;
      userSid?: string;
      hasJoined?: true;
      supervisor?: Supervisor;
      consult?: Consult;
    }
  | { for: "end" }
  | { for: "nothing" };

/** A supervisor of the call with the user. `callSid`: their phone, which rings or has joined. */
interface Supervisor {
  nr: number;
  name: string;
  mode: SupervisionMode;
  callSid?: string;
  hasJoined?: true;
}

/** Whom the user consults. `callSid`: their phone, which rings or has joined. */
interface Consult {
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
  /** The call is over after this many seconds, and a file is still to come. */
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
  /** The phone of the user who answered rings, is connected, or is over or cannot be reached. */
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
  /** The file of a recording is stored. No address: it could not be had. */
  | { input: "stored"; recordingSid: string; seconds: number; recordingUrl?: string }
  /** No file came for a call that is over. */
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

/** Whether a request is for a document that the line has written already. */
export const isRepeated = ({ step, waits }: TwilioLine, asked: number): boolean =>
  waits.for === "nothing" || asked <= step;

/** Moves one line. `nextUrl` is the address of the document after the one that the provider has. */
export function moveTwilioLine(line: TwilioLine, input: TwilioInput, nowMs: number, nextUrl: string): TwilioMove {
  const walk = new Walk(line, nowMs, nextUrl);
  if (line.waits.for !== "nothing" || input.input === "callRecorded") walk.take(input);
  return walk.result();
}

class Walk {
  private line: TwilioLine;
  private readonly nowMs: number;
  private readonly nextUrl: string;
  private readonly reports: LineReport[] = [];
  private readonly orders: TwilioOrder[] = [];
  private fetches: TwilioMove["fetches"] = null;
  private awaitsFile = false;
  private rings: UserPhone | null = null;

  constructor(line: TwilioLine, nowMs: number, nextUrl: string) {
    this.line = line;
    this.nowMs = nowMs;
    this.nextUrl = nextUrl;
  }

  take(input: TwilioInput): void {
    switch (input.input) {
      case "asked":
        this.asked(input.fields);
        return;
      case "instructed":
        this.change({ todo: [...this.line.todo, ...input.verbs] });
        return;
      case "status":
        this.status(input.status, input.seconds);
        return;
      case "dialAnswered":
        if (this.line.waits.for !== "dial") return;
        this.change({ dialled: input.target });
        this.reports.push({ type: "connected", with: input.target });
        return;
      case "joined":
        this.joined(input.conference);
        return;
      case "userRings":
      case "userJoined":
        this.userIs(input);
        return;
      case "userLost":
        if (this.line.waits.for === "queue" && !this.line.waits.hasJoined) this.leaveQueue("leave");
        return;
      case "supervisorRings":
      case "supervisorJoined":
        this.supervisorIs(input);
        return;
      case "supervisorLost":
        if (this.supervisorOf(input.nr) !== undefined) this.unsupervise(false);
        return;
      case "consultRings":
      case "consultJoins":
        this.consultIs(input);
        return;
      case "consultLost":
        this.loseConsult(input.nr);
        return;
      case "recorded":
        this.announced(input.recording);
        return;
      case "callRecorded":
        this.callRecorded(input.recording, input.format);
        return;
      case "stored":
        this.stored(input);
        return;
      case "fileLate":
        if (this.line.endedAfter !== undefined) this.over([{ type: "recorded", seconds: 0 }]);
        return;
      default:
        this.order(input);
    }
  }

  /** What the product asks of a call with a user. */
  private order(order: Exclude<LineOrder, { input: "instructed" }>): void {
    switch (order.input) {
      case "picked":
        if (this.line.waits.for !== "queue") return;
        if (order.at === undefined) this.leaveQueue("leave");
        else {
          this.rings = { name: order.by, at: order.at };
          // the offer is cut short
          if (this.line.waits.offerKey !== undefined) this.orders.push({ order: "redirect", url: this.nextUrl });
        }
        return;
      case "held":
        this.hold(order.isHeld);
        return;
      case "supervised":
        this.supervise(order);
        return;
      case "unsupervised":
        this.unsupervise(true);
        return;
      case "consulted":
        this.consult(order);
        return;
      // the contact is taken back from hold by an order of its own
      case "consultJoined":
        return;
      case "consultCompleted":
        this.completeConsult();
        return;
      case "consultEnded":
        this.endConsult();
        return;
      case "released":
        this.leaveQueue(order.result);
        return;
      case "givenUp":
        this.orders.push({ order: this.line.waits.for === "answer" ? "cancel" : "hangUp" });
    }
  }

  /** The outcome of the document that the provider had. */
  private asked(fields: URLSearchParams): void {
    const { waits } = this.line;
    switch (waits.for) {
      case "answer":
        this.change({ answeredAtMs: this.nowMs });
        this.done({ type: "answered", by: answeredBy(fields) });
        return;
      case "prompts":
        this.done({ type: "finished" });
        return;
      case "digits":
        this.done({ type: "digits", digits: fields.get("Digits") ?? "" });
        return;
      case "speech":
        this.done({ type: "speech", speech: fields.get("SpeechResult") ?? "" });
        return;
      case "recording":
        this.recorded(waits.format, fields);
        return;
      case "dial":
        this.dialEnded(fields);
        return;
      case "queue":
        if (waits.offerKey !== undefined) {
          this.offered(waits, fields.get("Digits") === waits.offerKey);
          return;
        }
        // the conference ended, because the user left it
        this.done({ type: "leftQueue", result: "bridged", seconds: this.since(waits.sinceMs) });
        return;
      default:
        return;
    }
  }

  /** The offer was spoken. Who answered meanwhile gets the caller, whatever they pressed. */
  private offered({ offerKey: _offerKey, ...waits }: Extract<Waits, { for: "queue" }>, isAccepted: boolean): void {
    if (isAccepted && waits.userSid === undefined) {
      this.done({ type: "askedCallback" });
      return;
    }
    const { music } = waits;
    this.change({ waits, todo: [{ do: "enqueue", queue: "", ...(music !== null && { music }) }, ...this.line.todo] });
  }

  private recorded(format: RecordFormat, fields: URLSearchParams): void {
    const recording = readRecording(fields);
    const digits = fields.get("Digits") ?? "";
    if (recording === null) this.done({ type: "recorded", seconds: 0 });
    // the provider writes `hangup` for the end of the call
    else this.fetch(recording, format, digits === "hangup" ? "" : digits);
  }

  private fetch(recording: TwilioRecording, format: RecordFormat, digits: string): void {
    this.change({ waits: { for: "file", recordingSid: recording.recordingSid, digits } });
    this.fetches = { ...recording, format, of: "verb" };
  }

  /** The request after a recording reports it as well, unless the caller hung up. */
  private announced(recording: TwilioRecording | null): void {
    const { waits, endedAfter } = this.line;
    if (waits.for !== "recording") return;
    if (endedAfter === undefined) {
      if (recording !== null) this.change({ ready: recording });
    } else if (recording === null) this.over([{ type: "recorded", seconds: 0 }]);
    else this.fetch(recording, waits.format, "");
  }

  private callRecorded(recording: TwilioRecording, format: RecordFormat): void {
    const { known = [] } = this.line;
    if (known.includes(recording.recordingSid)) return;
    this.change({ known: [...known, recording.recordingSid] });
    this.fetches = { ...recording, format, of: "call" };
  }

  private stored({ recordingSid, seconds, recordingUrl }: Extract<TwilioInput, { input: "stored" }>): void {
    const { waits, endedAfter } = this.line;
    if (waits.for !== "file" || waits.recordingSid !== recordingSid) return;
    const report: LineReport = {
      type: "recorded",
      seconds,
      ...(recordingUrl !== undefined && { recordingUrl }),
      ...(waits.digits !== "" && { digits: waits.digits }),
    };
    if (endedAfter !== undefined) this.over([report]);
    else this.done(report);
  }

  private dialEnded(fields: URLSearchParams): void {
    const { dialled } = this.line;
    const given = fields.get("DialCallStatus") ?? "";
    const status =
      given === "completed" || given === "answered"
        ? "completed"
        : given === "busy"
          ? "busy"
          : given === "no-answer"
            ? "noAnswer"
            : "failed";
    const { dialled: _dialled, ...line } = this.line;
    this.line = line;
    this.done({
      type: "dialEnded",
      status,
      seconds: wholeNumber(fields.get("DialCallDuration")),
      ...(dialled !== undefined && { answeredBy: dialled }),
    });
  }

  private joined(conference: string): void {
    const { waits } = this.line;
    if (waits.for === "queue") this.change({ conference });
    if (waits.for !== "dial" || waits.room === undefined) return;
    const { name, muted, beep, starts, ends } = waits.room;
    this.reports.push({ type: "enteredRoom", room: name, muted, beep, waits: !starts, ends, alone: false });
  }

  private userIs(input: Extract<TwilioInput, { input: "userRings" | "userJoined" }>): void {
    const { waits } = this.line;
    // the caller has left meanwhile
    if (waits.for !== "queue") {
      this.orders.push({ order: "endCall", callSid: input.callSid });
      return;
    }
    const hasJoined = input.input === "userJoined";
    if (hasJoined && !waits.hasJoined) this.reports.push({ type: "connected", with: input.name });
    this.change({ waits: { ...waits, userSid: input.callSid, ...(hasJoined && { hasJoined }) } });
  }

  private supervise({ by, mode, at }: Extract<LineOrder, { input: "supervised" }>): void {
    const { waits, conference } = this.line;
    if (waits.for !== "queue" || !waits.hasJoined || waits.userSid === undefined) return;
    const { supervisor, userSid } = waits;
    if (supervisor === undefined) {
      if (at === undefined) return;
      const nr = (this.line.supervisions ?? 0) + 1;
      this.change({ supervisions: nr, waits: { ...waits, supervisor: { nr, name: by, mode } } });
      this.rings = { name: by, at, supervises: nr };
      return;
    }
    this.change({ waits: { ...waits, supervisor: { ...supervisor, mode } } });
    if (!supervisor.hasJoined || supervisor.callSid === undefined || conference === undefined) return;
    this.orders.push({ order: "supervise", conference, callSid: supervisor.callSid, mode, userSid });
    this.reports.push({ type: "supervised", by, mode });
  }

  private supervisorIs(input: Extract<TwilioInput, { input: "supervisorRings" | "supervisorJoined" }>): void {
    const { waits } = this.line;
    const supervisor = this.supervisorOf(input.nr);
    // the call has ended meanwhile, or the supervisor has left
    if (waits.for !== "queue" || supervisor === undefined) {
      this.orders.push({ order: "endCall", callSid: input.callSid });
      return;
    }
    const hasJoined = input.input === "supervisorJoined";
    const { name: by, mode } = supervisor;
    if (hasJoined && !supervisor.hasJoined) this.reports.push({ type: "supervised", by, mode });
    const now = { ...supervisor, callSid: input.callSid, ...(hasJoined && { hasJoined }) };
    this.change({ waits: { ...waits, supervisor: now } });
  }

  /** The supervisor of this number, if they still take part. */
  private supervisorOf(nr: number): Supervisor | undefined {
    const { waits } = this.line;
    return waits.for === "queue" && waits.supervisor?.nr === nr ? waits.supervisor : undefined;
  }

  private unsupervise(hangsUp: boolean): void {
    const { waits } = this.line;
    if (waits.for !== "queue" || waits.supervisor === undefined) return;
    const { supervisor, ...others } = waits;
    this.change({ waits: others });
    if (hangsUp && supervisor.callSid !== undefined)
      this.orders.push({ order: "endCall", callSid: supervisor.callSid });
    this.reports.push({ type: "unsupervised", by: supervisor.name });
  }

  /** The contact is on hold in the conference, so that the user and whom they consult speak there alone. */
  private consult({ name, at, isUser }: Extract<LineOrder, { input: "consulted" }>): void {
    const { waits, conference } = this.line;
    if (waits.for !== "queue" || !waits.hasJoined || waits.consult !== undefined) return;
    if (conference === undefined || at === undefined) return;
    const nr = (this.line.consults ?? 0) + 1;
    this.change({ consults: nr, waits: { ...waits, consult: { nr, name } } });
    this.rings = { name, at, consults: nr, ...(!isUser && { isOutside: true as const }) };
  }

  private consultIs(input: Extract<TwilioInput, { input: "consultRings" | "consultJoins" }>): void {
    const { waits } = this.line;
    // the call has ended meanwhile, or the user went back to the contact
    if (waits.for !== "queue" || waits.consult?.nr !== input.nr) {
      if (waits.for !== "queue" || waits.userSid !== input.callSid)
        this.orders.push({ order: "endCall", callSid: input.callSid });
      return;
    }
    const { consult } = waits;
    const hasJoined = input.input === "consultJoins";
    if (hasJoined && !consult.hasJoined) this.reports.push({ type: "consulting", with: consult.name, is: "talking" });
    this.change({
      waits: { ...waits, consult: { ...consult, callSid: input.callSid, ...(hasJoined && { hasJoined }) } },
    });
  }

  private loseConsult(nr: number): void {
    const { waits } = this.line;
    if (waits.for !== "queue" || waits.consult?.nr !== nr) return;
    const { consult, ...others } = waits;
    this.change({ waits: others });
    this.reports.push({ type: "consulting", with: consult.name, is: "ended" });
  }

  private endConsult(): void {
    const { waits } = this.line;
    if (waits.for !== "queue" || waits.consult === undefined) return;
    const { consult, ...others } = waits;
    this.change({ waits: others });
    if (consult.callSid !== undefined) this.orders.push({ order: "endCall", callSid: consult.callSid });
  }

  /** The user leaves the contact to whom they consulted, with whom the conference ends from now on. */
  private completeConsult(): void {
    const { waits, conference } = this.line;
    if (waits.for !== "queue" || !waits.consult?.hasJoined || waits.consult.callSid === undefined) return;
    if (conference === undefined || waits.userSid === undefined) return;
    if (waits.supervisor !== undefined) this.unsupervise(true);
    const { consult, supervisor: _supervisor, ...others } = waits;
    const { callSid } = consult;
    this.orders.push({ order: "exit", conference, callSid: callSid ?? "", endsConference: true });
    this.orders.push({ order: "exit", conference, callSid: waits.userSid, endsConference: false });
    this.orders.push({ order: "endCall", callSid: waits.userSid });
    this.change({ waits: { ...others, ...(callSid !== undefined && { userSid: callSid }) } });
  }

  /** A phone that still rings is stopped. One in the conference ends with it. */
  private stopUser(): void {
    const { waits } = this.line;
    if (waits.for !== "queue") return;
    const { userSid, hasJoined, supervisor, consult } = waits;
    if (userSid !== undefined && !hasJoined) this.orders.push({ order: "endCall", callSid: userSid });
    if (consult?.callSid !== undefined) this.orders.push({ order: "endCall", callSid: consult.callSid });
    if (supervisor?.callSid !== undefined) this.orders.push({ order: "endCall", callSid: supervisor.callSid });
  }

  /** The provider takes the caller out of the conference and asks for the next document. */
  private leaveQueue(result: "leave" | "bridged" | "handedOn"): void {
    const { waits } = this.line;
    if (waits.for !== "queue") return;
    this.stopUser();
    this.change({ waits: { for: "verbs" } });
    if (result !== "handedOn") this.reports.push({ type: "leftQueue", result, seconds: this.since(waits.sinceMs) });
    this.orders.push({ order: "redirect", url: this.nextUrl });
  }

  private hold(isHeld: boolean): void {
    const { waits, conference } = this.line;
    if (waits.for !== "queue" || conference === undefined) return;
    this.orders.push({ order: "hold", conference, isHeld, musicUrl: waits.music });
  }

  private status(status: TwilioCallStatus["status"], seconds: number): void {
    if (status === "ringing" || status === "inProgress") return;
    const { waits, answeredAtMs, ready } = this.line;
    if (waits.for === "answer") {
      // it ended before anything could be said
      this.over([{ type: "notAnswered", status: status === "completed" ? "noAnswer" : status }]);
      return;
    }
    this.change({ endedAfter: Math.max(1, status === "completed" ? seconds : this.since(answeredAtMs)) });
    if (waits.for === "recording" && ready !== undefined) this.fetch(ready, waits.format, "");
    this.stopUser();
    if (waits.for === "recording" || waits.for === "file") this.awaitsFile = true;
    else this.over([]);
  }

  private over(before: readonly LineReport[]): void {
    const { endedAfter } = this.line;
    this.change({ waits: { for: "nothing" }, todo: [] });
    this.reports.push(...before);
    if (endedAfter !== undefined) this.reports.push({ type: "hungUp", seconds: endedAfter });
  }

  private done(report: LineReport): void {
    const { ready: _ready, ...line } = this.line;
    this.line = { ...line, waits: { for: "verbs" } };
    this.reports.push(report);
  }

  private since(ms: number | null): number {
    return ms === null ? 1 : Math.max(0, Math.round((this.nowMs - ms) / 1_000));
  }

  private change(change: Partial<TwilioLine>): void {
    this.line = { ...this.line, ...change };
  }

  result(): TwilioMove {
    const { line, reports, orders, fetches, awaitsFile, rings } = this;
    return { line, reports, orders, fetches, awaitsFile, rings };
  }
}

/** Writes the next document from the verbs of the line. `isTooLong`: the provider would not read it. */
export function nextDocument(
  line: TwilioLine,
  place: DocumentPlace,
  nowMs: number,
): { line: TwilioLine; isTooLong: boolean } {
  const { todo, waits, step } = line;
  if (waits.for === "nothing" || waits.for === "end")
    return { line: { ...line, document: hangUpDocument }, isTooLong: false };
  const isFirst = step === 0;
  if (todo.length === 0)
    return { line: { ...line, step: step + 1, document: waitingDocument(place.next) }, isTooLong: false };
  const document = writeDocument(todo, place, isFirst);
  const isTooLong = new TextEncoder().encode(document).length > longestDocument;
  // after an offer, the caller continues to wait
  const next = waits.for === "queue" && todo[0]?.do === "enqueue" ? waits : waitsOf(todo, nowMs);
  return { line: { ...line, step: step + 1, todo: [], document, waits: next }, isTooLong };
}

/** What the provider does with verbs: the last one can wait. */
function waitsOf(verbs: readonly LineVerb[], nowMs: number): Waits {
  const last = verbs.at(-1);
  switch (last?.do) {
    case "gather":
      return { for: "digits" };
    case "listen":
      return { for: "speech" };
    case "record":
      return { for: "recording", format: last.format };
    case "dial":
      return dialWaits(last);
    case "enqueue":
      return {
        for: "queue",
        sinceMs: nowMs,
        music: last.music ?? null,
        ...(last.offer && { offerKey: last.offer.key }),
      };
    case "reject":
    case "hangUp":
      return { for: "end" };
    default:
      return { for: "prompts" };
  }
}

function dialWaits({ targets }: Extract<LineVerb, { do: "dial" }>): Waits {
  const [room] = targets.filter((target) => target.to === "room");
  if (room === undefined || targets.some(({ to }) => to !== "room")) return { for: "dial" };
  const { to: _to, music: _music, ...rest } = room;
  return { for: "dial", room: rest };
}
