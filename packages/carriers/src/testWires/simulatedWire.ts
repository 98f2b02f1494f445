import type { CarrierWire, WireDoing } from "../carrierCases.ts";
import type { Failure } from "../failures.ts";
import { behaviourOf } from "../simulated/behaviours.ts";
import { type AcceptedText, simulatedCarrier } from "../simulated/simulatedCarrier.ts";
import { wireText } from "./wireText.ts";

/** The handsets that refuse, by the end of their number. */
const refused: Readonly<Partial<Record<Failure, string>>> = {
  carrier_rejected: "0050",
  carrier_opted_out: "0051",
  carrier_unregistered: "0052",
  carrier_daily_cap: "0053",
};
const handsets = {
  accept: "0142",
  loseAnswer: "0099",
  failAfter: "0099",
  throttle: "0029",
  unreachable: "0030",
} as const;

/** The simulated carrier. Its handsets decide what it does with a text. */
export async function simulatedWire(): Promise<CarrierWire> {
  let doing: WireDoing = "accept";
  const taken = new Map<string, AcceptedText>();
  const carrier = simulatedCarrier({
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 1))),
    store: {
      take: async (texts) =>
        texts.map((one) => {
          taken.set(one.messageId, one);
          return `ref-${one.messageId}`;
        }),
      rcsSwitch: async () => null,
      find: async ({ messageId }) => (taken.has(messageId) ? `ref-${messageId}` : null),
    },
  });
  return {
    carrier,
    text: () => wireText(`+1303555${typeof doing === "object" ? refused[doing.refuse] : handsets[doing]}`),
    does(next) {
      doing = next;
    },
    refusals: Object.keys(refused) as Failure[],
    taken: () => taken.size,
    recover: async () => {},
    async report(event, { messageId }) {
      const handset = event === "undelivered" ? "0006" : "0142";
      const [receipt] = behaviourOf(`+1303555${handset}`).receipts;
      if (event === "sent" || receipt === undefined) return null;
      return { names: messageId, isNamed: true, status: receipt.status, failure: receipt.failure };
    },
  };
}
