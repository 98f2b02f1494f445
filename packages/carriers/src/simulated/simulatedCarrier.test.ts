import { describe, expect, it } from "vitest";
import type { OutgoingText } from "../carrier.ts";
import { carrierCases } from "../carrierCases.ts";
import { failures } from "../failures.ts";
import { behaviourOf, behavioursBySuffix } from "./behaviours.ts";
import { simulatedCarrier, type TakenText } from "./simulatedCarrier.ts";

let ids = 0;
const text = (to: string): OutgoingText => ({
  accountId: "a",
  messageId: `message-${++ids}`,
  from: "+12025550100",
  to,
  text: "Hello",
  mediaUrl: null,
  segments: 1,
  encoding: "GSM7",
});

/** A carrier with a memory of its own, at once. */
function open() {
  const taken = new Map<string, { ref: string; text: TakenText }>();
  const carrier = simulatedCarrier({
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 1))),
    store: {
      async take(texts) {
        return texts.map((one) => {
          const known = taken.get(one.messageId) ?? { ref: `ref-${one.messageId}`, text: one };
          taken.set(one.messageId, known);
          return known.ref;
        });
      },
      async find({ messageId }) {
        return taken.get(messageId)?.ref ?? null;
      },
    },
  });
  return { carrier, taken };
}

describe("the simulated carrier", () => {
  it.each(carrierCases)("$rule", ({ check }) => check(open().carrier, text));

  it("loses the answer of 0099 but not the text, and all of 0098", async () => {
    const { carrier } = open();
    const [answerLost, textLost] = [text("+13035550099"), text("+13035550098")];
    expect([await carrier.send(answerLost), await carrier.send(textLost)]).toEqual([
      { outcome: "in_doubt" },
      { outcome: "in_doubt" },
    ]);
    expect(await carrier.lookUp(answerLost)).toMatchObject({ found: true });
    expect(await carrier.lookUp(textLost)).toEqual({ found: false });
  });

  it("throttles 0029 once and takes the second try", async () => {
    const { carrier } = open();
    const one = text("+13035550029");
    expect(await carrier.send(one)).toMatchObject({ outcome: "refused", failure: "carrier_throttled" });
    expect(await carrier.send(one)).toMatchObject({ outcome: "accepted" });
  });

  it("owes a receipt after one to three seconds, the same for the same text", async () => {
    const { carrier, taken } = open();
    const one = text("+13035550142");
    await carrier.send(one);
    const delay = taken.get(one.messageId)?.text.receiptAfterMs ?? 0;
    expect(delay).toBeGreaterThanOrEqual(1_000);
    expect(delay).toBeLessThanOrEqual(3_000);
  });

  it("knows every failure of its table, and a handset without a line in it is ordinary", () => {
    for (const { send, receipts } of Object.values(behavioursBySuffix)) {
      if (typeof send === "object" && "refuse" in send) expect(failures).toHaveProperty(send.refuse);
      for (const receipt of receipts) if (receipt.failure) expect(failures).toHaveProperty(receipt.failure);
    }
    expect(behaviourOf("+13035550142").receipts.map((receipt) => receipt.status)).toEqual(["delivered"]);
  });
});
