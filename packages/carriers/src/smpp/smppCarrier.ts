import {
  type CarrierClock,
  type ConnectionCarrier,
  type ConnectionHealth,
  type LookUp,
  newHealth,
  type OutgoingText,
  type SendResult,
} from "../carrier.ts";
import { cutParts, type TextPart, type TextSettings } from "./cutParts.ts";
import { answerKey } from "./messageIds.ts";
import {
  commands,
  numberTlv,
  type Pdu,
  readDataSm,
  readName,
  readShortMessage,
  tags,
  writeShortMessage,
} from "./pdu.ts";
import { type Delivery, type DeliverySettings, readDelivery } from "./readDelivery.ts";
import { type Line, SmppSession } from "./smppSession.ts";
import { failureOf, isThrottle, status, statusName } from "./statuses.ts";

/** Settings of one SMSC. */
export interface SmppSettings extends TextSettings, DeliverySettings {
  systemId: string;
  password: string;
  systemType: string;
  /** Window: submits that wait for an answer at once. */
  window: number;
  /** Segments a second; null: no limit. */
  perSecond: number | null;
  /** Texts to the United States are taken from registered numbers alone. */
  demandsRegistration?: boolean;
  enquireSeconds: number;
  sourceTon: number;
  sourceNpi: number;
  destinationTon: number;
  destinationNpi: number;
}

/** A part that the carrier took. */
export interface AcceptedPart {
  accountId: string;
  messageId: string;
  number: number;
  total: number;
  carrierRef: string;
  /** The id as receipts are compared with it. */
  key: string;
}

/** Something received from the carrier, with its key for deduplication. */
export interface CarrierDelivery {
  delivery: Exclude<Delivery, { kind: "nothing" }>;
  /** The connection's session and the number within it. */
  session: number;
  sequence: number;
  /** What it consists of, octet by octet. */
  digest: string;
}

/** The carrier's persistent state and event sink. Durable when a promise resolves. */
export interface SmppStore {
  keep(part: AcceptedPart): Promise<void>;
  /** The name of a message whose every part was taken; null while that is not known. */
  find(message: { accountId: string; messageId: string }): Promise<string | null>;
  take(brought: readonly CarrierDelivery[]): Promise<void>;
}

export interface SmppOptions {
  name: string;
  accountId: string;
  settings: SmppSettings;
  store: SmppStore;
  clock: CarrierClock;
  /** Opens the socket. Throws an error with a readable message. */
  connect(): Promise<Line>;
  digest(bytes: Buffer): string;
  answerWithinMs?: number;
  /** Between the end of a connection and the next try, growing up to sixteen times as long. */
  reconnectMs?: number;
  /** Backoff after a throttle, doubled while throttling continues. */
  restMs?: number;
}

const longestRestMs = 30_000;
/** Tries of a part after the first, which must not be given up as long as there is hope: the others are out. */
const mostTries = 8;

/** Opens a connection that is kept: it binds, sends, hears, and binds again whenever it ends. */
export function smppCarrier(options: SmppOptions): ConnectionCarrier {
  return new Smpp(options);
}

class Smpp implements ConnectionCarrier {
  readonly name: string;
  readonly accountId: string;
  readonly forgetsAfterMs = 15 * 60_000;
  private readonly options: SmppOptions;
  private readonly settings: SmppSettings;
  private session: SmppSession | null = null;
  private sessions = 0;
  private stopped = false;
  private failures = 0;
  private restUntil = 0;
  private rests = 0;
  private sending = 0;
  private reference = 0;
  private waiting: { brought: CarrierDelivery; resolve(status: number): void }[] = [];
  private storing = false;
  private readonly given = new Map<number, AcceptedPart & { session: number }>();
  private readonly now = newHealth();
  private cancelNext = () => {};

  constructor(options: SmppOptions) {
    this.options = options;
    this.settings = options.settings;
    this.name = options.name;
    this.accountId = options.accountId;
    void this.open();
  }

  /** Segments a second over the whole connection. */
  get pace(): number | null {
    return this.settings.perSecond;
  }

  get demandsRegistration(): boolean {
    return this.settings.demandsRegistration ?? false;
  }

  /** One at a time during throttling, until a text is accepted. */
  get room(): number {
    if (this.session === null || this.stopped || this.options.clock.now() < this.restUntil) return 0;
    return Math.max(0, (this.rests > 0 ? 1 : this.settings.window) - this.sending);
  }

  paceOf(): null {
    return null;
  }

  health(): ConnectionHealth {
    return { ...this.now, underWay: this.session?.underWay ?? 0 };
  }

  async lookUp(message: { accountId: string; messageId: string }): Promise<LookUp> {
    const carrierRef = await this.options.store.find(message).catch(() => null);
    return carrierRef === null ? { found: "unknown" } : { found: true, carrierRef };
  }

  async send(text: OutgoingText): Promise<SendResult> {
    if (text.mediaUrl !== null) return refused("carrier_no_pictures", null);
    this.sending++;
    try {
      return await this.submitAll(text);
    } finally {
      this.sending--;
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.cancelNext();
    const { clock } = this.options;
    const patient = clock.now() + (this.options.answerWithinMs ?? 30_000);
    // what is under way is answered first
    while (this.sending > 0 && this.session !== null && clock.now() < patient)
      await new Promise<void>((resolve) => clock.after(10, resolve));
    await this.session?.unbind();
    this.now.state = "stopped";
  }

  private async submitAll(text: OutgoingText): Promise<SendResult> {
    this.reference = (this.reference + 1) & 0xffff;
    const parts = cutParts(text.text, text.encoding, this.settings, this.reference);
    const refs: string[] = [];
    for (const [index, part] of parts.entries()) {
      const result = await this.submitPart(text, part, { number: index + 1, total: parts.length });
      if ("carrierRef" in result) refs.push(result.carrierRef);
      // some parts are already sent, so the text must not be sent again
      else if (index > 0 && result.outcome === "refused")
        return refused("carrier_rejected", `${result.code ?? ""} at part ${index + 1} of ${parts.length}`.trim());
      else return result;
    }
    return { outcome: "accepted", carrierRef: refs[0] ?? "" };
  }

  private async submitPart(
    text: OutgoingText,
    part: TextPart,
    of: { number: number; total: number },
  ): Promise<SendResult> {
    for (let tries = 1; ; tries++) {
      const result = await this.submitOnce(text, part, of);
      const isTemporary = result.outcome === "refused" && temporary.has(result.failure);
      if (!isTemporary || of.number === 1 || tries >= mostTries || this.stopped) return result;
      await new Promise<void>((resolve) => this.options.clock.after(this.restMs * 2 ** (tries - 1), resolve));
    }
  }

  private async submitOnce(
    text: OutgoingText,
    part: TextPart,
    of: { number: number; total: number },
  ): Promise<SendResult> {
    const { session, settings } = this;
    if (session === null) return refused("carrier_unavailable", null);
    const body = writeShortMessage({
      ...part,
      source: { ton: settings.sourceTon, npi: settings.sourceNpi, digits: digitsOf(text.from) },
      destination: { ton: settings.destinationTon, npi: settings.destinationNpi, digits: digitsOf(text.to) },
      esmClass: part.esmClass,
      registered: 1,
      tlvs: new Map([[tags.userMessageReference, numberTlv(referenceOf(text.messageId), 2)], ...part.tlvs]),
    });
    let sequence = 0;
    const named = { accountId: text.accountId, messageId: text.messageId, ...of };
    const answer = await session.ask(commands.submitSm, body, (number) => {
      sequence = number;
    });
    if (answer.answered === null) {
      if (!answer.wrote) return refused("carrier_unavailable", null);
      // the answer may still come on this connection
      if (!session.isOver) this.given.set(sequence, { ...named, carrierRef: "", key: "", session: this.sessions });
      return { outcome: "in_doubt" };
    }
    return this.readAnswer(answer.answered, named);
  }

  private async readAnswer(answer: Pdu, of: Omit<AcceptedPart, "carrierRef" | "key">): Promise<SendResult> {
    if (answer.status !== status.ok || answer.command === commands.genericNack) {
      this.now.refused++;
      if (isThrottle(answer.status)) this.rest();
      return refused(failureOf(answer.status), statusName(answer.status));
    }
    this.rests = 0;
    this.now.sent++;
    const carrierRef = readName(answer.body);
    try {
      await this.options.store.keep({ ...of, carrierRef, key: answerKey(carrierRef, this.settings.idForm) });
      return { outcome: "accepted", carrierRef };
    } catch {
      // accepted, but its id could not be saved
      return { outcome: "in_doubt" };
    }
  }

  private get restMs(): number {
    return this.options.restMs ?? 1_000;
  }

  private rest(): void {
    const now = this.options.clock.now();
    this.now.throttledAt = now;
    // answers to what was under way already are one and the same throttle
    if (now < this.restUntil) return;
    this.restUntil = now + Math.min(longestRestMs, this.restMs * 2 ** this.rests);
    this.rests++;
  }

  private async open(): Promise<void> {
    const { clock, settings } = this.options;
    this.now.state = "connecting";
    const sessionNumber = ++this.sessions;
    try {
      const line = await this.options.connect();
      const session = new SmppSession({
        line,
        clock,
        answerWithinMs: this.options.answerWithinMs ?? 30_000,
        enquireEveryMs: settings.enquireSeconds * 1_000,
        deliver: (pdu) => this.deliver(pdu, sessionNumber),
        late: (pdu) => void this.receiveLate(pdu, sessionNumber),
        ended: (why) => this.ended(session, why),
      });
      if (this.stopped) return session.end("it was closed here");
      const problem = await session.bind(settings);
      if (problem !== null) {
        session.end(problem);
        return this.again(problem);
      }
      if (session.isOver) return this.again("the carrier closed the connection");
      this.session = session;
      this.failures = 0;
      this.now.state = "bound";
      this.now.boundAt = clock.now();
    } catch (error) {
      this.again(error instanceof Error ? error.message : String(error));
    }
  }

  private ended(session: SmppSession, why: string): void {
    this.given.clear();
    // the opener of a connection reports a failed bind
    if (this.session !== session) return;
    this.session = null;
    this.again(why);
  }

  private again(words: string): void {
    this.now.boundAt = null;
    if (this.stopped) return;
    this.now.state = "waiting";
    this.now.lastError = { at: this.options.clock.now(), words };
    const pauseMs = (this.options.reconnectMs ?? 1_000) * 2 ** Math.min(4, this.failures++);
    this.cancelNext = this.options.clock.after(pauseMs, () => void this.open());
  }

  /** Stored first, answered then; what comes meanwhile shares the next transaction. */
  private deliver(pdu: Pdu, session: number): Promise<number> {
    const message = pdu.command === commands.dataSm ? readDataSm(pdu.body) : readShortMessage(pdu.body);
    const delivery = readDelivery(message, this.settings);
    if (delivery.kind === "nothing") return Promise.resolve(status.ok);
    this.now[delivery.kind === "receipt" ? "receipts" : "texts"]++;
    const brought = { delivery, session, sequence: pdu.sequence, digest: this.options.digest(pdu.body) };
    return new Promise((resolve) => {
      this.waiting.push({ brought, resolve });
      if (!this.storing) void this.storeAll();
    });
  }

  private async storeAll(): Promise<void> {
    this.storing = true;
    // those that arrived in the same read
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0, 500);
      const result = await this.options.store.take(group.map(({ brought }) => brought)).then(
        () => status.ok,
        // the carrier keeps it and brings it again
        () => status.temporary,
      );
      for (const { resolve } of group) resolve(result);
    }
    this.storing = false;
  }

  /** An answer after the text was given up as in doubt: it says under which name it was taken, or that it was not. */
  private async receiveLate(pdu: Pdu, session: number): Promise<void> {
    const of = this.given.get(pdu.sequence);
    if (of === undefined || of.session !== session || pdu.status !== status.ok) return;
    this.given.delete(pdu.sequence);
    await this.readAnswer(pdu, {
      accountId: of.accountId,
      messageId: of.messageId,
      number: of.number,
      total: of.total,
    });
  }
}

const temporary = new Set(["carrier_throttled", "carrier_unavailable"]);

const refused = (failure: Extract<SendResult, { outcome: "refused" }>["failure"], code: string | null): SendResult => ({
  outcome: "refused",
  failure,
  code,
});

const digitsOf = (phone: string): string => phone.replace(/^\+/, "");

/** Reference for deduplication of repeated texts: sixteen bits of the id. */
export function referenceOf(messageId: string): number {
  let hash = 0;
  for (let index = 0; index < messageId.length; index++) hash = (Math.imul(hash, 31) + messageId.charCodeAt(index)) | 0;
  return (hash ^ (hash >>> 16)) & 0xffff;
}
