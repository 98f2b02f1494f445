import { setTimeout as pause } from "node:timers/promises";
import { parseXml, type XmlElement } from "@trunkline/workflow/voice/parseXml.ts";
import { samplesPerSecond, writeWav } from "../src/inbound/writeWav.ts";
import { waitLimitMs } from "./waitLimit.ts";

/** The attributes of each element of a document and what they must be (telecom §1.5). */
const attributes: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  Response: {},
  Say: { voice: /^(man|woman|Polly\.\S+|Google\.\S+)$/, language: /^[a-z]{2,3}-[A-Z]{2}$/, loop: /^\d+$/ },
  prosody: { rate: /^\d+%$/ },
  Play: { loop: /^\d+$/, digits: /^[0-9A-D#*w]+$/ },
  Pause: { length: /^[1-9]\d*$/ },
  Gather: {
    input: /^(dtmf|speech|dtmf speech)$/,
    action: /^https?:\/\//,
    actionOnEmptyResult: /^(true|false)$/,
    timeout: /^[1-9]\d*$/,
    finishOnKey: /^[0-9#*]?$/,
    numDigits: /^[1-9]\d*$/,
    speechTimeout: /^(auto|[1-9]\d*)$/,
    language: /^[a-z]{2,3}-[A-Z]{2}$/,
  },
  Record: {
    action: /^https?:\/\//,
    maxLength: /^[1-9]\d*$/,
    timeout: /^[1-9]\d*$/,
    finishOnKey: /^[0-9#*]*$/,
    playBeep: /^(true|false)$/,
    trim: /^(trim-silence|do-not-trim)$/,
    recordingStatusCallback: /^https?:\/\//,
    recordingStatusCallbackEvent: /^(in-progress|completed|absent)( (in-progress|completed|absent))*$/,
  },
  Start: {},
  Recording: {
    recordingStatusCallback: /^https?:\/\//,
    recordingStatusCallbackEvent: /^(in-progress|completed|absent)( (in-progress|completed|absent))*$/,
    trim: /^(trim-silence|do-not-trim)$/,
  },
  Dial: {
    action: /^https?:\/\//,
    timeout: /^([5-9]|[1-9]\d|[1-5]\d\d|600)$/,
    timeLimit: /^[1-9]\d*$/,
    callerId: /^(\+[1-9]\d{6,14}|[A-Za-z]\S*)$/,
    answerOnBridge: /^(true|false)$/,
    sequential: /^(true|false)$/,
  },
  Number: { statusCallback: /^https?:\/\//, statusCallbackEvent: /^(initiated|ringing|answered|completed)$/ },
  Sip: { statusCallback: /^https?:\/\//, statusCallbackEvent: /^(initiated|ringing|answered|completed)$/ },
  Conference: {
    muted: /^(true|false)$/,
    beep: /^(true|false|onEnter|onExit)$/,
    startConferenceOnEnter: /^(true|false)$/,
    endConferenceOnExit: /^(true|false)$/,
    coach: /^CA[0-9a-f]{32}$/,
    waitUrl: /^(https?:\/\/\S*)?$/,
    statusCallback: /^https?:\/\//,
    statusCallbackEvent: /^(start|end|join|leave|mute|hold)( (start|end|join|leave|mute|hold))*$/,
  },
  Redirect: { method: /^(GET|POST)$/ },
  Reject: { reason: /^(rejected|busy)$/ },
  Hangup: {},
};

/** Which elements each element holds. */
const children: Readonly<Record<string, RegExp>> = {
  Response: /^(Say|Play|Pause|Gather|Record|Start|Dial|Redirect|Reject|Hangup)$/,
  Gather: /^(Say|Play|Pause)$/,
  Dial: /^(Number|Sip|Conference)$/,
  Start: /^Recording$/,
  Say: /^prosody$/,
};

/** Sends a signed form. */
type Post = (url: string, fields: Record<string, string>) => Promise<{ status: number; body: string }>;

/** What a call needs of its provider. */
export interface CallProvider {
  accountSid: string;
  baseUrl: string;
  mistakes: string[];
  calls: TwilioCall[];
  media: Map<string, { contentType: string; data: Buffer }>;
  post: Post;
  newSid(prefix: string): string;
}

/** A call at the provider, which walks the documents that the product answers as the provider's documentation says. */
export class TwilioCall {
  readonly sid: string;
  readonly direction: "inbound" | "outbound-api";
  readonly from: string;
  readonly to: string;
  /** The parameters of an outbound call. */
  readonly asked: URLSearchParams;
  /** What was done on it, in order. */
  readonly log: string[] = [];
  status = "queued";
  /** Reports the last recording again. */
  repeatRecording: (() => Promise<unknown>) | null = null;
  /** What the call waits for. */
  at: XmlElement | null = null;
  /** The conference that it is in. */
  conference: { sid: string; name: string } | null = null;
  private readonly provider: CallProvider;
  private readonly statusUrl: string;
  private recordings: { url: string; sid: string }[] = [];
  private moves = 0;
  /** The document that follows when what the call waits for comes to nothing. */
  private after = "";

  constructor(
    provider: CallProvider,
    more: Pick<TwilioCall, "direction" | "from" | "to" | "asked"> & { statusUrl: string },
  ) {
    this.provider = provider;
    this.sid = provider.newSid("CA");
    this.direction = more.direction;
    this.from = more.from;
    this.to = more.to;
    this.asked = more.asked;
    this.statusUrl = more.statusUrl;
  }

  /** The fields of every request about this call. */
  fields(more: Record<string, string> = {}): Record<string, string> {
    return {
      CallSid: this.sid,
      AccountSid: this.provider.accountSid,
      From: this.from,
      To: this.to,
      CallStatus: this.status,
      ApiVersion: "2010-04-01",
      Direction: this.direction,
      ...more,
    };
  }

  /** Someone answers: the provider asks for the first document. */
  async answer(answeredBy?: string): Promise<void> {
    this.status = "in-progress";
    const wants = this.asked.get("MachineDetection");
    if (answeredBy !== undefined && wants === null) throw new Error("no detection of machines was asked for");
    await this.goTo(this.asked.get("Url") ?? "", answeredBy === undefined ? {} : { AnsweredBy: answeredBy });
  }

  /** Asks for a document and carries it out until the call waits for its phone. */
  async goTo(url: string, more: Record<string, string> = {}): Promise<void> {
    const mine = ++this.moves;
    let next: { url: string; more: Record<string, string> } | null = { url, more };
    while (next !== null && this.status === "in-progress") {
      const answer = await this.provider.post(next.url, this.fields(next.more));
      // an order took the call elsewhere meanwhile
      if (mine !== this.moves) return;
      if (answer.status !== 200) {
        this.log.push(`failed ${answer.status}`);
        await this.end("completed", 1);
        return;
      }
      next = await this.carryOut(this.read(answer.body));
    }
  }

  /** Reads a document as strictly as the provider. */
  private read(body: string): XmlElement {
    if (Buffer.byteLength(body) > 64 * 1024) throw new Error("the document is too large");
    const root = parseXml(body);
    if (root.name !== "Response") throw new Error(`no Response: ${body}`);
    this.check(root);
    return root;
  }

  private check(element: XmlElement): void {
    const allowed = new Map(Object.entries(new Map(Object.entries(attributes)).get(element.name) ?? {}));
    for (const [name, value] of element.attributes)
      if (!allowed.get(name)?.test(value)) this.provider.mistakes.push(`<${element.name} ${name}="${value}">`);
    const held = new Map(Object.entries(children)).get(element.name);
    for (const child of elementsOf(element)) {
      if (!held?.test(child.name)) this.provider.mistakes.push(`<${child.name}> in <${element.name}>`);
      this.check(child);
    }
  }

  /** Carries verbs out. Returns the document that follows, or null where the call waits. */
  private async carryOut(root: XmlElement): Promise<{ url: string; more: Record<string, string> } | null> {
    const redirect = elementsOf(root).find(({ name }) => name === "Redirect");
    this.after = redirect === undefined ? "" : textOf(redirect);
    const isPoll =
      elementsOf(root)
        .map(({ name }) => name)
        .join() === "Pause,Redirect";
    for (const verb of elementsOf(root)) {
      switch (verb.name) {
        case "Say":
        case "Play":
          this.log.push(wordsOf(verb));
          break;
        case "Pause":
          // a document that only waits is asked again soon, not in a second
          if (isPoll) await pause(50);
          else this.log.push(wordsOf(verb));
          break;
        case "Start":
          this.startRecording(elementsOf(verb)[0] as XmlElement);
          break;
        case "Gather":
          for (const prompt of elementsOf(verb)) this.log.push(wordsOf(prompt));
          this.at = verb;
          return null;
        case "Record":
          this.log.push("record");
          this.at = verb;
          return null;
        case "Dial":
          this.log.push(`dial ${elementsOf(verb).map(wordsOf).join(", ")}`);
          this.at = verb;
          await this.joinConference(verb);
          return null;
        case "Redirect":
          return { url: textOf(verb), more: {} };
        case "Reject":
          this.log.push(`reject ${verb.attributes.get("reason") ?? "rejected"}`);
          await this.end(verb.attributes.get("reason") === "busy" ? "busy" : "no-answer", 0);
          return null;
        case "Hangup":
          await this.end("completed", 7);
          return null;
      }
    }
    // a document that ends hangs up
    await this.end("completed", 7);
    return null;
  }

  private async joinConference(dial: XmlElement): Promise<void> {
    const room = elementsOf(dial).find(({ name }) => name === "Conference");
    if (room === undefined) return;
    const name = textOf(room);
    const same = this.provider.calls.find(({ conference }) => conference?.name === name)?.conference;
    this.conference = same ?? { sid: this.provider.newSid("CF"), name };
    if (room.attributes.get("endConferenceOnExit") === "false" && room.attributes.get("statusCallback") === undefined)
      this.supervise(room.attributes.get("muted") === "true", room.attributes.get("coach") ?? null);
    const url = room.attributes.get("statusCallback");
    if (url)
      await this.provider.post(url, {
        ConferenceSid: this.conference.sid,
        FriendlyName: this.conference.name,
        AccountSid: this.provider.accountSid,
        CallSid: this.sid,
        StatusCallbackEvent: "participant-join",
      });
  }

  /** How a supervisor takes part in the conference. */
  supervise(isMuted: boolean, coached: string | null): void {
    const user = this.provider.calls.find(({ sid }) => sid === coached);
    if (coached !== null && user?.conference?.sid !== this.conference?.sid)
      this.provider.mistakes.push(`${coached} is coached and takes no part`);
    this.log.push(isMuted ? "hears" : user === undefined ? "speaks to all" : `speaks to ${user.to}`);
  }

  private startRecording(element: XmlElement): void {
    this.recordings.push({
      url: element.attributes.get("recordingStatusCallback") ?? "",
      sid: this.provider.newSid("RE"),
    });
  }

  private waits(name: string): XmlElement {
    const { at } = this;
    if (at?.name !== name) throw new Error(`the call does not wait for ${name} but ${at?.name ?? this.status}`);
    this.at = null;
    return at;
  }

  /** Waits until the call waits for this verb. */
  async until(name: string): Promise<XmlElement> {
    const end = Date.now() + waitLimitMs;
    while (this.at?.name !== name) {
      if (Date.now() > end) throw new Error(`the call never came to ${name}: ${this.log.join(" | ")}`);
      await pause(20);
    }
    return this.at;
  }

  /** Waits until something was heard or done. */
  async hears(words: string): Promise<void> {
    const end = Date.now() + waitLimitMs;
    while (!this.log.some((line) => line.includes(words))) {
      if (Date.now() > end) throw new Error(`the call never came to ${words}: ${this.log.join(" | ")}`);
      await pause(20);
    }
  }

  /** Presses keys, or none until the time has run out. */
  async press(keys: string): Promise<void> {
    const gather = this.waits("Gather");
    await this.goTo(gather.attributes.get("action") ?? "", { Digits: keys });
  }

  async say(words: string): Promise<void> {
    const gather = this.waits("Gather");
    await this.goTo(gather.attributes.get("action") ?? "", { SpeechResult: words, Confidence: "0.9" });
  }

  /** Speaks into a recording, which a key ends, or the end of the call. */
  async record(seconds: number, digits: string, data = wav(seconds)): Promise<void> {
    const verb = this.waits("Record");
    const sid = this.provider.newSid("RE");
    const fields = this.keep(sid, seconds, data);
    const report = () => this.tellRecording(verb.attributes.get("recordingStatusCallback"), fields);
    if (digits === "hangup") {
      await this.end("completed", seconds);
      await report();
      return;
    }
    await this.goTo(verb.attributes.get("action") ?? "", { ...fields, Digits: digits });
    await report();
  }

  /** Says nothing into a recording: the provider makes none and continues. */
  async recordNothing(): Promise<void> {
    this.waits("Record");
    await this.goTo(this.after);
  }

  private keep(sid: string, seconds: number, data: Buffer): Record<string, string> {
    const path = `/2010-04-01/Accounts/${this.provider.accountSid}/Recordings/${sid}`;
    this.provider.media.set(`${path}.wav`, { contentType: "audio/wav", data });
    this.provider.media.set(`${path}.mp3`, { contentType: "audio/mpeg", data: Buffer.from([0xff, 0xfb, 0x90, 0x64]) });
    return { RecordingSid: sid, RecordingUrl: this.provider.baseUrl + path, RecordingDuration: String(seconds) };
  }

  private async tellRecording(url: string | undefined, fields: Record<string, string>): Promise<void> {
    if (!url) return;
    this.repeatRecording = () => this.provider.post(url, { ...this.fields(), ...fields, RecordingStatus: "completed" });
    await this.repeatRecording();
  }

  /** A dialled phone answers. */
  async dialAnswers(index = 0): Promise<void> {
    const phone = elementsOf(this.at as XmlElement)[index] as XmlElement;
    await this.provider.post(phone.attributes.get("statusCallback") ?? "", {
      ...this.fields(),
      CallSid: this.provider.newSid("CA"),
      ParentCallSid: this.sid,
      CallStatus: "in-progress",
    });
  }

  /** The dial, or the conference that it joined, is over. */
  async dialEnds(status: string, seconds = 0): Promise<void> {
    const dial = this.waits("Dial");
    this.conference = null;
    await this.goTo(dial.attributes.get("action") ?? "", {
      DialCallStatus: status,
      DialCallSid: this.provider.newSid("CA"),
      DialCallDuration: String(seconds),
    });
  }

  /** The other side hangs up, or the call ends otherwise. */
  async end(status: string, seconds: number): Promise<void> {
    if (this.hasEnded) return;
    this.moves++;
    this.at = null;
    this.conference = null;
    this.status = status;
    await this.tellStatus(seconds);
    for (const { url, sid } of this.recordings) await this.tellRecording(url, this.keep(sid, seconds, wav(seconds)));
  }

  /** Tells how the call is, as a repeated or late event does. */
  tellStatus = (seconds: number, status = this.status): Promise<{ status: number; body: string }> =>
    this.provider.post(
      this.statusUrl,
      this.fields({ CallStatus: status, CallDuration: String(seconds), Timestamp: "now" }),
    );

  get hasEnded(): boolean {
    return ["completed", "busy", "no-answer", "failed", "canceled"].includes(this.status);
  }
}

const elementsOf = (element: XmlElement): XmlElement[] =>
  element.children.filter((child): child is XmlElement => typeof child !== "string");

const textOf = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");

/** An element in one line: its name, what it says, and its voice. */
function wordsOf(element: XmlElement): string {
  const words = textOf(element);
  if (element.name === "Pause") return `pause ${element.attributes.get("length") ?? 1}`;
  const rate = elementsOf(element)[0]?.attributes.get("rate");
  const voice = element.attributes.get("voice");
  return [element.name.toLowerCase(), voice && `(${voice}${rate ? ` ${rate}` : ""})`, words].filter(Boolean).join(" ");
}

/** A silent WAV file of so many seconds. */
const wav = (seconds: number): Buffer => writeWav(Buffer.alloc(samplesPerSecond * seconds, 0x80));
