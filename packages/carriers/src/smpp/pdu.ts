// SMPP 3.4 on the wire: what a transceiver says and hears (telecom §2.1). Pure: bytes in, values out.

/** Commands by their number; an answer has the highest bit set. */
export const commands = {
  genericNack: 0x80000000,
  submitSm: 0x00000004,
  deliverSm: 0x00000005,
  unbind: 0x00000006,
  bindTransceiver: 0x00000009,
  enquireLink: 0x00000015,
  dataSm: 0x00000103,
} as const;

const answerBit = 0x80000000;
/** The number of the answer to a command. */
export const answerTo = (command: number): number => (command | answerBit) >>> 0;
export const isAnswer = (command: number): boolean => command >= answerBit;

/** Optional fields that the product reads or writes. */
export const tags = {
  receiptedMessageId: 0x001e,
  userMessageReference: 0x0204,
  sarReference: 0x020c,
  sarTotal: 0x020e,
  sarNumber: 0x020f,
  networkErrorCode: 0x0423,
  messagePayload: 0x0424,
  messageState: 0x0427,
} as const;

/** One unit of the protocol: a header, and a body that its command gives a meaning. */
export interface Pdu {
  command: number;
  status: number;
  sequence: number;
  body: Buffer;
}

/** An address with its type of number and numbering plan. */
export interface SmppAddress {
  ton: number;
  npi: number;
  digits: string;
}

export type Tlvs = ReadonlyMap<number, Buffer>;

/** A text as submit_sm, deliver_sm and data_sm carry it. */
export interface ShortMessage {
  source: SmppAddress;
  destination: SmppAddress;
  esmClass: number;
  registered: number;
  coding: number;
  /** At most 254 octets; longer ones travel as message_payload. */
  bytes: Buffer;
  tlvs: Tlvs;
}

/** What the product says of itself when it binds. */
export interface BindBody {
  systemId: string;
  password: string;
  systemType: string;
}

/** Thrown for bytes that are no SMPP: the connection cannot be read any further. */
export class BrokenPdu extends Error {
  override name = "BrokenPdu";
}

const headerLength = 16;
/** A message_payload of 64 kB and room for everything beside it. */
const mostLength = 70_000;
const interfaceVersion = 0x34;

/** A PDU as it goes out. */
export function writePdu({ command, status, sequence, body }: Pdu): Buffer {
  const header = Buffer.alloc(headerLength);
  header.writeUInt32BE(headerLength + body.length, 0);
  header.writeUInt32BE(command, 4);
  header.writeUInt32BE(status, 8);
  header.writeUInt32BE(sequence, 12);
  return Buffer.concat([header, body]);
}

/** Cuts what a connection brings into PDUs, however it arrives. */
export class PduReader {
  private rest: Buffer = Buffer.alloc(0);

  /** The PDUs that are whole now. Throws a `BrokenPdu` for a length that cannot be. */
  push(bytes: Buffer): Pdu[] {
    this.rest = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    const whole: Pdu[] = [];
    while (this.rest.length >= 4) {
      const length = this.rest.readUInt32BE(0);
      if (length < headerLength || length > mostLength) throw new BrokenPdu(`a unit of ${length} octets`);
      if (this.rest.length < length) break;
      whole.push({
        command: this.rest.readUInt32BE(4),
        status: this.rest.readUInt32BE(8),
        sequence: this.rest.readUInt32BE(12),
        body: this.rest.subarray(headerLength, length),
      });
      this.rest = this.rest.subarray(length);
    }
    return whole;
  }
}

/** The body of a bind. */
export const writeBind = ({ systemId, password, systemType }: BindBody): Buffer =>
  Buffer.concat([
    cString(systemId),
    cString(password),
    cString(systemType),
    Buffer.from([interfaceVersion, 0, 0]),
    cString(""),
  ]);

/** The body of a submit_sm; a deliver_sm looks the same. */
export function writeShortMessage({
  source,
  destination,
  esmClass,
  registered,
  coding,
  bytes,
  tlvs,
}: ShortMessage): Buffer {
  if (bytes.length > 254) throw new RangeError("A short message has at most 254 octets");
  return Buffer.concat([
    cString(""),
    writeAddress(source),
    writeAddress(destination),
    // protocol, priority, no schedule, no validity of ours
    Buffer.from([esmClass, 0, 0, 0, 0, registered, 0, coding, 0, bytes.length]),
    bytes,
    ...[...tlvs].map(writeTlv),
  ]);
}

/** Reads the body of a submit_sm or deliver_sm. */
export function readShortMessage(body: Buffer): ShortMessage {
  const from = new Reading(body);
  from.cString();
  const source = from.address();
  const destination = from.address();
  const esmClass = from.octet();
  from.octet();
  from.octet();
  from.cString();
  from.cString();
  const registered = from.octet();
  from.octet();
  const coding = from.octet();
  from.octet();
  const bytes = from.octets(from.octet());
  return { source, destination, esmClass, registered, coding, bytes, tlvs: from.tlvs() };
}

/** Reads the body of a data_sm, which some carriers send receipts in: its text is always a message_payload. */
export function readDataSm(body: Buffer): ShortMessage {
  const from = new Reading(body);
  from.cString();
  const source = from.address();
  const destination = from.address();
  const esmClass = from.octet();
  const registered = from.octet();
  const coding = from.octet();
  return { source, destination, esmClass, registered, coding, bytes: Buffer.alloc(0), tlvs: from.tlvs() };
}

/** The id or name that an answer begins with; "" where there is none. */
export const readName = (body: Buffer): string => new Reading(body).cString();

/** The body of an answer that consists of a name. */
export const cString = (text: string): Buffer => Buffer.from(`${text.replaceAll("\0", "")}\0`, "latin1");

/** A number of one or two octets as the value of an optional field. */
export function numberTlv(value: number, octets: 1 | 2): Buffer {
  const bytes = Buffer.alloc(octets);
  bytes.writeUIntBE(value, 0, octets);
  return bytes;
}

/** The number in an optional field; undefined when it is not there. */
export const tlvNumber = (tlvs: Tlvs, tag: number): number | undefined => {
  const bytes = tlvs.get(tag);
  return bytes === undefined || bytes.length === 0 || bytes.length > 4 ? undefined : bytes.readUIntBE(0, bytes.length);
};

/** The text in an optional field, without what ends it. */
export const tlvText = (tlvs: Tlvs, tag: number): string | undefined =>
  tlvs.get(tag)?.toString("latin1").replace(/\0.*$/s, "").trim() || undefined;

const writeAddress = ({ ton, npi, digits }: SmppAddress): Buffer =>
  Buffer.concat([Buffer.from([ton, npi]), cString(digits)]);

function writeTlv([tag, value]: readonly [number, Buffer]): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(tag, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value]);
}

/** Reads a body from its beginning; what is cut short reads as empty, as old carriers leave trailing fields out. */
class Reading {
  private readonly body: Buffer;
  private at = 0;

  constructor(body: Buffer) {
    this.body = body;
  }

  octet(): number {
    return this.body[this.at++] ?? 0;
  }

  octets(length: number): Buffer {
    const bytes = this.body.subarray(this.at, this.at + length);
    this.at += length;
    return bytes;
  }

  cString(): string {
    const end = this.body.indexOf(0, this.at);
    const text = this.body.toString("latin1", this.at, end < 0 ? this.body.length : end);
    this.at = end < 0 ? this.body.length : end + 1;
    return text;
  }

  address(): SmppAddress {
    return { ton: this.octet(), npi: this.octet(), digits: this.cString() };
  }

  tlvs(): Tlvs {
    const found = new Map<number, Buffer>();
    while (this.at + 4 <= this.body.length) {
      const tag = this.body.readUInt16BE(this.at);
      const length = this.body.readUInt16BE(this.at + 2);
      this.at += 4;
      found.set(tag, this.octets(length));
    }
    return found;
  }
}
