import { answerTo, commands, cString, type Pdu, PduReader, writePdu } from "../smpp/pdu.ts";
import type { SmppSettings } from "../smpp/smppCarrier.ts";
import type { Line } from "../smpp/smppSession.ts";

/** Settings of a session without a pace. */
export const usualSettings: SmppSettings = {
  systemId: "us",
  password: "secret",
  systemType: "",
  window: 10,
  perSecond: null,
  enquireSeconds: 30,
  defaultAlphabet: "gsm7",
  concatenation: "udh8",
  idForm: "same",
  sourceTon: 1,
  sourceNpi: 1,
  destinationTon: 1,
  destinationNpi: 1,
};

/** What the SMSC does with a submit. */
type Reaction = { status: number; id?: string } | "silent" | "drop";

/** An SMSC in memory with configurable answers to submits. Every connection is a new line. */
export class MemorySmsc {
  /** Answers to submits. The default is to accept. */
  react: (pdu: Pdu, count: number) => Reaction = () => ({ status: 0 });
  bindStatus = 0;
  submits: Pdu[] = [];
  heard: Pdu[] = [];
  private current: { send(pdu: Pdu): void; drop(): void } | null = null;

  connect = async (): Promise<Line> => {
    const takers: { data?: (bytes: Buffer) => void; close?: () => void } = {};
    const reader = new PduReader();
    let open = true;
    const send = (pdu: Pdu) => queueMicrotask(() => open && takers.data?.(writePdu(pdu)));
    const drop = () => {
      if (!open) return;
      open = false;
      queueMicrotask(() => takers.close?.());
    };
    this.current = { send, drop };
    return {
      write: (bytes) => {
        for (const pdu of reader.push(bytes)) this.take(pdu, send, drop);
      },
      on(event: string, take: unknown) {
        Object.assign(takers, { [event]: take });
      },
      end: drop,
      destroy: drop,
    };
  };

  private take(pdu: Pdu, send: (pdu: Pdu) => void, drop: () => void): void {
    this.heard.push(pdu);
    const answer = (result: number, body: Buffer = Buffer.alloc(0)) =>
      send({ command: answerTo(pdu.command), status: result, sequence: pdu.sequence, body });
    if (pdu.command === commands.bindTransceiver) answer(this.bindStatus, cString("smsc"));
    else if (pdu.command === commands.submitSm) {
      this.submits.push(pdu);
      const reaction = this.react(pdu, this.submits.length);
      if (reaction === "drop") drop();
      else if (reaction !== "silent")
        answer(
          reaction.status,
          reaction.status === 0 ? cString(reaction.id ?? `id-${this.submits.length}`) : undefined,
        );
    } else if (pdu.command < 0x80000000) answer(0);
  }

  say(pdu: Pdu): void {
    this.current?.send(pdu);
  }

  drop(): void {
    this.current?.drop();
  }
}
