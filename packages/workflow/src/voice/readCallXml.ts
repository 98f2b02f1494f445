import { ownValue } from "../parts/ownValue.ts";
import { isE164, isSip } from "../parts/phone/dialTarget.ts";
import { parsePhone } from "../parts/phone/phone.ts";
import { parseXml, type XmlElement, XmlError } from "./parseXml.ts";
import type { Address, DialTarget, Instruction, Prompt } from "./script.ts";

/** Most verbs in a document. */
const maxVerbs = 100;

/** A document as instructions, or its error and line. */
export type ReadCallXml = { script: Instruction[] } | { problem: string; line: number };

/**
 * Parses a document of the InboundXML dialect (telecom §9): names in any case, unknown attributes ignored, unknown
 * elements refused. `base` is the document's address, for relative addresses.
 */
export function readCallXml(text: string, base?: string): ReadCallXml {
  try {
    const root = parseXml(text);
    if (nameOf(root) !== "response") throw new XmlError(root.line, `<${root.name}> must be <Response>`);
    return { script: new CallXmlReader(base).verbs(root) };
  } catch (error) {
    if (error instanceof XmlError) return { problem: error.message, line: error.line };
    throw error;
  }
}

const nameOf = (element: XmlElement): string => element.name.toLowerCase();

type Read = (element: XmlElement) => Instruction;

class CallXmlReader {
  private readonly base: string | undefined;
  private count = 0;

  constructor(base: string | undefined) {
    this.base = base;
  }

  private readonly readers: Readonly<Record<string, Read>> = {
    say: (element) => this.say(element),
    play: (element) => this.play(element),
    pause: (element) => ({ do: "pause", seconds: this.number(element, "length", 1, 0, 86_400) }),
    playlastrecording: () => ({ do: "playLastRecording" }),
    gather: (element) => this.gather(element),
    getspeech: (element) => this.listen(element),
    sms: (element) => this.sms(element),
    message: (element) => this.sms(element),
    record: (element) => this.record(element),
    dial: (element) => this.dial(element),
    enqueue: (element) => this.enqueue(element),
    redirect: (element) => ({
      do: "redirect",
      action: { url: this.url(element, this.text(element)), method: this.method(element, "method") },
    }),
    reject: (element) => ({
      do: "reject",
      reason: this.attribute(element, "reason")?.toLowerCase() === "busy" ? "busy" : "rejected",
    }),
    hangup: () => ({ do: "hangUp" }),
  };

  verbs(root: XmlElement): Instruction[] {
    return this.elements(root).map((element) => {
      const read = ownValue(this.readers, nameOf(element));
      if (read === undefined) throw new XmlError(element.line, `<${element.name}> is not an element of a call script`);
      this.counted(element);
      return read(element);
    });
  }

  private counted(element: XmlElement): void {
    if (++this.count > maxVerbs) throw new XmlError(element.line, `a document holds at most ${maxVerbs} elements`);
  }

  private say(element: XmlElement): Prompt {
    const text = this.spoken(element);
    if (text === "") throw new XmlError(element.line, "<Say> has nothing to say");
    if (text.length > 4096) throw new XmlError(element.line, "<Say> holds more than 4096 characters");
    const voice = this.attribute(element, "voice");
    return { do: "say", text, ...(voice && { voice }), ...this.loop(element) };
  }

  /** The text of a Say. SSML elements inside it are read as text. */
  private spoken(element: XmlElement): string {
    const words = (one: XmlElement): string =>
      one.children.map((child) => (typeof child === "string" ? child : ` ${words(child)} `)).join("");
    return words(element).replace(/\s+/g, " ").trim();
  }

  private play(element: XmlElement): Prompt {
    return { do: "play", url: this.url(element, this.text(element)), ...this.loop(element) };
  }

  private loop(element: XmlElement): { loop?: number } {
    const loop = this.number(element, "loop", 1, 0, 1_000);
    return loop === 1 ? {} : { loop };
  }

  private prompts(element: XmlElement): Prompt[] {
    return this.elements(element).map((child): Prompt => {
      this.counted(child);
      if (nameOf(child) === "say") return this.say(child);
      if (nameOf(child) === "play") return this.play(child);
      if (nameOf(child) === "pause") return { do: "pause", seconds: this.number(child, "length", 1, 0, 86_400) };
      throw new XmlError(
        child.line,
        `<${child.name}> cannot be inside <${element.name}>. Only Say, Play and Pause can`,
      );
    });
  }

  private listen(element: XmlElement): Instruction {
    const action = this.address(element, "action", "method");
    return {
      do: "listen",
      prompts: this.prompts(element),
      timeoutSeconds: this.number(element, "timeout", 5, 1, 999),
      beep: this.flag(element, "playBeep", false),
      ...(action && { action }),
    };
  }

  private sms(element: XmlElement): Instruction {
    const text = this.text(element);
    if (text === "") throw new XmlError(element.line, `<${element.name}> has no text`);
    if (text.length > 1600) throw new XmlError(element.line, `<${element.name}> holds more than 1600 characters`);
    return { do: "sms", text, ...this.phone(element, "to"), ...this.phone(element, "from") };
  }

  private phone<Name extends string>(element: XmlElement, name: Name): { [N in Name]?: string } {
    const written = this.attribute(element, name);
    if (written === undefined || written === "") return {};
    const parsed = isE164(written) ? { e164: written } : parsePhone(written);
    if ("problem" in parsed)
      throw new XmlError(element.line, `${name} of <${element.name}> is ${written}: ${parsed.problem}`);
    return { [name]: parsed.e164 } as { [N in Name]?: string };
  }

  private gather(element: XmlElement): Instruction {
    const prompts = this.prompts(element);
    const action = this.address(element, "action", "method");
    const finish = this.attribute(element, "finishOnKey") ?? "#";
    const digits = this.attribute(element, "numDigits");
    return {
      do: "gather",
      prompts,
      timeoutSeconds: this.number(element, "timeout", 5, 1, 999),
      finishOnKey: /^[\d*#]?$/.test(finish) ? finish : "#",
      numDigits: digits === undefined ? null : this.number(element, "numDigits", 1, 1, 100),
      // on a time-out the dialect requests with empty digits, unlike TwiML
      next: action ? { by: "address", action, onSilence: true } : { by: "none" },
    };
  }

  private record(element: XmlElement): Instruction {
    const format = this.attribute(element, "fileFormat")?.toLowerCase() === "wav" ? "wav" : "mp3";
    const maxSeconds = this.number(element, "maxLength", 3_600, 1, 14_400);
    if (this.flag(element, "background", true)) return { do: "recordCall", format, maxSeconds };
    const action = this.address(element, "action", "method");
    return {
      do: "record",
      maxSeconds,
      silenceSeconds: this.number(element, "timeout", 5, 1, 600),
      finishOnKey: this.attribute(element, "finishOnKey") ?? "#",
      beep: this.flag(element, "playBeep", false),
      format,
      ...(action && { action }),
    };
  }

  private dial(element: XmlElement): Instruction {
    const targets = [...this.plainTargets(element), ...this.elements(element).map((child) => this.target(child))];
    if (targets.length === 0) throw new XmlError(element.line, "<Dial> has no target");
    const room = this.elements(element).find((child) => nameOf(child) === "conference");
    if (room !== undefined && targets.length > 1)
      throw new XmlError(room.line, "<Conference> must be the only target in <Dial>");
    if (targets.length > 10) throw new XmlError(element.line, "<Dial> rings at most 10 at once");
    const callerId = this.attribute(element, "callerId");
    const action = this.address(element, "action", "method");
    const callback = this.address(element, "callbackUrl", "callbackMethod");
    const music = this.attribute(element, "dialMusic");
    return {
      do: "dial",
      targets,
      ring: this.attribute(element, "sequential")?.toLowerCase() === "true" ? "oneByOne" : "all",
      callerId: this.flag(element, "hideCallerId", false)
        ? { number: "anonymous" }
        : callerId
          ? { number: callerId }
          : "own",
      timeoutSeconds: this.number(element, "timeout", 60, 1, 600),
      limitSeconds: this.number(element, "timeLimit", 14_400, 1, 86_400),
      ...(music && { music: this.url(element, music) }),
      ...(action && { action }),
      ...(callback && { callback }),
    };
  }

  /** `<Dial>+12025550123,+12025550124</Dial>` */
  private plainTargets(element: XmlElement): DialTarget[] {
    return this.text(element)
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map((part) => this.numberOrSip(element, part));
  }

  private numberOrSip(element: XmlElement, text: string): DialTarget {
    if (isSip(text)) return { to: "sip", address: text };
    const parsed = isE164(text) ? { e164: text } : parsePhone(text);
    if ("problem" in parsed)
      throw new XmlError(
        element.line,
        `<${element.name}> holds ${text}: must be a valid SIP address or e164 phone number`,
      );
    return { to: "number", number: parsed.e164 };
  }

  private target(element: XmlElement): DialTarget {
    this.counted(element);
    const text = this.text(element);
    switch (nameOf(element)) {
      case "number":
        return this.numberOrSip(element, text);
      case "sip":
        return this.numberOrSip(element, /^sips?:/i.test(text) ? text : `sip:${text}`);
      case "conference": {
        if (text === "") throw new XmlError(element.line, "<Conference> has no name");
        const music = this.attribute(element, "waitUrl");
        return {
          to: "room",
          name: text,
          muted: this.flag(element, "muted", false),
          beep: this.flag(element, "beep", true),
          starts: this.flag(element, "startConferenceOnEnter", true),
          ends: this.flag(element, "endConferenceOnExit", false),
          ...(music && { music: this.url(element, music) }),
        };
      }
      default:
        throw new XmlError(
          element.line,
          `<${element.name}> cannot be inside <Dial>. Only Number, Sip and Conference can`,
        );
    }
  }

  private enqueue(element: XmlElement): Instruction {
    const queue = this.text(element);
    if (queue === "") throw new XmlError(element.line, "<Enqueue> names no queue");
    const action = this.address(element, "action", "method");
    const music = this.attribute(element, "waitUrl");
    return { do: "enqueue", queue, ...(music && { music: this.url(element, music) }), ...(action && { action }) };
  }

  private address(element: XmlElement, name: string, methodName: string): Address | undefined {
    const url = this.attribute(element, name);
    return url ? { url: this.url(element, url), method: this.method(element, methodName) } : undefined;
  }

  private method(element: XmlElement, name: string): Address["method"] {
    return this.attribute(element, name)?.toUpperCase() === "GET" ? "GET" : "POST";
  }

  private url(element: XmlElement, text: string): string {
    const parsed = URL.canParse(text, this.base) ? new URL(text, this.base) : undefined;
    if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
      throw new XmlError(element.line, `<${element.name}> needs a valid URL`);
    return parsed.href;
  }

  private number(element: XmlElement, name: string, fallback: number, least: number, most: number): number {
    const text = this.attribute(element, name);
    if (text === undefined || text === "") return fallback;
    const value = Number(text);
    if (!Number.isInteger(value) || value < least || value > most)
      throw new XmlError(element.line, `${name} of <${element.name}> must be a whole number from ${least} to ${most}`);
    return value;
  }

  private flag(element: XmlElement, name: string, fallback: boolean): boolean {
    const text = this.attribute(element, name)?.toLowerCase();
    return text === "true" ? true : text === "false" ? false : fallback;
  }

  private attribute(element: XmlElement, name: string): string | undefined {
    const wanted = name.toLowerCase();
    for (const [key, value] of element.attributes) if (key.toLowerCase() === wanted) return value.trim();
    return undefined;
  }

  private text(element: XmlElement): string {
    return element.children
      .filter((child): child is string => typeof child === "string")
      .join("")
      .trim();
  }

  /** The child elements. Text between them is only used where asked for. */
  private elements(element: XmlElement): XmlElement[] {
    return element.children.filter((child): child is XmlElement => typeof child !== "string");
  }
}
