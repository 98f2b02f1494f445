/** Why a request to an address that a user entered failed. */
export type EgressFailure =
  | "bad_address"
  | "refused_address"
  | "unknown_host"
  | "unreachable"
  | "timed_out"
  | "too_large"
  | "too_many_redirects"
  | "broken_answer";

/** Thrown by the egress client. Users read the message. */
export class EgressError extends Error {
  override name = "EgressError";
  readonly failure: EgressFailure;

  constructor(failure: EgressFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}
