import type { ApiError } from "@trunkline/contract/envelope.ts";

/** A request that was refused or failed. */
export class TrunklineError extends Error {
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** Every error of the answer. `where` names the place in the request. */
  readonly errors: readonly ApiError[];
  /** The code of the first error, such as `not_found`. */
  readonly code: string | undefined;

  constructor(message: string, status: number, errors: readonly ApiError[] = [], options?: ErrorOptions) {
    super(message, options);
    this.name = "TrunklineError";
    this.status = status;
    this.errors = errors;
    this.code = errors[0]?.code;
  }
}
