import type { CarrierClock } from "../carrier.ts";
import { answerTo, BrokenPdu, commands, isAnswer, type Pdu, PduReader, writeBind, writePdu } from "./pdu.ts";
import { describeStatus, status } from "./statuses.ts";

/** An open socket, as far as a session needs it. */
export interface Line {
  write(bytes: Buffer): unknown;
  on(event: "data", take: (bytes: Buffer) => void): unknown;
  on(event: "close", take: () => void): unknown;
  on(event: "error", take: (error: Error) => void): unknown;
  end(): unknown;
  destroy(): unknown;
}

/** How an own command ended. */
export type Answer =
  | { answered: Pdu }
  /** The connection had ended before anything was written: the carrier certainly took nothing. */
  | { answered: null; wrote: false }
  /** Written, and no answer in time or before the connection ended. */
  | { answered: null; wrote: true };

export interface SessionOptions {
  line: Line;
  clock: CarrierClock;
  /** A command without an answer for this long is given up. */
  answerWithinMs: number;
  /** After this much silence the carrier is asked whether it is there. */
  enquireEveryMs: number;
  /** A text or receipt; the status that it is answered with, once it is stored. */
  deliver(pdu: Pdu): Promise<number>;
  /** An answer that came after its command had been given up. */
  late(pdu: Pdu): void;
  /** The connection has ended, with the reason. Called once. */
  ended(why: string): void;
}

interface Asked {
  resolve(answer: Answer): void;
  cancel(): void;
}

const mostSequence = 0x7fffffff;
/** A carrier that does not unbind is disconnected. */
const goodByeMs = 2_000;
const nothing = Buffer.alloc(0);

/** One connection to an SMSC: commands with their answers, and what the carrier brings meanwhile. It ends once and is not opened again. */
export class SmppSession {
  private readonly options: SessionOptions;
  private readonly reader = new PduReader();
  private readonly asked = new Map<number, Asked>();
  private sequence = 0;
  private over = false;
  private bound = false;
  private stopEnquiring = () => {};

  constructor(options: SessionOptions) {
    this.options = options;
    const { line } = options;
    line.on("data", (bytes) => this.read(bytes));
    line.on("error", (error) => this.end(`the connection broke off (${error.message})`));
    line.on("close", () => this.end("the carrier closed the connection"));
  }

  get isOver(): boolean {
    return this.over;
  }

  /** Commands that wait for their answer. */
  get underWay(): number {
    return this.asked.size;
  }

  /** Binds as a transceiver; the words of the refusal, or null. */
  async bind(as: { systemId: string; password: string; systemType: string }): Promise<string | null> {
    const answer = await this.ask(commands.bindTransceiver, writeBind(as));
    if (answer.answered === null)
      return this.over ? "the carrier closed the connection" : "the carrier did not answer the bind";
    if (answer.answered.status !== status.ok) return describeStatus(answer.answered.status);
    this.bound = true;
    this.rest();
    return null;
  }

  /** Sends a command and waits for its answer. `sequenceTaken` hears under which number it goes, before it is written. */
  ask(command: number, body: Buffer, sequenceTaken: (sequence: number) => void = () => {}): Promise<Answer> {
    if (this.over) return Promise.resolve({ answered: null, wrote: false });
    this.sequence = this.sequence >= mostSequence ? 1 : this.sequence + 1;
    const { sequence } = this;
    sequenceTaken(sequence);
    return new Promise((resolve) => {
      const cancel = this.options.clock.after(this.options.answerWithinMs, () => {
        this.asked.delete(sequence);
        resolve({ answered: null, wrote: true });
      });
      this.asked.set(sequence, { resolve, cancel });
      this.write({ command, status: status.ok, sequence, body });
    });
  }

  /** Unbinds and closes. */
  async unbind(): Promise<void> {
    if (this.bound)
      await Promise.race([
        this.ask(commands.unbind, nothing),
        new Promise<void>((resolve) => this.options.clock.after(goodByeMs, resolve)),
      ]);
    this.end("it was closed here");
  }

  /** Closes at once; everything under way is in doubt. */
  end(why: string): void {
    if (this.over) return;
    this.over = true;
    this.stopEnquiring();
    this.options.line.end();
    // what was written last is to arrive
    this.options.clock.after(1_000, () => this.options.line.destroy());
    for (const { resolve, cancel } of this.asked.values()) {
      cancel();
      resolve({ answered: null, wrote: true });
    }
    this.asked.clear();
    this.options.ended(why);
  }

  private write(pdu: Pdu): void {
    if (!this.over) this.options.line.write(writePdu(pdu));
  }

  private read(bytes: Buffer): void {
    try {
      for (const pdu of this.reader.push(bytes)) if (!this.over) this.take(pdu);
    } catch (error) {
      this.end(error instanceof BrokenPdu ? `the carrier sent no SMPP: ${error.message}` : String(error));
    }
    if (!this.over && this.bound) this.rest();
  }

  private take(pdu: Pdu): void {
    if (isAnswer(pdu.command)) this.receiveAnswer(pdu);
    else if (pdu.command === commands.deliverSm || pdu.command === commands.dataSm)
      void this.options.deliver(pdu).then((result) => this.answer(pdu, result, Buffer.from([0])));
    else if (pdu.command === commands.enquireLink) this.answer(pdu, status.ok);
    else if (pdu.command === commands.unbind) {
      this.answer(pdu, status.ok);
      this.end("the carrier ended the bind");
    } else
      this.write({
        command: commands.genericNack,
        status: status.invalidCommand,
        sequence: pdu.sequence,
        body: nothing,
      });
  }

  private receiveAnswer(pdu: Pdu): void {
    const asked = this.asked.get(pdu.sequence);
    if (asked === undefined) {
      this.options.late(pdu);
      return;
    }
    this.asked.delete(pdu.sequence);
    asked.cancel();
    asked.resolve({ answered: pdu });
  }

  private answer({ command, sequence }: Pdu, result: number, body: Buffer = nothing): void {
    this.write({ command: answerTo(command), status: result, sequence, body });
  }

  /** Waits for silence, then asks whether the carrier is there; one that does not answer is gone. */
  private rest(): void {
    this.stopEnquiring();
    this.stopEnquiring = this.options.clock.after(this.options.enquireEveryMs, () => {
      void this.ask(commands.enquireLink, nothing).then(({ answered }) => {
        if (answered === null) this.end("the carrier stopped answering");
      });
    });
  }
}
