import type { AddressInfo } from "node:net";
import smpp, { type SmppSession, type SmppUnit } from "smpp";
import type { OwnCertificate } from "./certificate.ts";

/** What the SMSC does with one submit. */
type SmscDoing =
  | "accept"
  /** Takes it, then drops the connection without an answer. */
  | "acceptAndDrop"
  /** Takes it, and tells the receipt before the answer. */
  | "receiptFirst"
  /** Takes it, and tells the receipt three times. */
  | "repeat"
  /** Takes it, and answers late. */
  | "slow"
  /** Takes nothing. */
  | { status: number };

/** A submit that was taken. */
interface AcceptedSubmit {
  id: string;
  from: string;
  to: string;
  text: string;
  reference: number | undefined;
  unit: SmppUnit;
}

/** An SMSC on loopback for tests, spoken by another implementation of the protocol than ours. */
export interface Smsc {
  port: number;
  /** What it does with a submit; accepts by default. */
  does(unit: SmppUnit, count: number): SmscDoing;
  /** The state in receipts; DELIVRD by default, null for none. */
  stateOf(taken: AcceptedSubmit): string | null;
  /** How receipts write ids; as in the response by default. */
  receiptId(id: string): string;
  /** Receipts repeat the reference that was given along. */
  echoes: boolean;
  password: string;
  readonly taken: AcceptedSubmit[];
  readonly submits: number;
  readonly binds: number;
  /** Who bound, one after the other. */
  readonly systemIds: readonly string[];
  readonly bound: number;
  /** Most submits that waited for their answer at once. */
  readonly mostUnderWay: number;
  /** Sends a PDU to the bound session; resolves with the status of the response. */
  bring(fields: Record<string, unknown>): Promise<number>;
  drop(): void;
  stop(): Promise<void>;
}

const answerAfterMs = 2;

/** Starts it on a port of its own; with a certificate it speaks TLS. */
export async function startSmsc(certificate?: OwnCertificate): Promise<Smsc> {
  const sessions = new Set<SmppSession>();
  const state = { submits: 0, binds: 0, mostUnderWay: 0 };
  const systemIds: string[] = [];
  const waiting = new WeakMap<SmppSession, number>();
  const drop = (session: SmppSession) => {
    sessions.delete(session);
    session.destroy();
  };
  const later = (ms: number, run: () => void) => void setTimeout(run, ms).unref();
  const server = smpp.createServer({ ...certificate }, (session) => {
    session.setMaxListeners(0);
    session.on("error", () => session.destroy());
    session.on("close", () => sessions.delete(session));
    session.on("bind_transceiver", (unit: SmppUnit) => {
      state.binds++;
      systemIds.push(unit.system_id ?? "");
      if (unit.password !== smsc.password) {
        session.send(unit.response({ command_status: 0x0e }));
        return session.close();
      }
      sessions.add(session);
      session.send(unit.response({ system_id: "smsc" }));
    });
    session.on("enquire_link", (unit: SmppUnit) => session.send(unit.response()));
    session.on("unbind", (unit: SmppUnit) => {
      session.send(unit.response());
      session.close();
    });
    session.on("submit_sm", (unit: SmppUnit) => take(session, unit));
  });

  function take(session: SmppSession, unit: SmppUnit): void {
    const doing = smsc.does(unit, ++state.submits);
    const wait = (by: number) => waiting.set(session, (waiting.get(session) ?? 0) + by).get(session) ?? 0;
    state.mostUnderWay = Math.max(state.mostUnderWay, wait(1));
    const answer = (fields: Record<string, unknown>) => {
      wait(-1);
      session.send(unit.response(fields));
    };
    if (typeof doing === "object") {
      later(answerAfterMs, () => answer({ command_status: doing.status }));
      return;
    }
    const taken = takenOf(unit, smsc.taken.length);
    smsc.taken.push(taken);
    if (doing === "acceptAndDrop") {
      drop(session);
      later(30, () => sendReceipt(taken));
      return;
    }
    if (doing === "receiptFirst") sendReceipt(taken);
    later(doing === "slow" ? 60 : answerAfterMs, () => answer({ message_id: taken.id }));
    if (doing !== "receiptFirst")
      for (let times = doing === "repeat" ? 3 : 1; times > 0; times--) later(10 * times, () => sendReceipt(taken));
  }

  /** Sends a receipt, repeatedly until it is accepted. */
  function sendReceipt(taken: AcceptedSubmit): void {
    const stat = smsc.stateOf(taken);
    if (stat === null) return;
    const [session] = sessions;
    const again = () => later(30, () => sendReceipt(taken));
    if (session === undefined) {
      again();
      return;
    }
    const text = `id:${smsc.receiptId(taken.id)} sub:001 dlvrd:001 submit date:2611212138 done date:2611212139 stat:${stat} err:000 text:${taken.text.slice(0, 20)}`;
    let answered = false;
    session.deliver_sm(
      {
        source_addr_ton: 1,
        source_addr_npi: 1,
        source_addr: taken.to,
        dest_addr_ton: 1,
        dest_addr_npi: 1,
        destination_addr: taken.from,
        esm_class: 4,
        short_message: Buffer.from(text),
        ...(smsc.echoes && taken.reference !== undefined ? { user_message_reference: taken.reference } : {}),
      },
      (unit) => {
        answered = true;
        if (unit.command_status !== 0) again();
      },
    );
    session.once("close", () => {
      if (!answered) again();
    });
  }

  const smsc: Smsc = {
    port: 0,
    does: () => "accept",
    stateOf: () => "DELIVRD",
    receiptId: (id) => id,
    echoes: false,
    password: "secret",
    taken: [],
    systemIds,
    get submits() {
      return state.submits;
    },
    get binds() {
      return state.binds;
    },
    get bound() {
      return sessions.size;
    },
    get mostUnderWay() {
      return state.mostUnderWay;
    },
    bring: (fields) =>
      new Promise((resolve, reject) => {
        const [session] = sessions;
        if (session === undefined) return reject(new Error("no session is bound"));
        const ended = () => reject(new Error("the connection ended"));
        session.once("close", ended);
        session.deliver_sm(
          { source_addr_ton: 1, source_addr_npi: 1, dest_addr_ton: 1, dest_addr_npi: 1, ...fields },
          (unit) => {
            session.off("close", ended);
            resolve(unit.command_status);
          },
        );
      }),
    drop() {
      for (const session of sessions) drop(session);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of server.sessions) session.destroy();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  smsc.port = (server.address() as AddressInfo).port;
  return smsc;
}

function takenOf(unit: SmppUnit, index: number): AcceptedSubmit {
  const text = unit.short_message?.message ?? "";
  return {
    // hexadecimal, with letters in it, and with zeros in front
    id: (0xabc000 + index).toString(16).toUpperCase().padStart(10, "0"),
    from: unit.source_addr ?? "",
    to: unit.destination_addr ?? "",
    text: typeof text === "string" ? text : text.toString("latin1"),
    reference: unit.user_message_reference,
    unit,
  };
}
