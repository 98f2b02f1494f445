/** Meaning of a failure: whether to retry, who can fix it, and its text. */
export interface FailureFacts {
  /** True only if the carrier definitely did not accept the message. */
  retryable: boolean;
  whose: "contact" | "content" | "account" | "carrier" | "ours";
  words: string;
}

/** Carrier failures. Each carrier's folder translates its codes into these. */
export const failures = {
  carrier_rejected: { retryable: false, whose: "carrier", words: "the carrier refused it" },
  carrier_unreachable: { retryable: false, whose: "contact", words: "the handset could not be reached" },
  carrier_invalid_number: { retryable: false, whose: "contact", words: "the carrier does not know the number" },
  carrier_landline: { retryable: false, whose: "contact", words: "the number is a landline" },
  carrier_opted_out: { retryable: false, whose: "contact", words: "the carrier says that the contact has opted out" },
  carrier_blocked: { retryable: false, whose: "account", words: "the carrier blocked it" },
  carrier_filtered: { retryable: false, whose: "content", words: "the carrier filtered it as unwanted" },
  carrier_throttled: { retryable: true, whose: "ours", words: "the carrier's rate limit was exceeded" },
  carrier_daily_cap: { retryable: false, whose: "account", words: "the carrier's daily limit is reached" },
  carrier_unregistered: {
    retryable: false,
    whose: "account",
    words: "the carrier found no 10DLC campaign for the number",
  },
  carrier_content: { retryable: false, whose: "content", words: "the carrier refused the content" },
  carrier_picture: {
    retryable: false,
    whose: "content",
    words: "the carrier could not use the picture: it is too large, of another type, or not at its address",
  },
  carrier_account: { retryable: false, whose: "account", words: "the carrier refused the account" },
  carrier_no_rcs: { retryable: false, whose: "contact", words: "the handset has no RCS" },
  carrier_no_feature: {
    retryable: false,
    whose: "contact",
    words: "the handset cannot show this kind of RCS message",
  },
  carrier_rcs_limits: {
    retryable: false,
    whose: "content",
    words: "with its variables filled in, the RCS message is longer than RCS allows",
  },
  carrier_rcs_form: {
    retryable: false,
    whose: "content",
    words: "the carrier cannot send RCS messages with these cards and buttons",
  },
  carrier_no_calls: { retryable: false, whose: "account", words: "the number's carrier cannot place calls" },
  carrier_no_pictures: { retryable: false, whose: "account", words: "the number's carrier does not support pictures" },
  carrier_revoked: {
    retryable: false,
    whose: "contact",
    words: "the handset was not reached in time and the message was revoked",
  },
  /** Before the first byte was written: the name did not resolve, the connection was refused. */
  carrier_unavailable: { retryable: true, whose: "carrier", words: "the carrier could not be reached" },
  carrier_unknown: { retryable: false, whose: "carrier", words: "the carrier gave no known reason" },
} as const satisfies Record<string, FailureFacts>;

export type Failure = keyof typeof failures;
