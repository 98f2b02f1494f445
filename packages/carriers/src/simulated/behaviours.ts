import type { Failure } from "../failures.ts";
import { ownValue } from "../ownValue.ts";

/** What a handset of the simulated carrier does with a text, by the last four digits of its number. */
export interface HandsetBehaviour {
  /** What happens when the text is handed over. */
  send:
    | "accept"
    /** Refused for good. */
    | { refuse: Failure; code: string }
    /** Refused the first time as too fast, taken the second time. */
    | { throttleOnce: true }
    /** Taken, but the answer never arrives: in doubt, found later. */
    | { loseAnswer: true }
    /** Lost on the way: in doubt, and never found. */
    | { loseText: true }
    /** The carrier cannot be reached the first time. */
    | { unavailableOnce: true };
  /** The receipts that follow, in order; none: the carrier stays silent. */
  receipts: readonly SimulatedReceipt[];
}

interface SimulatedReceipt {
  status: "delivered" | "read" | "undelivered" | "expired";
  code: string | null;
  failure: Failure | null;
  /** As a multiple of the usual delay. */
  after: number;
}

const delivered: SimulatedReceipt = { status: "delivered", code: null, failure: null, after: 1 };
const undelivered = (code: string, failure: Failure): HandsetBehaviour => ({
  send: "accept",
  receipts: [{ status: "undelivered", code, failure, after: 1 }],
});

const ordinary: HandsetBehaviour = { send: "accept", receipts: [delivered] };

/** The table of packages/carriers/README.md. */
export const behavioursBySuffix: Readonly<Record<string, HandsetBehaviour>> = {
  "0001": { send: "accept", receipts: [{ ...delivered, after: 10 }] },
  "0002": { send: "accept", receipts: [] },
  "0003": undelivered("30003", "carrier_unreachable"),
  "0004": {
    send: "accept",
    receipts: [{ status: "expired", code: "30036", failure: "carrier_unreachable", after: 3 }],
  },
  "0005": undelivered("30005", "carrier_invalid_number"),
  "0006": undelivered("30006", "carrier_landline"),
  "0007": undelivered("30007", "carrier_filtered"),
  "0008": undelivered("30008", "carrier_unknown"),
  "0010": { send: "accept", receipts: [delivered, { status: "read", code: null, failure: null, after: 2 }] },
  "0029": { send: { throttleOnce: true }, receipts: [delivered] },
  "0030": { send: { unavailableOnce: true }, receipts: [delivered] },
  // repeated and in the wrong order: what a real carrier does on a bad day
  "0033": {
    send: "accept",
    receipts: [
      { status: "read", code: null, failure: null, after: 1 },
      delivered,
      delivered,
      { status: "undelivered", code: "30008", failure: "carrier_unknown", after: 1 },
      delivered,
    ],
  },
  "0050": { send: { refuse: "carrier_rejected", code: "21211" }, receipts: [] },
  "0051": { send: { refuse: "carrier_opted_out", code: "21610" }, receipts: [] },
  "0052": { send: { refuse: "carrier_unregistered", code: "30034" }, receipts: [] },
  "0053": { send: { refuse: "carrier_daily_cap", code: "30027" }, receipts: [] },
  "0098": { send: { loseText: true }, receipts: [] },
  "0099": { send: { loseAnswer: true }, receipts: [delivered] },
};

/** What the handset with this number does. */
export const behaviourOf = (handset: string): HandsetBehaviour =>
  ownValue(behavioursBySuffix, handset.slice(-4)) ?? ordinary;

const read: SimulatedReceipt = { status: "read", code: null, failure: null, after: 1 };

/** RCS by the same digits: a handset without a line here has RCS, and shows and reads what comes. */
export const rcsBehavioursBySuffix: Readonly<Record<string, HandsetBehaviour>> = {
  "0040": { send: { refuse: "carrier_no_rcs", code: "404" }, receipts: [] },
  // shows texts and pictures, not cards
  "0041": { send: { refuse: "carrier_no_feature", code: "400" }, receipts: [delivered, read] },
  "0042": {
    send: "accept",
    receipts: [{ status: "expired", code: "TTL_EXPIRATION_REVOKED", failure: "carrier_revoked", after: 2 }],
  },
  "0043": { send: "accept", receipts: [delivered] },
};

const noRcs = rcsBehavioursBySuffix["0040"] as HandsetBehaviour;

/** Whether the handset supports RCS by default. */
export const hasRcs = (handset: string): boolean => ownValue(rcsBehavioursBySuffix, handset.slice(-4)) !== noRcs;

/** What the handset does with an RCS message. `switched` is the user's setting. Failures of texts apply to RCS too. */
export function rcsBehaviourOf(handset: string, type: string, switched: boolean | null): HandsetBehaviour {
  const special = ownValue(rcsBehavioursBySuffix, handset.slice(-4));
  if (switched === false || (special === noRcs && switched === null)) return noRcs;
  if (special && special !== noRcs) {
    const isShown = handset.slice(-4) !== "0041" || type !== "cards";
    return isShown ? { send: "accept", receipts: special.receipts } : special;
  }
  return ownValue(behavioursBySuffix, handset.slice(-4)) ?? { send: "accept", receipts: [delivered, read] };
}
