import type { WireAnswer, WireRequest } from "../carrier.ts";
import { objectOf, readObject } from "../readObject.ts";

/** The Telnyx account that requests are sent as. */
export interface TelnyxAccount {
  /** Without a slash at its end. */
  baseUrl: string;
  apiKey: string;
}

/** A request of an account (telecom §1.9). Paths begin after the version. */
export const buildRequest = (
  { baseUrl, apiKey }: TelnyxAccount,
  method: WireRequest["method"],
  path: string,
  body?: object,
): WireRequest => ({
  method,
  url: `${baseUrl}/v2${path}`,
  headers: {
    authorization: `Bearer ${apiKey}`,
    accept: "application/json",
    ...(body && { "content-type": "application/json" }),
  },
  body: body === undefined ? "" : JSON.stringify(body),
});

/** The `data` object of an answer. Null: there is none. */
export const readData = (body: string): Record<string, unknown> | null => objectOf(readObject(body)?.["data"]);

/** An error of the API, or of a message. */
export interface TelnyxError {
  code: string;
  title: string;
  detail: string;
}

/** The first of a list of errors. Null: there is none. */
export function readError(errors: unknown): TelnyxError | null {
  const first = objectOf(Array.isArray(errors) ? errors[0] : null);
  if (first === null) return null;
  const { code, title, detail } = first;
  return { code: String(code ?? ""), title: textOf(title), detail: textOf(detail) };
}

/** Why the provider refused a request. Null: it does not say. */
export const readProblem = (body: string): TelnyxError | null => readError(readObject(body)?.["errors"]);

/** What the provider says of a request that it refused, with its error code. Empty if it says nothing. */
export function wordsOfRefusal(answer: WireAnswer): string {
  const problem = "broken" in answer ? null : readProblem(answer.body);
  const words = (problem?.detail || problem?.title || "").slice(0, 200).replace(/\.$/, "");
  return words === "" ? "" : words + (problem?.code ? ` (error ${problem.code})` : "");
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
