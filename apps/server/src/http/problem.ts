import type { ApiError } from "@trunkline/contract/envelope.ts";

/** A refusal with its HTTP status and the entries of the envelope's error list. */
export class Problem extends Error {
  override name = "Problem";
  readonly status: number;
  readonly errors: ApiError[];
  /** Retry-After in seconds. */
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

/** 400: the request is invalid. `where` is a path such as `body.phone`. */
export const invalid = (message: string, where?: string, code = "invalid"): Problem =>
  problem(400, code, message, where);

/** 401: the caller is not authenticated. */
export const unauthorized = (code: string, message: string): Problem => problem(401, code, message);

/** 403: the caller is not permitted. */
export const forbidden = (message: string, code = "forbidden"): Problem => problem(403, code, message);

/** 404: not in this account. Things of other accounts look the same as missing ones (reliability X2). */
export const notFound = (thing: string): Problem =>
  problem(404, "not_found", `${thing.charAt(0).toUpperCase()}${thing.slice(1)} not found`);

/** 409: valid, but not possible in the current state. */
export const conflict = (message: string, where?: string, code = "conflict"): Problem =>
  problem(409, code, message, where);

/** 429: too many requests, with Retry-After. */
export const tooMany = (message: string, retryAfterSeconds: number): Problem =>
  new Problem(429, { code: "too_many", message }, retryAfterSeconds);
