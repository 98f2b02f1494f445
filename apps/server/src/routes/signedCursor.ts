import { timingSafeEqual } from "node:crypto";
import { invalid } from "../http/problem.ts";
import type { Tokens } from "../secrets/tokens.ts";

const macBytes = 12;

/** A signed position in a list. `scope` is the account, the list and its order. */
export function writeCursor(tokens: Tokens, scope: string, place: unknown): string {
  const text = Buffer.from(JSON.stringify(place));
  return Buffer.concat([macOf(tokens, scope, text), text]).toString("base64url");
}

/** Verifies a cursor and returns its position. Refuses a changed cursor or one of another list. */
export function readCursor<Place>(tokens: Tokens, scope: string, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const bytes = Buffer.from(cursor, "base64url");
  const text = bytes.subarray(macBytes);
  if (text.length === 0 || !timingSafeEqual(bytes.subarray(0, macBytes), macOf(tokens, scope, text)))
    throw invalid("cursor must be the `next` of an earlier page of this list", "query.cursor");
  return JSON.parse(text.toString()) as Place;
}

const macOf = (tokens: Tokens, scope: string, text: Buffer): Buffer =>
  tokens.hash("check", `cursor:${scope}:${text.toString("base64")}`).subarray(0, macBytes);
