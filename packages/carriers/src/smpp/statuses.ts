import type { Failure } from "../failures.ts";

/** The statuses by which a carrier answers that the product knows by name (telecom §2.4). */
export const status = {
  ok: 0x00,
  invalidCommand: 0x03,
  wrongBindState: 0x04,
  systemError: 0x08,
  queueFull: 0x14,
  throttled: 0x58,
  temporary: 0x64,
} as const;

interface StatusFacts {
  name: string;
  failure: Failure;
  words: string;
}

const facts: Readonly<Record<number, StatusFacts>> = {
  1: { name: "ESME_RINVMSGLEN", failure: "carrier_content", words: "the length of the message is wrong" },
  3: { name: "ESME_RINVCMDID", failure: "carrier_account", words: "it does not know the command" },
  4: { name: "ESME_RINVBNDSTS", failure: "carrier_account", words: "the bind does not allow it" },
  5: {
    name: "ESME_RALYBND",
    failure: "carrier_account",
    words: "it is bound already: the carrier allows no more binds",
  },
  8: { name: "ESME_RSYSERR", failure: "carrier_unavailable", words: "it has an error of its own" },
  10: { name: "ESME_RINVSRCADR", failure: "carrier_unregistered", words: "it does not take texts from this number" },
  11: { name: "ESME_RINVDSTADR", failure: "carrier_invalid_number", words: "it does not know the number" },
  13: { name: "ESME_RBINDFAIL", failure: "carrier_account", words: "it refuses the bind" },
  14: { name: "ESME_RINVPASWD", failure: "carrier_account", words: "the password is wrong" },
  15: { name: "ESME_RINVSYSID", failure: "carrier_account", words: "it does not know the system id" },
  20: { name: "ESME_RMSGQFUL", failure: "carrier_throttled", words: "its queue is full" },
  69: { name: "ESME_RSUBMITFAIL", failure: "carrier_rejected", words: "it refuses the message" },
  88: { name: "ESME_RTHROTTLED", failure: "carrier_throttled", words: "it is sent too much at once" },
  100: { name: "ESME_RX_T_APPN", failure: "carrier_unavailable", words: "it cannot take it for the moment" },
  101: { name: "ESME_RX_P_APPN", failure: "carrier_rejected", words: "it refuses the message for good" },
  102: { name: "ESME_RX_R_APPN", failure: "carrier_rejected", words: "it refuses the message" },
  260: { name: "ESME_RINVDCS", failure: "carrier_content", words: "it does not take this alphabet" },
};

/** What a refused submit means. An answer is a definite no, so what is temporary may be tried again. */
export const failureOf = (code: number): Failure => facts[code]?.failure ?? "carrier_rejected";

/** The status with its name, as it is kept and shown. */
export const statusName = (code: number): string => facts[code]?.name ?? `0x${code.toString(16).padStart(8, "0")}`;

/** Why the carrier says no, for people. */
export const describeStatus = (code: number): string =>
  facts[code] ? `${facts[code].words} (${facts[code].name})` : `it answered with the status ${statusName(code)}`;

/** Too much at once: sending rests for a while. */
export const isThrottle = (code: number): boolean => code === status.throttled || code === status.queueFull;
