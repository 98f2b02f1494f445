import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Tokens } from "../secrets/tokens.ts";

/** Time limit to sign in at the identity provider. */
const answerWithinMs = 15 * 60_000;
const nonceBytes = 16;
const macBytes = 16;

/** A request id with a timestamp and a MAC for the account, so that nothing is stored for unauthenticated requests. */
export function makeRequestId(tokens: Tokens, account: string, now: number): string {
  const head = Buffer.alloc(nonceBytes + 6);
  randomBytes(nonceBytes).copy(head);
  head.writeUIntBE(now, nonceBytes, 6);
  return `_${Buffer.concat([head, macOf(tokens, account, head)]).toString("base64url")}`;
}

/** Whether an id is ours and has not expired. */
export function isOwnRequest(tokens: Tokens, account: string, requestId: string, now: number): boolean {
  if (!/^_[\w-]{50,51}$/.test(requestId)) return false;
  const bytes = Buffer.from(requestId.slice(1), "base64url");
  const head = bytes.subarray(0, nonceBytes + 6);
  const mac = bytes.subarray(nonceBytes + 6);
  if (mac.length !== macBytes || !timingSafeEqual(mac, macOf(tokens, account, head))) return false;
  const age = now - head.readUIntBE(nonceBytes, 6);
  return age >= 0 && age < answerWithinMs;
}

const macOf = (tokens: Tokens, account: string, head: Buffer): Buffer =>
  tokens.hash("signOn", `${account}:${head.toString("hex")}`).subarray(0, macBytes);
