import type { Failure } from "../failures.ts";
import { ownValue } from "../ownValue.ts";
import { type DefaultAlphabet, readText } from "./alphabet.ts";
import { type IdForm, receiptKey } from "./messageIds.ts";
import { type ShortMessage, type SmppAddress, tags, tlvNumber, tlvText } from "./pdu.ts";

/** What a carrier brings in a deliver_sm or data_sm. */
export type Delivery = DeliveredReceipt | DeliveredText | { kind: "nothing" };

/** What became of one submitted part. */
interface DeliveredReceipt {
  kind: "receipt";
  /** The carrier's id, written as the answers to submits are compared. */
  key: string;
  /** Null while the text is on its way still. */
  status: "delivered" | "undelivered" | "expired" | null;
  failure: Failure | null;
  code: string;
  /** The account's number and the handset, as far as the receipt names them. */
  from: string;
  to: string;
  /** What the product gave along with the submit, where the carrier repeats it. */
  reference: number | null;
}

/** A text that came in, or a part of one. */
interface DeliveredText {
  kind: "text";
  from: string;
  to: string;
  text: string;
  part: { reference: number; total: number; number: number } | null;
}

/** How a connection writes what it brings. */
export interface DeliverySettings {
  defaultAlphabet: DefaultAlphabet;
  idForm: IdForm;
}

const receiptTypes = 0x24;
const typeBits = 0x3c;
const headerBit = 0x40;

/** Reads what a carrier brings (telecom §2.2, §2.3). Acknowledgements of handsets and the like are nothing to us. */
export function readDelivery(message: ShortMessage, settings: DeliverySettings): Delivery {
  const payload = message.tlvs.get(tags.messagePayload);
  const octets = message.bytes.length > 0 ? message.bytes : (payload ?? message.bytes);
  const type = message.esmClass & typeBits;
  if ((type & receiptTypes) !== 0) return readReceipt(message, octets, settings);
  if (type !== 0) return { kind: "nothing" };
  const { header, body } = (message.esmClass & headerBit) !== 0 ? readHeader(octets) : { header: null, body: octets };
  return {
    kind: "text",
    from: phoneOf(message.source),
    to: phoneOf(message.destination),
    text: readText(body, message.coding, settings.defaultAlphabet),
    part: header ?? sarOf(message),
  };
}

const stats: Readonly<Record<string, Pick<DeliveredReceipt, "status" | "failure">>> = {
  DELIVRD: { status: "delivered", failure: null },
  EXPIRED: { status: "expired", failure: "carrier_unreachable" },
  DELETED: { status: "undelivered", failure: "carrier_unknown" },
  UNDELIV: { status: "undelivered", failure: "carrier_unknown" },
  REJECTD: { status: "undelivered", failure: "carrier_rejected" },
};
/** message_state by its number; 1, 6 and 7 say nothing final. */
const states: Readonly<Record<number, string>> = {
  1: "ENROUTE",
  2: "DELIVRD",
  3: "EXPIRED",
  4: "DELETED",
  5: "UNDELIV",
  6: "ACCEPTD",
  7: "UNKNOWN",
  8: "REJECTD",
};
/** Errors of GSM networks that say whose problem it is; carriers' own codes say nothing that is known. */
const gsmErrors: Readonly<Record<number, Failure>> = {
  1: "carrier_invalid_number",
  6: "carrier_unreachable",
  13: "carrier_blocked",
  27: "carrier_unreachable",
};
const gsmNetwork = 3;

function readReceipt(message: ShortMessage, octets: Buffer, { idForm }: DeliverySettings): Delivery {
  const text = octets.toString("latin1");
  const word = (pattern: RegExp): string | undefined => pattern.exec(text)?.[1];
  const written = word(/id:\s*([\w-]+)/i);
  const named = tlvText(message.tlvs, tags.receiptedMessageId);
  const key = receiptKey({ written, named }, idForm);
  if (key === null) return { kind: "nothing" };
  const state = tlvNumber(message.tlvs, tags.messageState);
  const stat =
    (state === undefined ? undefined : states[state]) ?? word(/stat:\s*(\w{3,10})/i)?.toUpperCase() ?? "UNKNOWN";
  const error = word(/err:\s*(\w{1,8})/i);
  const { status, failure } = ownValue(stats, stat) ?? { status: null, failure: null };
  const network = message.tlvs.get(tags.networkErrorCode);
  const isGsm = network?.length === 3 && network[0] === gsmNetwork;
  const known = isGsm ? gsmErrors[network.readUInt16BE(1)] : undefined;
  return {
    kind: "receipt",
    key,
    status,
    failure: failure === "carrier_unknown" ? (known ?? failure) : failure,
    code: error === undefined ? stat : `${stat} ${error}`,
    // a receipt comes from the handset to the number that the text came from
    from: phoneOf(message.destination),
    to: phoneOf(message.source),
    reference: tlvNumber(message.tlvs, tags.userMessageReference) ?? null,
  };
}

/** The header before a text says which part it is; other headers are passed over. */
function readHeader(octets: Buffer): { header: DeliveredText["part"]; body: Buffer } {
  const length = octets[0] ?? 0;
  const end = 1 + length;
  let header: DeliveredText["part"] = null;
  for (let at = 1; at + 1 < end; at += 2 + (octets[at + 1] ?? 0)) {
    const [kind, size] = [octets[at], octets[at + 1]];
    if (at + 2 + (size ?? 0) > octets.length) break;
    if (kind === 0 && size === 3) header = partOf(octets[at + 2], octets[at + 3], octets[at + 4]);
    if (kind === 8 && size === 4) header = partOf(octets.readUInt16BE(at + 2), octets[at + 4], octets[at + 5]);
  }
  return { header, body: octets.subarray(end) };
}

const sarOf = ({ tlvs }: ShortMessage): DeliveredText["part"] =>
  partOf(tlvNumber(tlvs, tags.sarReference), tlvNumber(tlvs, tags.sarTotal), tlvNumber(tlvs, tags.sarNumber));

/** A part that can be: one of one is whole, and a number beyond the total is nonsense that is taken as it is. */
function partOf(
  reference: number | undefined,
  total: number | undefined,
  number: number | undefined,
): DeliveredText["part"] {
  if (reference === undefined || total === undefined || number === undefined) return null;
  return total < 2 || number < 1 || number > total ? null : { reference, total, number };
}

/** An international number with its plus sign; anything else as it came. */
function phoneOf({ ton, digits }: SmppAddress): string {
  const bare = digits.replace(/^(\+|00)/, "");
  const isInternational = ton === 1 || digits.startsWith("+") || digits.startsWith("00");
  return /^\d{7,15}$/.test(bare) && (isInternational || bare.length >= 11) ? `+${bare}` : digits;
}
