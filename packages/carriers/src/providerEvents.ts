import type { Failure } from "./failures.ts";

// What a provider that sends a request for each event reports, as the product names it.

/** A status event of a sent text. */
export interface ProviderStatus {
  carrierRef: string;
  status: "submitted" | "delivered" | "read" | "undelivered" | "expired";
  failure: Failure | null;
  code: string | null;
}

/** A received text. */
export interface ProviderText {
  carrierRef: string;
  from: string;
  to: string;
  text: string;
  media: { url: string; contentType: string }[];
  /** The provider's own opt-out handling, if it answered the contact. */
  optOut: "stop" | "start" | "help" | null;
}
