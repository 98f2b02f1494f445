import { ownValue } from "../parts/ownValue.ts";
import { isMissing, noteMissingSound, unknownSound, withoutMissing } from "./callSounds.ts";
import type { Address, Instruction } from "./script.ts";
import { type CallEnd, type CallSession, isMachine, type Waiting } from "./session.ts";
import type { CallEffect, CallParams, CallVerb, LineEvent } from "./verbs.ts";
import { enterMenu, pressInMenu } from "./walkMenus.ts";

/** Limit of instructions per call, to stop loops (telecom §9: loop guard). */
export const maxCallSteps = 500;

/** The result of one event. */
export interface CallAdvance {
  session: CallSession;
  verbs: CallVerb[];
  effects: CallEffect[];
}

/** Moves one call until the line or the outside world must answer. Pure: same arguments, same result. */
export function advanceCall(session: CallSession, event: LineEvent): CallAdvance {
  const walk = new CallWalk(session);
  if (session.end === null) walk.accept(event);
  // the recording of a whole call is only ready after its end, and any other can be late
  else if (event.type === "callRecorded" || event.type === "recordingFetched")
    walk.reportRecording(event.recordingUrl, event.seconds);
  return walk.result();
}

/** State of one call of `advanceCall`: the session and its results. */
class CallWalk {
  private session: CallSession;
  private readonly verbs: CallVerb[] = [];
  private readonly effects: CallEffect[] = [];

  constructor(session: CallSession) {
    this.session = session;
  }

  accept(event: LineEvent): void {
    switch (event.type) {
      case "answered":
        this.answered(event.by);
        return;
      case "notAnswered":
        this.over(event.status, 0);
        return;
      case "hungUp":
        this.over(this.endOfHangUp(), event.seconds);
        return;
      case "connected":
        this.change({ connectedWith: this.session.connectedWith ?? event.with });
        return;
      case "callRecorded":
      case "recordingFetched":
        this.reportRecording(event.recordingUrl, event.seconds);
        return;
      case "broken":
        this.broken(event.reason);
        return;
      default:
        this.goOn(event);
        return;
    }
  }

  /** Other events only matter to the instruction that waits for them. */
  private goOn(event: LineEvent): void {
    const { waits } = this.session;
    if (event.type === "finished" && waits.for === "finish") this.run();
    else if (event.type === "askedCallback" && waits.for === "queue") this.promiseCallback(event.words);
    else if (event.type === "digits" && waits.for === "digits") this.acceptDigits(waits.gather, event.digits);
    else if (event.type === "speech" && waits.for === "speech") {
      // silence is reported too, as the dialect does with digits
      if (waits.listen.action) this.fetch(waits.listen.action, { speechResult: event.speech });
      else this.run();
    } else if (event.type === "recorded" && waits.for === "recording") this.recorded(waits.record, event);
    else if (event.type === "dialEnded" && waits.for === "dial") this.dialEnded(waits.dial, event);
    else if (event.type === "leftQueue" && waits.for === "queue") {
      const { action, place } = waits.enqueue;
      const params = { queueResult: event.result, queueTime: String(event.seconds) };
      if (action) this.fetch(action, params);
      // the rest of the script is for callers that no one answered
      else if (place && event.result === "bridged") this.run([{ do: "hangUp" }]);
      else this.run();
    } else if (event.type === "transferred" && waits.for === "queue") this.run(event.script);
    else if (event.type === "document" && waits.for === "document") this.run(event.script);
    else if (event.type === "soundFound" && waits.for === "sound") {
      this.change({ sounds: [...(this.session.sounds ?? []), waits.url] });
      this.run();
    }
  }

  private answered(by: CallSession["answeredBy"] & string): void {
    if (this.session.waits.for !== "answer") return;
    this.change({ answeredBy: by });
    const { plan } = this.session;
    const machine = isMachine(by);
    if (machine && plan.machineCallback) this.tell("machine", plan.machineCallback, { answeredBy: by });
    const script = machine ? plan.machine : plan.human;
    if (script === null) {
      this.run([{ do: "hangUp" }]);
      return;
    }
    this.run([...(plan.record ? [{ do: "recordCall" as const, format: plan.record }] : []), ...script]);
  }

  private acceptDigits(gather: Extract<Instruction, { do: "gather" }>, digits: string): void {
    this.change({ keys: this.session.keys + digits });
    const { next } = gather;
    if (next.by === "address") {
      if (digits === "" && !next.onSilence) this.run();
      else this.fetch(next.action, { digits });
      return;
    }
    if (next.by === "menu") {
      this.pressed(digits);
      return;
    }
    if (next.by === "none" || digits === "") {
      this.run();
      return;
    }
    const chosen = Object.hasOwn(next.keys, digits) ? next.keys[digits] : next.other;
    this.run([...(chosen ?? []), ...this.session.rest]);
  }

  /** A key in a menu, or silence. */
  private pressed(digits: string): void {
    const { plan, menu } = this.session;
    if (plan.menus === undefined || menu === undefined) {
      this.run();
      return;
    }
    const { place, script } = pressInMenu(plan.menus, menu, digits);
    this.change({ menu: place });
    this.run(script);
  }

  private recorded(
    { action }: Extract<Instruction, { do: "record" }>,
    event: Extract<LineEvent, { type: "recorded" }>,
  ): void {
    const { recordingUrl, seconds, digits = "" } = event;
    if (recordingUrl !== undefined) this.reportRecording(recordingUrl, seconds);
    if (!action || recordingUrl === undefined) {
      this.run();
      return;
    }
    this.fetch(action, { ...recordingParams(recordingUrl, seconds), digits });
  }

  private dialEnded(
    { action, callback }: Extract<Instruction, { do: "dial" }>,
    event: Extract<LineEvent, { type: "dialEnded" }>,
  ): void {
    const params = { dialCallStatus: statusWord(event.status), dialCallDuration: String(event.seconds) };
    if (callback) this.tell("dial", callback, params);
    if (action) this.fetch(action, params);
    else this.run();
  }

  /** The fallback is used once. After that a broken script ends the call, and a missing sound is skipped (spec 2 §3.3). */
  private broken(reason: string): void {
    const { waits, usedFallback, plan } = this.session;
    const { fallback } = plan;
    this.change(waits.for === "sound" ? noteMissingSound(this.session, waits.url, reason) : { because: reason });
    if (fallback === undefined || usedFallback) {
      if (waits.for === "sound") this.run();
      else this.run([{ do: "hangUp" }]);
      return;
    }
    this.change({ usedFallback: true });
    this.fetch(fallback, { errorReason: reason }, true);
  }

  /** A caller who asked to be called back hears so, and the call ends. */
  private promiseCallback(words: string | undefined): void {
    this.run([...(words === undefined ? [] : [{ do: "say" as const, text: words }]), { do: "hangUp" }]);
  }

  /** Runs instructions until the line or the outside world must answer. */
  private run(script: readonly Instruction[] = this.session.rest): void {
    let rest = script;
    while (true) {
      const [next, ...after] = rest;
      if (next === undefined) {
        this.change({ rest: [] });
        // the end of a script ends the call, after its prompts were played
        this.instructLine({ do: "hangUp" }, { for: "nothing" });
        return;
      }
      rest = after;
      this.change({ rest, steps: this.session.steps + 1 });
      if (this.session.steps > maxCallSteps) {
        this.change({ because: `more than ${maxCallSteps} instructions in one call`, rest: [] });
        this.instructLine({ do: "hangUp" }, { for: "nothing" });
        return;
      }
      const sound = unknownSound(this.session, next);
      if (sound !== undefined) {
        this.checkSound(sound, [next, ...rest]);
        return;
      }
      if (next.do === "goTo") {
        const part = ownValue(this.session.plan.labels, next.label);
        if (part === undefined) {
          this.broken(`the script has no part ${next.label}`);
          return;
        }
        rest = part;
      } else if (next.do === "stopCalls" || next.do === "enrol" || next.do === "sms") {
        // what was said before comes first
        if (this.verbs.length > 0) {
          this.waitForLine([next, ...rest]);
          return;
        }
        const { own, contact } = this.session;
        this.effects.push(next.do === "sms" ? { ...next, to: next.to ?? contact, from: next.from ?? own } : next);
      } else if (this.carryOut(next)) return;
    }
  }

  /** Plays pending prompts first. */
  private checkSound(url: string, rest: readonly Instruction[]): void {
    if (this.verbs.length > 0) {
      this.waitForLine(rest);
      return;
    }
    this.change({ rest, waits: { for: "sound", url } });
    this.effects.push({ do: "checkSound", url });
  }

  /** Returns true when the walk ends here. */
  private carryOut(next: Exclude<Instruction, { do: "goTo" | "stopCalls" | "enrol" | "sms" }>): boolean {
    switch (next.do) {
      case "say":
      case "play":
      case "pause":
        if (!isMissing(this.session, next)) this.verbs.push(next);
        return false;
      case "recordCall":
        this.verbs.push(next);
        return false;
      case "playLastRecording": {
        const { recordingUrl } = this.session;
        if (recordingUrl === undefined) this.effects.push({ do: "note", note: "nothingRecorded" });
        else this.verbs.push({ do: "play", url: recordingUrl, recorded: true });
        return false;
      }
      case "gather": {
        const { next: _next, ...verb } = next;
        return this.instructLineAnd(withoutMissing(this.session, verb), { for: "digits", gather: next });
      }
      case "menu":
        return this.hearMenu(next.menu);
      case "listen": {
        const { action: _action, ...verb } = next;
        return this.instructLineAnd(withoutMissing(this.session, verb), { for: "speech", listen: next });
      }
      case "record": {
        const { action: _action, voicemail: _voicemail, ...verb } = next;
        return this.instructLineAnd(verb, { for: "recording", record: next });
      }
      case "dial":
        return this.instructLineAnd(this.dialVerb(next), { for: "dial", dial: next });
      case "enqueue": {
        const { action: _action, ...verb } = next;
        return this.instructLineAnd(verb, { for: "queue", enqueue: next });
      }
      case "redirect":
        if (this.verbs.length > 0) this.waitForLine([next, ...this.session.rest]);
        else this.fetch(next.action, {});
        return true;
      case "reject":
      case "hangUp":
        this.change({ rest: [] });
        return this.instructLineAnd(next, { for: "nothing" });
    }
  }

  /** Plays the menu and waits for one key. The rest of the script is dropped. */
  private hearMenu(name: string | undefined): true {
    const book = this.session.plan.menus;
    const place = book && enterMenu(book, this.session.menu, name);
    const menu = place && ownValue(book?.menus, place.menu);
    if (menu === undefined) {
      this.broken(`the script has no menu ${name ?? place?.menu ?? ""}`.trim());
      return true;
    }
    const rule = { timeoutSeconds: book?.timeoutSeconds ?? 0, finishOnKey: "", numDigits: 1 };
    this.change({ menu: place, rest: [] });
    // the prompts are already in the plan, and the session is written at every step
    const gather = { do: "gather" as const, prompts: [], next: { by: "menu" as const }, ...rule };
    return this.instructLineAnd({ do: "gather", prompts: menu.prompts, ...rule }, { for: "digits", gather });
  }

  private dialVerb({ callerId, ...dial }: Extract<Instruction, { do: "dial" }>): CallVerb {
    const { targets, ring, timeoutSeconds, limitSeconds, music } = dial;
    const { own, contact } = this.session;
    const shown = callerId === "own" ? own : callerId === "contact" ? contact : callerId.number;
    return {
      do: "dial",
      targets,
      ring,
      callerId: shown,
      timeoutSeconds,
      limitSeconds,
      ...(music !== undefined && { music }),
    };
  }

  /** The line finishes its instructions, then the script continues with these. */
  private waitForLine(rest: readonly Instruction[]): void {
    this.change({ rest, waits: { for: "finish" } });
  }

  private instructLine(verb: CallVerb, waits: Waiting): void {
    this.verbs.push(verb);
    this.change({ waits });
  }

  private instructLineAnd(verb: CallVerb, waits: Waiting): true {
    this.instructLine(verb, waits);
    return true;
  }

  private fetch(address: Address, more: CallParams, isFallback = false): void {
    this.change({ waits: { for: "document", isFallback } });
    this.effects.push({ do: "fetchScript", ...address, params: { ...this.params(), ...more } });
  }

  private tell(event: "status" | "record" | "machine" | "dial", address: Address, more: CallParams): void {
    this.effects.push({ do: "callback", event, ...address, params: { ...this.params(), ...more } });
  }

  reportRecording(recordingUrl: string, seconds: number): void {
    this.change({ recordingUrl });
    const { recordCallback } = this.session.plan;
    if (recordCallback) this.tell("record", recordCallback, recordingParams(recordingUrl, seconds));
  }

  /** A caller who hangs up while waiting, without having talked to anyone, has abandoned the call. */
  private endOfHangUp(): CallEnd {
    const { waits, direction, connectedWith } = this.session;
    if (waits.for === "answer") return "cancelled";
    const awaitsPerson =
      waits.for === "queue" || (waits.for === "dial" && waits.dial.targets.some(({ to }) => to !== "room"));
    return direction === "in" && awaitsPerson && connectedWith === undefined ? "abandoned" : "completed";
  }

  private over(end: CallEnd, seconds: number): void {
    this.change({ end, rest: [], waits: { for: "nothing" } });
    const { statusCallback } = this.session.plan;
    if (statusCallback) this.tell("status", statusCallback, { callDuration: String(seconds) });
  }

  private params(): CallParams {
    const { accountSid, callId, direction, own, contact, end, answeredBy, waits } = this.session;
    return {
      accountSid,
      callSid: callId,
      from: direction === "out" ? own : contact,
      to: direction === "out" ? contact : own,
      direction: direction === "out" ? "outbound" : "inbound",
      callStatus: end !== null ? statusWord(end) : waits.for === "answer" ? "ringing" : "in-progress",
      ...(answeredBy !== null && { answeredBy: answeredByWord(answeredBy) }),
    };
  }

  private change(change: Partial<CallSession>): void {
    this.session = { ...this.session, ...change };
  }

  result(): CallAdvance {
    return { session: this.session, verbs: this.verbs, effects: this.effects };
  }
}

const recordingParams = (recordingUrl: string, seconds: number): CallParams => ({
  recordingUrl,
  recordingDuration: String(seconds),
});

/** How a call ended, in the terms of the InboundXML family. */
export function statusWord(end: CallEnd): string {
  if (end === "noAnswer") return "no-answer";
  // the dialect has no term for it
  if (end === "abandoned") return "completed";
  return end === "cancelled" ? "canceled" : end;
}

/** Who answered, in the terms of the InboundXML family. */
export const answeredByWord = (by: NonNullable<CallSession["answeredBy"]>): string =>
  isMachine(by) ? (by === "fax" ? "fax" : "machine") : by;
