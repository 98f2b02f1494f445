import type {
  LineAnswer,
  LineOrder,
  LinePrompt,
  LineReport,
  LineRoom,
  LineTarget,
  LineVerb,
  SupervisionMode,
} from "../callLine.ts";
import type { CallBehaviour } from "./callBehaviours.ts";
import type { CallRecording, Line, LineInput, LineMove, LineNote, LinePace } from "./lineState.ts";

/**
 * One phone of the simulated carrier, as a pure state machine. Time is an input, and the result says when the next input
 * is due. Longer than other files because every transition reads and writes the same line.
 */

/** A phone that begins to ring, and after how many milliseconds it does something by itself. */
export function ringLine(phone: CallBehaviour["phone"], { pace }: LinePace): { line: Line; dueInMs: number } {
  if (phone === "byHand") return { line: newLine("rings"), dueInMs: 60_000 * paceOfHand(pace) };
  if (phone === "neverAnswers") return { line: newLine("rings"), dueInMs: 20_000 * pace };
  if (phone === "busy") return { line: newLine("busy"), dueInMs: 1_000 * pace };
  if (phone === "declines") return { line: newLine("declines"), dueInMs: 3_000 * pace };
  return { line: newLine(phone.answers, phone), dueInMs: 2_000 * pace };
}

/** A phone that is answered by hand waits for its user, whom a faster pace does not make faster. */
const paceOfHand = (pace: number): number => Math.max(1, pace);

const newLine = (does: Line["does"], more: { presses?: string; hangsUpEarly?: boolean } = {}): Line => ({
  now: { is: "ringing" },
  todo: [],
  prompts: [],
  digits: "",
  answeredBy: null,
  answeredAtMs: null,
  recordsCall: false,
  does,
  presses: more.presses ?? "",
  hangsUpEarly: more.hangsUpEarly ?? false,
  targets: [],
});

/** About as fast as people speak. */
const lettersPerSecond = 14;
const shortestMs = 1_200;
/** Length of audio that was not reported yet. */
const unknownSoundMs = 5_000;
const endlessMs = 600_000;
/** Longest talk. */
const talkMs = 14_400_000;
/** Length of a silent recording without a microphone. */
const silentSeconds = 3;
/** How long to wait for an upload, because the phone's page may be closed. */
const handOverMs = 10_000;
/** What is said on a handset is typed. */
const typingSeconds = 30;

/** Moves one line. */
export function moveLine(line: Line, input: LineInput, nowMs: number, { pace }: LinePace): LineMove {
  const walk = new LineWalk(line, nowMs, pace);
  if (line.now.is !== "over") walk.take(input);
  return walk.result();
}

/** Audio that repeats while a phone waits: for an answer, a conference, in a queue, or on hold. */
export function musicOf({ now, todo }: Line): string | null {
  if (now.is === "connected" && now.room !== undefined) return now.room.music;
  const [first] = todo;
  if (now.is === "dialling") return (first?.do === "dial" && first.music) || null;
  if (now.is !== "queued" && !(now.is === "connected" && now.held)) return null;
  return (first?.do === "enqueue" && first.music) || null;
}

class LineWalk {
  private line: Line;
  private readonly nowMs: number;
  private readonly pace: number;
  private readonly tells: LineReport[] = [];
  private readonly notes: LineNote[] = [];
  private dueInMs: number | null = null;
  /** The due time that was set before stays. */
  private keepsDue = true;
  private rings: readonly LineTarget[] = [];
  private callerId = "";
  private endsLegs = false;
  private makesRecording: number | null = null;

  constructor(line: Line, nowMs: number, pace: number) {
    this.line = line;
    this.nowMs = nowMs;
    this.pace = pace;
  }

  take(input: LineInput): void {
    switch (input.input) {
      case "instructed":
        this.instruct(input.verbs);
        return;
      case "answer":
        this.answer(input.by);
        return;
      case "keys":
        for (const key of input.keys) this.key(key);
        return;
      case "said":
        this.said(input.text);
        return;
      case "lasts":
        this.timePrompt(input.seconds);
        return;
      case "heard":
        if (this.line.now.is === "prompt") this.promptOver();
        return;
      case "silent":
        this.recordSilence();
        return;
      case "speaking":
        this.speak();
        return;
      case "recorded":
        this.recorded(input.seconds, input.recordingUrl);
        return;
      case "recordingCall":
        if (this.line.recordsCall && !this.isEnding()) this.change({ hasMicrophone: true });
        return;
      case "callRecorded":
        this.callRecorded({ seconds: input.seconds, recordingUrl: input.recordingUrl });
        return;
      case "legAnswered":
        this.legAnswered(input.handset);
        return;
      case "connected":
        this.connect(input.handset);
        return;
      case "legEnded":
        this.legEnded(input.status, input.open);
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
      case "hangUp":
        this.hangUp("You hung up");
        return;
      case "due":
        this.isDue();
    }
  }

  /** What the product asks of a call with a user. */
  private order(order: Exclude<LineOrder, { input: "instructed" }>): void {
    switch (order.input) {
      case "picked":
        this.picked(order.by);
        return;
      case "held":
        this.hold(order.isHeld);
        return;
      case "supervised":
        this.supervise(order.by, order.mode);
        return;
      case "unsupervised":
        this.unsupervise();
        return;
      case "consulted":
        this.consult(order);
        return;
      case "consultJoined":
      case "consultCompleted":
      case "consultEnded":
        this.followConsult(order.input);
        return;
      case "released":
        this.leaveQueue(order.result);
        return;
      case "givenUp":
        this.giveUp();
    }
  }

  private giveUp(): void {
    if (this.line.now.is !== "ringing") {
      this.hangUp("The call was ended");
      return;
    }
    this.note("note", "The caller gave up");
    this.change({ now: { is: "over" } });
    this.noDue();
    this.tells.push({ type: "notAnswered", status: "cancelled" });
  }

  /** A caller who is answered hears no more of the prompts before the queue. */
  private picked(by: string): void {
    const { now, todo, recordsCall } = this.line;
    const at = todo.findIndex((verb) => verb.do === "enqueue");
    if (at < 0 || (now.is !== "queued" && now.is !== "prompt")) return;
    const recordCall = todo.slice(0, at).find((verb) => verb.do === "recordCall");
    this.change({
      todo: todo.slice(at),
      recordsCall: recordsCall || recordCall !== undefined,
      ...(recordCall && { callFormat: recordCall.format }),
    });
    this.connect(by);
    this.tells.push({ type: "connected", with: by });
    this.due(talkMs);
  }

  private hold(isHeld: boolean): void {
    const { now } = this.line;
    if (now.is !== "connected") return;
    this.note("note", isHeld ? "On hold" : "Back from hold");
    const { held: _held, ...talking } = now;
    this.change({ now: { ...talking, ...(isHeld && { held: true as const }) } });
  }

  /** No sound travels between people here. The contact learns only of those who speak to both. */
  private supervise(name: string, mode: SupervisionMode): void {
    const { now, todo } = this.line;
    if (now.is !== "connected" || todo[0]?.do !== "enqueue") return;
    if (mode === "join") this.note("note", `${name} joined the call`);
    else if (now.supervisor?.mode === "join") this.note("note", `${name} left the call`);
    this.change({ now: { ...now, supervisor: { name, mode } } });
    this.tells.push({ type: "supervised", by: name, mode });
  }

  private unsupervise(): void {
    const { now } = this.line;
    if (now.is !== "connected" || now.supervisor === undefined) return;
    const { supervisor, ...talking } = now;
    if (supervisor.mode === "join") this.note("note", `${supervisor.name} left the call`);
    this.change({ now: talking });
    this.tells.push({ type: "unsupervised", by: supervisor.name });
  }

  /** The contact is on hold meanwhile, and hears nothing of it. A user is there at once; another phone rings. */
  private consult({ name, at, isUser }: Extract<LineOrder, { input: "consulted" }>): void {
    const { now, todo } = this.line;
    if (now.is !== "connected" || todo[0]?.do !== "enqueue" || now.consult !== undefined) return;
    const isPhone = !isUser && at !== undefined;
    this.change({ now: { ...now, consult: { name, is: isPhone ? "ringing" : "talking", isPhone } } });
    if (!isPhone) this.tells.push({ type: "consulting", with: name, is: "talking" });
    else this.rings = [at.includes("@") ? { to: "sip", address: at } : { to: "number", number: at }];
  }

  private followConsult(order: "consultJoined" | "consultCompleted" | "consultEnded"): void {
    const { now } = this.line;
    if (now.is !== "connected" || now.consult === undefined) return;
    const { consult, ...talking } = now;
    if (order === "consultJoined") {
      this.note("note", `${consult.name} joined the call`);
      this.change({ now: { ...talking, consult: { ...consult, is: "joined" } } });
    } else if (order === "consultCompleted") {
      this.note("note", `Connected with ${consult.name}`);
      const { supervisor: _supervisor, ...alone } = talking;
      this.change({ now: { ...alone, with: consult.name, ...(consult.isPhone && { byPhone: true as const }) } });
    } else {
      if (consult.is === "joined") this.note("note", `${consult.name} left the call`);
      this.endsLegs = consult.isPhone;
      this.change({ now: talking });
    }
  }

  private instruct(verbs: readonly LineVerb[]): void {
    if (verbs.length === 0 || this.isEnding()) return;
    this.change({ todo: [...this.line.todo, ...verbs] });
    if (this.line.now.is === "idle") this.next();
  }

  private answer(by: LineAnswer): void {
    if (this.line.now.is !== "ringing") return;
    this.change({ now: { is: "idle" }, answeredBy: by, answeredAtMs: this.nowMs });
    if (by === "machineBeep") this.note("beep", "The machine's greeting ends with a beep");
    else if (by === "machineSilent") this.note("note", "The machine's greeting ends without a beep");
    else this.note("note", by === "fax" ? "A fax answers" : "Answered");
    this.noDue();
    this.tells.push({ type: "answered", by });
  }

  private key(key: string): void {
    const { now, todo } = this.line;
    if (now.is === "ringing" || now.is === "ending" || now.is === "saving" || now.is === "over") return;
    this.note("key", key);
    if (now.is === "recording") {
      if (key === now.finishOnKey) this.finishRecording();
      return;
    }
    const [first] = todo;
    if (now.is === "queued" && first?.do === "enqueue" && first.offer?.key === key) {
      this.change({ todo: todo.slice(1), now: { is: "idle" } });
      this.noDue();
      this.tells.push({ type: "askedCallback" });
      return;
    }
    const gather = todo[0];
    if (gather?.do !== "gather" || (now.is !== "listening" && now.is !== "prompt")) return;
    // the first key stops what is heard
    if (key === gather.finishOnKey) {
      this.endGather();
      return;
    }
    const digits = this.line.digits + key;
    this.change({ digits, now: { is: "listening" }, prompts: [] });
    if (gather.numDigits !== null && digits.length >= gather.numDigits) {
      this.endGather();
      return;
    }
    this.due(gather.timeoutSeconds * 1_000);
  }

  /** Takes up what comes next. */
  private next(): void {
    const [verb, ...todo] = this.line.todo;
    if (verb === undefined) {
      this.change({ now: { is: "idle" } });
      this.noDue();
      this.tells.push({ type: "finished" });
      return;
    }
    switch (verb.do) {
      case "say":
      case "play":
      case "pause":
        this.change({ todo });
        this.prompt(verb, true);
        return;
      case "recordCall":
        this.change({ todo, recordsCall: true, callFormat: verb.format });
        this.note("note", "This call is recorded");
        // it reports nothing, and the script continues; alone it is done at once
        this.next();
        return;
      case "gather":
        this.change({ prompts: verb.prompts, digits: "" });
        this.gatherOn();
        return;
      case "listen":
        this.change({ prompts: verb.prompts });
        this.gatherOn();
        return;
      case "record":
        if (verb.beep) this.note("beep", "Beep");
        this.change({
          now: {
            is: "recording",
            sinceMs: this.nowMs,
            finishOnKey: verb.finishOnKey,
            maxSeconds: verb.maxSeconds,
            format: verb.format,
          },
        });
        this.due(verb.silenceSeconds * 1_000 * this.pace);
        return;
      case "dial":
        this.dial(verb);
        return;
      case "enqueue":
        this.note("note", `Waits for ${verb.queue}`);
        for (const prompt of verb.offer?.prompts ?? []) this.hear(prompt);
        this.change({ now: { is: "queued", queue: verb.queue, sinceMs: this.nowMs } });
        this.due(endlessMs * this.pace);
        return;
      case "reject":
      case "hangUp":
        this.hangUp("The call was ended");
        return;
    }
  }

  private prompt(prompt: LinePrompt, isAlone = false): void {
    this.change({ now: { is: "prompt", prompt, sinceMs: this.nowMs, ...(isAlone && { alone: true }) } });
    this.hear(prompt);
    this.due(lengthMs(prompt) * this.pace);
  }

  /** Writes down what is heard. */
  private hear(prompt: LinePrompt): void {
    if (prompt.do === "say")
      this.notes.push({
        kind: "said",
        text: prompt.text,
        ...(prompt.voice && { voice: prompt.voice }),
        ...(prompt.speed && { speed: prompt.speed }),
      });
    else if (prompt.do === "play") this.note(prompt.recorded ? "replayed" : "played", prompt.url);
  }

  /** Only the first report counts: repeated ones would hold the call at this prompt without end. */
  private timePrompt(seconds: number): void {
    const { now } = this.line;
    if (now.is !== "prompt" || now.isTimed) return;
    this.change({ now: { ...now, isTimed: true } });
    this.due(Math.max(0.2, seconds) * 1_000 * Math.min(1, this.pace));
  }

  private promptOver(): void {
    const { todo, now, hangsUpEarly } = this.line;
    if (hangsUpEarly) {
      this.hangUp("The contact hung up");
      return;
    }
    const isAlone = now.is === "prompt" && now.alone === true;
    if (!isAlone && (todo[0]?.do === "gather" || todo[0]?.do === "listen")) this.gatherOn();
    else this.next();
  }

  private gatherOn(): void {
    const [prompt, ...prompts] = this.line.prompts;
    if (prompt !== undefined) {
      this.change({ prompts });
      this.prompt(prompt);
      return;
    }
    const gather = this.line.todo[0];
    if (gather?.do === "listen") {
      if (gather.beep) this.note("beep", "Beep");
      this.change({ now: { is: "hearing" } });
      // typing takes longer than speaking
      this.due((gather.timeoutSeconds + typingSeconds) * 1_000 * this.paceOfUser());
      return;
    }
    if (gather?.do !== "gather") return;
    this.change({ now: { is: "listening" } });
    if (this.line.presses !== "") {
      const [key = "", ...others] = this.line.presses;
      this.change({ presses: others.join("") });
      this.key(key);
      return;
    }
    this.due(gather.timeoutSeconds * 1_000 * this.paceOfUser());
  }

  private paceOfUser(): number {
    return this.line.does === "rings" ? paceOfHand(this.pace) : this.pace;
  }

  /** What is said also stops what is heard. */
  private said(text: string): void {
    const { now, todo } = this.line;
    if (todo[0]?.do !== "listen" || (now.is !== "hearing" && now.is !== "prompt")) return;
    this.note("note", `You said: ${text}`);
    this.endListen(text);
  }

  private endListen(speech: string): void {
    this.change({ prompts: [], todo: this.line.todo.slice(1), now: { is: "idle" } });
    this.noDue();
    this.tells.push({ type: "speech", speech });
  }

  private endGather(): void {
    const { digits, todo } = this.line;
    this.change({ digits: "", prompts: [], todo: todo.slice(1), now: { is: "idle" } });
    this.noDue();
    this.tells.push({ type: "digits", digits });
  }

  /** Speaking lasts until the maximum, counted from the beep however often the phone reports it. */
  private speak(): void {
    const { now } = this.line;
    if (now.is !== "recording" || now.hasMicrophone) return;
    this.change({ now: { ...now, hasMicrophone: true } });
    this.due(now.sinceMs + now.maxSeconds * 1_000 - this.nowMs);
  }

  /** The maximum, the finishing key or a hang-up ends a recording: the phone has time to hand over what it recorded. */
  private finishRecording(hungUp = false): void {
    const { now } = this.line;
    if (now.is !== "recording") return;
    if (!now.hasMicrophone) {
      this.recordSilence();
      return;
    }
    const seconds = Math.max(1, Math.min(now.maxSeconds, Math.round((this.nowMs - now.sinceMs) / 1_000)));
    const format = now.format ?? "wav";
    this.change({ now: { is: "saving", seconds, format, ...(hungUp && { hungUp }) } });
    this.due(handOverMs);
  }

  /** No microphone, or nothing that it handed over: a silent recording is saved. */
  private recordSilence(): void {
    const { now } = this.line;
    if (this.makesRecording !== null) return;
    if (now.is === "saving") this.makesRecording = now.seconds;
    else if (now.is === "recording") {
      const seconds = Math.max(1, Math.min(now.maxSeconds, Math.round((this.nowMs - now.sinceMs) / 1_000)));
      this.makesRecording = Math.max(seconds, silentSeconds);
    } else return;
    this.noDue();
  }

  private recorded(seconds: number, recordingUrl: string): void {
    const { now } = this.line;
    if (now.is !== "recording" && now.is !== "saving") return;
    this.note("recorded", recordingUrl);
    this.tells.push({ type: "recorded", seconds, recordingUrl });
    if (now.is === "saving" && now.hungUp) {
      this.end();
      return;
    }
    this.change({ todo: this.line.todo.slice(1), now: { is: "idle" } });
    this.noDue();
  }

  private dial(verb: Extract<LineVerb, { do: "dial" }>): void {
    const [room] = verb.targets.filter((target) => target.to === "room");
    const phones = verb.targets.filter((target) => target.to !== "room");
    if (phones.length === 0 && room !== undefined) {
      this.enter(room);
      this.due(verb.limitSeconds * 1_000 * this.pace);
      return;
    }
    const [first, ...others] = phones;
    this.rings = verb.ring === "all" || first === undefined ? phones : [first];
    this.callerId = verb.callerId;
    this.note("note", `Ringing ${this.rings.map(nameOf).join(", ")}`);
    this.change({ now: { is: "dialling" }, targets: verb.ring === "all" ? [] : others });
    this.due(verb.timeoutSeconds * 1_000);
  }

  /** A caller who does not start a conference waits until the end, since there are no other participants. */
  private enter({ name, muted, beep, starts, ends, music }: LineRoom): void {
    if (beep) this.note("beep", "Beep");
    this.note("note", `${starts ? "In the conference" : "Waits for the conference"} ${name}`);
    if (muted) this.note("note", "Muted: the conference does not hear this phone");
    const heard = starts ? null : (music ?? null);
    if (heard !== null) this.note("played", heard);
    this.change({ now: { is: "connected", with: name, sinceMs: this.nowMs, room: { begun: starts, music: heard } } });
    this.tells.push({ type: "enteredRoom", room: name, muted, beep, waits: !starts, ends, alone: true });
  }

  private legAnswered(handset: string): void {
    const verb = this.line.todo[0];
    const { now } = this.line;
    if (now.is === "connected" && now.consult?.is === "ringing") {
      this.change({ now: { ...now, consult: { ...now.consult, is: "talking" } } });
      this.tells.push({ type: "consulting", with: now.consult.name, is: "talking" });
      return;
    }
    if (this.line.now.is !== "dialling" || verb?.do !== "dial") return;
    this.connect(handset);
    this.tells.push({ type: "connected", with: handset });
    this.due(verb.limitSeconds * 1_000);
  }

  private connect(handset: string): void {
    this.note("note", `Connected with ${handset}`);
    this.change({ now: { is: "connected", with: handset, sinceMs: this.nowMs } });
  }

  private legEnded(status: "completed" | "busy" | "noAnswer" | "failed", open: number): void {
    const { now, targets, todo } = this.line;
    if (now.is === "connected" && now.consult !== undefined) {
      const { consult, ...talking } = now;
      if (consult.is === "joined") this.note("note", `${consult.name} left the call`);
      this.change({ now: talking });
      this.tells.push({ type: "consulting", with: consult.name, is: "ended" });
      return;
    }
    if (now.is === "connected" && todo[0]?.do === "enqueue") {
      // whom the user left them to has hung up
      if (now.byPhone) this.leaveQueue("bridged");
      return;
    }
    if (now.is === "connected") {
      this.endDial("completed");
      return;
    }
    if (now.is !== "dialling" || open > 0) return;
    const verb = this.line.todo[0];
    const [next, ...others] = targets;
    if (next === undefined || verb?.do !== "dial") {
      this.endDial(status);
      return;
    }
    this.rings = [next];
    this.callerId = verb.callerId;
    this.note("note", `Ringing ${nameOf(next)}`);
    this.change({ targets: others });
    this.due(verb.timeoutSeconds * 1_000);
  }

  private endDial(status: "completed" | "busy" | "noAnswer" | "failed"): void {
    const { now, todo } = this.line;
    const seconds = now.is === "connected" ? Math.round((this.nowMs - now.sinceMs) / 1_000) : 0;
    this.note("note", status === "completed" ? "The other side hung up" : "No one could be reached");
    this.endsLegs = true;
    this.change({ todo: todo.slice(1), targets: [], now: { is: "idle" } });
    this.noDue();
    this.tells.push({
      type: "dialEnded",
      status,
      seconds,
      ...(now.is === "connected" && { answeredBy: now.with }),
    });
  }

  private callRecorded(callRecording: CallRecording): void {
    if (!this.line.recordsCall) return;
    this.change({ callRecording });
    this.note("recorded", callRecording.recordingUrl);
    if (this.line.now.is === "ending") this.over();
  }

  private hangUp(words: string): void {
    const { now } = this.line;
    if (this.isEnding()) return;
    this.endsLegs = true;
    this.note("note", words);
    this.change({ todo: [], prompts: [], targets: [] });
    // what was being said is saved first
    if (now.is === "recording" && now.hasMicrophone) {
      this.finishRecording(true);
      return;
    }
    if (now.is === "saving") {
      this.change({ now: { ...now, hungUp: true } });
      return;
    }
    if (now.is === "recording" && this.makesRecording === null)
      this.makesRecording = Math.max(1, Math.round((this.nowMs - now.sinceMs) / 1_000));
    this.end();
  }

  /** The caller hung up, and a recording is still to come. */
  private isEnding(): boolean {
    const { now } = this.line;
    return now.is === "ending" || (now.is === "saving" && now.hungUp === true);
  }

  /** Ends the call, after what a microphone recorded of all of it. */
  private end(): void {
    const { hasMicrophone, callRecording, now } = this.line;
    // a voicemail uses the microphone itself
    if (hasMicrophone && callRecording === undefined && now.is !== "recording") {
      this.change({ now: { is: "ending" } });
      this.due(handOverMs);
    } else this.over();
  }

  private over(): void {
    const { answeredAtMs } = this.line;
    this.change({ now: { is: "over" } });
    this.noDue();
    if (answeredAtMs === null) this.tells.push({ type: "notAnswered", status: "busy" });
    else this.tells.push({ type: "hungUp", seconds: Math.max(1, Math.round((this.nowMs - answeredAtMs) / 1_000)) });
  }

  /** Time has passed. */
  private isDue(): void {
    const { now, todo } = this.line;
    switch (now.is) {
      case "ringing":
        this.rung();
        return;
      case "prompt":
        this.promptOver();
        return;
      case "listening":
        this.endGather();
        return;
      case "hearing":
        this.endListen("");
        return;
      case "recording":
        this.finishRecording();
        return;
      case "saving":
        this.recordSilence();
        return;
      case "dialling":
        this.endDial("noAnswer");
        return;
      case "connected":
        todo[0]?.do === "dial" ? this.endDial("completed") : this.hangUp("The call was ended");
        return;
      case "queued":
        this.leaveQueue("leave");
        return;
      case "ending":
        this.over();
        return;
      default:
        this.noDue();
        return;
    }
  }

  private leaveQueue(result: "leave" | "bridged" | "handedOn"): void {
    const { now, todo } = this.line;
    if (todo[0]?.do !== "enqueue" || (now.is !== "queued" && now.is !== "connected")) return;
    // a phone that rings or talks for the user ends with their part
    this.endsLegs = now.is === "connected" && (now.byPhone === true || now.consult?.isPhone === true);
    const words = { leave: "No one answered", bridged: "The other side hung up", handedOn: "Transferred" };
    this.note("note", words[result]);
    this.change({ todo: todo.slice(1), now: { is: "idle" } });
    this.noDue();
    const seconds = Math.round((this.nowMs - now.sinceMs) / 1_000);
    if (result !== "handedOn") this.tells.push({ type: "leftQueue", result, seconds });
  }

  /** It has rung for long enough. */
  private rung(): void {
    const { does } = this.line;
    if (does === "declines") {
      this.hangUp("Declined");
      return;
    }
    if (does !== "rings" && does !== "busy") {
      this.answer(does);
      return;
    }
    this.note("note", does === "busy" ? "The line was busy" : "No one answered");
    this.change({ now: { is: "over" } });
    this.noDue();
    this.tells.push({ type: "notAnswered", status: does === "busy" ? "busy" : "noAnswer" });
  }

  private note(kind: LineNote["kind"], text: string): void {
    this.notes.push({ kind, text });
  }

  private change(change: Partial<Line>): void {
    this.line = { ...this.line, ...change };
  }

  private due(ms: number): void {
    this.dueInMs = Math.max(0, Math.round(ms));
    this.keepsDue = false;
  }

  private noDue(): void {
    this.dueInMs = null;
    this.keepsDue = false;
  }

  result(): LineMove {
    const { line, tells, notes, dueInMs, rings, callerId, endsLegs, makesRecording, keepsDue } = this;
    return { line, tells, notes, dueInMs, rings, callerId, endsLegs, makesRecording, keepsDue };
  }
}

/** How long a prompt is heard. */
function lengthMs(prompt: LinePrompt): number {
  if (prompt.do === "pause") return prompt.seconds * 1_000;
  if (prompt.loop === 0) return endlessMs;
  const once =
    prompt.do === "say"
      ? Math.max(shortestMs, (prompt.text.length / lettersPerSecond / (prompt.speed ?? 1)) * 1_000)
      : unknownSoundMs;
  return once * (prompt.loop ?? 1);
}

const nameOf = (target: LineTarget): string =>
  target.to === "number" ? target.number : target.to === "sip" ? target.address : target.name;
