import { objectOf, readObject } from "../readObject.ts";

/** What happened to a sent message. */
interface RbmReceipt {
  kind: "receipt";
  messageId: string;
  phone: string;
  status: "delivered" | "read" | "expired";
}

/** What a contact wrote, tapped or sent. */
interface RbmInbound {
  kind: "inbound";
  /** Google's id. The same id is the same message. */
  id: string;
  phone: string;
  text: string;
  file: { url: string; contentType: string } | null;
  /** The contact opted out or in with a button of the messages app. */
  optOut: "stop" | "start" | null;
}

/** An event of an agent. `null` in `event` changes nothing here, such as typing. */
export interface RbmNotice {
  agentId: string;
  event: RbmReceipt | RbmInbound | null;
}

const receipts: ReadonlyMap<string, RbmReceipt["status"]> = new Map([
  ["DELIVERED", "delivered"],
  ["READ", "read"],
  // a revocation that failed proves nothing: the message may be on the handset
  ["TTL_EXPIRATION_REVOKED", "expired"],
] as const);
const optOuts: ReadonlyMap<string, "stop" | "start"> = new Map([
  ["UNSUBSCRIBE", "stop"],
  ["SUBSCRIBE", "start"],
] as const);

/** The challenge that Google sends when the webhook is set up. Null if the body is none. */
export function readChallenge(body: unknown): { clientToken: string; secret: string } | null {
  const { clientToken, secret } = objectOf(body) ?? {};
  return typeof clientToken === "string" && typeof secret === "string" ? { clientToken, secret } : null;
}

/** The bytes in a notice, which are signed. Null if there are none. */
export function readData(body: unknown): Uint8Array<ArrayBuffer> | null {
  const data = objectOf(objectOf(body)?.["message"])?.["data"];
  return typeof data === "string" ? decodeBase64(data) : null;
}

const keyOf = (clientToken: string, use: "sign" | "verify") =>
  crypto.subtle.importKey("raw", new TextEncoder().encode(clientToken), { name: "HMAC", hash: "SHA-512" }, false, [
    use,
  ]);

/** The value of `X-Goog-Signature` for these bytes. */
async function signData(clientToken: string, data: Uint8Array<ArrayBuffer>): Promise<string> {
  const signed = await crypto.subtle.sign("HMAC", await keyOf(clientToken, "sign"), data);
  return btoa(String.fromCharCode(...new Uint8Array(signed)));
}

/** Whether Google signed these bytes. Web Crypto compares in constant time. */
export async function isSigned(
  clientToken: string,
  { data, signature }: { data: Uint8Array<ArrayBuffer>; signature: string },
): Promise<boolean> {
  const given = decodeBase64(signature);
  if (clientToken === "" || given === null) return false;
  return crypto.subtle.verify("HMAC", await keyOf(clientToken, "verify"), given, data);
}

/** Whether two secrets are the same, in constant time. */
export async function isSameToken(clientToken: string, given: string): Promise<boolean> {
  const data = new TextEncoder().encode("challenge");
  return isSigned(clientToken, { data, signature: await signData(given || " ", data) });
}

/** Reads a notice. Null if it has no agent or cannot be read. */
export function readNotice(data: Uint8Array): RbmNotice | null {
  const notice = readObject(new TextDecoder().decode(data));
  const agentId = textOf(notice?.["agentId"]);
  if (notice === null || agentId === "") return null;
  return { agentId: agentId.replace(/@rbm\.goog$/, ""), event: readEvent(notice) };
}

function readEvent(notice: Record<string, unknown>): RbmNotice["event"] {
  const phone = textOf(notice["senderPhoneNumber"]) || textOf(notice["phoneNumber"]);
  const [type, messageId, eventId] = [notice["eventType"], notice["messageId"], notice["eventId"]].map(textOf) as [
    string,
    string,
    string,
  ];
  if (phone === "") return null;
  if (type === "") return messageId === "" ? null : readInbound(notice, { id: messageId, phone });
  const status = receipts.get(type);
  if (status !== undefined) return messageId === "" ? null : { kind: "receipt", messageId, phone, status };
  const optOut = optOuts.get(type);
  const id = eventId || messageId;
  if (optOut === undefined || id === "") return null;
  return { kind: "inbound", id, phone, text: type, file: null, optOut };
}

function readInbound(notice: Record<string, unknown>, of: { id: string; phone: string }): RbmInbound | null {
  const inbound = { kind: "inbound" as const, ...of, file: null, optOut: null };
  const suggestion = objectOf(notice["suggestionResponse"]);
  if (suggestion !== null) {
    // an opened page or a dialled number is no answer
    if (textOf(suggestion["type"]) === "ACTION") return null;
    return { ...inbound, text: textOf(suggestion["text"]) || textOf(suggestion["postbackData"]) };
  }
  const location = objectOf(notice["location"]);
  if (location !== null) return { ...inbound, text: `Location: ${location["latitude"]}, ${location["longitude"]}` };
  const payload = objectOf(objectOf(notice["userFile"])?.["payload"]);
  const url = textOf(payload?.["fileUri"]);
  if (url !== "") return { ...inbound, text: "", file: { url, contentType: textOf(payload?.["mimeType"]) } };
  return typeof notice["text"] === "string" ? { ...inbound, text: notice["text"] } : null;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
