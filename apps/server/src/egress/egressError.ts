/** Why a request to an address that a user named came to nothing. */
export type EgressFailure =
  | "bad_address"
  | "refused_address"
  | "unknown_host"
  | "unreachable"
  | "timed_out"
  | "too_large"
  | "too_many_redirects"
  | "broken_answer";

/** Thrown by the egress client; the message is for people. */
export class EgressError extends Error {
  override name = "EgressError";
  readonly failure: EgressFailure;

  constructor(failure: EgressFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}
