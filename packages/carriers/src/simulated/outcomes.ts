/** What a handset of the simulated carrier does with a text that is sent to it. */
export interface SimulatedOutcome {
  /** What people read about this number. */
  told: string;
  /** The carrier refuses at once, with one of its reasons. */
  rejected?: string;
  /** The handset shows the text. */
  reaches: boolean;
  /** The receipt's word; null: none ever comes. */
  receipt: "delivered" | "undelivered" | null;
  /** The carrier's code on the receipt. */
  code?: string;
  /** How long the receipt takes, in milliseconds, at most; half of it at least. */
  delayMs: number;
  /** Accidents on the way to or from the carrier. */
  accident?: "throttledOnce" | "acceptsThenTimesOut" | "lost" | "receiptsRepeated";
}

const delivered = { reaches: true, receipt: "delivered", delayMs: 3000 } as const;
const undelivered = (told: string, code: string): SimulatedOutcome => ({
  told,
  reaches: false,
  receipt: "undelivered",
  code,
  delayMs: 3000,
});

/** Failures by the last four digits of the handset's number, as docs/simulated-carrier.md lists them. */
export const outcomesBySuffix: Readonly<Record<string, SimulatedOutcome>> = {
  "0001": { ...delivered, told: "delivered after 20 to 40 seconds", delayMs: 40_000 },
  "0002": { told: "accepted, no receipt ever comes", reaches: true, receipt: null, delayMs: 0 },
  "0003": undelivered("handset cannot be reached", "30003"),
  "0005": undelivered("unknown handset", "30005"),
  "0006": undelivered("landline", "30006"),
  "0007": undelivered("filtered as unwanted", "30007"),
  "0029": { ...delivered, told: "throttled at the first try, then delivered", accident: "throttledOnce" },
  "0033": { ...delivered, told: "receipts come twice and out of order", accident: "receiptsRepeated" },
  "0050": {
    told: "refused at once: not a valid number",
    rejected: "carrier_invalid_number",
    reaches: false,
    receipt: null,
    delayMs: 0,
  },
  "0098": {
    told: "lost: nobody ever knows whether it was sent",
    reaches: false,
    receipt: null,
    delayMs: 0,
    accident: "lost",
  },
  "0099": {
    ...delivered,
    told: "accepted, but the answer is lost: in doubt until the carrier is asked",
    accident: "acceptsThenTimesOut",
  },
};

const usual: SimulatedOutcome = { ...delivered, told: "delivered after 1 to 3 seconds" };

/** What happens to a text to this handset. */
export const simulatedOutcome = (handset: string): SimulatedOutcome => outcomesBySuffix[handset.slice(-4)] ?? usual;
