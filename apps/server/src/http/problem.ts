import type { ApiError } from "@trunkline/contract/envelope.ts";

/** A refusal that the caller reads: its HTTP status and what stands in the envelope's error list. */
export class Problem extends Error {
  override name = "Problem";
  readonly status: number;
  readonly errors: ApiError[];
  /** After how many seconds the request may be sent again: the answer's Retry-After. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, errors: ApiError[] | ApiError, retryAfterSeconds?: number) {
    const list = Array.isArray(errors) ? errors : [errors];
    super(list.map((error) => error.message).join("; "));
    this.status = status;
    this.errors = list;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const problem = (status: number, code: string, message: string, where?: string): Problem =>
  new Problem(status, where === undefined ? { code, message } : { code, message, where });

/** 400: the request itself is wrong; `where` as `body.phone`. */
export const invalid = (message: string, where?: string, code = "invalid"): Problem =>
  problem(400, code, message, where);

/** 401: nobody known is calling. */
export const unauthorized = (code: string, message: string): Problem => problem(401, code, message);

/** 403: the caller is known and may not. */
export const forbidden = (message: string, code = "forbidden"): Problem => problem(403, code, message);

/** 404: no such thing in this account; things of other accounts do not exist (reliability X2). */
export const notFound = (thing: string): Problem =>
  problem(404, "not_found", `${thing.charAt(0).toUpperCase()}${thing.slice(1)} not found`);

/** 409: right in itself, but not in the present state. */
export const conflict = (message: string, where?: string, code = "conflict"): Problem =>
  problem(409, code, message, where);

/** 429: too often. The answer carries Retry-After. */
export const tooMany = (message: string, retryAfterSeconds: number): Problem =>
  new Problem(429, { code: "too_many", message }, retryAfterSeconds);
