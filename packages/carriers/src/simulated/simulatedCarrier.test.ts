import { describe, expect, it } from "vitest";
import type { OutgoingText } from "../carrier.ts";
import { failures } from "../failures.ts";
import { behaviourOf, behavioursBySuffix, rcsBehaviourOf, rcsBehavioursBySuffix } from "./behaviours.ts";
import { type AcceptedText, simulatedCarrier } from "./simulatedCarrier.ts";

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
  const switches = new Map<string, boolean>();
  const taken = new Map<string, { ref: string; text: AcceptedText }>();
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
      rcsSwitch: async ({ to }) => switches.get(to) ?? null,
      async find({ messageId }) {
        return taken.get(messageId)?.ref ?? null;
      },
    },
  });
  return { carrier, taken, switches };
}

describe("the simulated carrier", () => {
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

  it("hands RCS to handsets that have it: by their number, unless a user changed them", async () => {
    const { carrier, switches } = open();
    const rich = (to: string, type: "text" | "cards" = "text") =>
      carrier.send({
        ...text(to),
        rcs: { agentId: "shop", type, text: "", mediaUrl: null, cards: [], suggestions: [] },
      });
    const noRcs = { outcome: "refused", failure: "carrier_no_rcs", code: "404" };
    expect(await rich("+13035550142", "cards")).toMatchObject({ outcome: "accepted" });
    expect(await rich("+13035550040")).toEqual(noRcs);
    expect(await rich("+13035550041")).toMatchObject({ outcome: "accepted" });
    expect(await rich("+13035550041", "cards")).toMatchObject({ failure: "carrier_no_feature" });
    expect(await rich("+13035550050")).toMatchObject({ failure: "carrier_rejected" });
    switches.set("+13035550142", false).set("+13035550040", true);
    expect(await rich("+13035550142")).toEqual(noRcs);
    expect(await rich("+13035550040")).toMatchObject({ outcome: "accepted" });
    expect(await carrier.send(text("+13035550142"))).toMatchObject({ outcome: "accepted" });
  });

  it("owes an RCS message what its handset does: delivered, read, or revoked", () => {
    const receipts = (to: string) => rcsBehaviourOf(to, "text", null).receipts.map(({ status }) => status);
    expect(receipts("+13035550142")).toEqual(["delivered", "read"]);
    expect(receipts("+13035550042")).toEqual(["expired"]);
    expect(receipts("+13035550043")).toEqual(["delivered"]);
    expect(receipts("+13035550002")).toEqual([]);
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
    for (const { send, receipts } of [...Object.values(behavioursBySuffix), ...Object.values(rcsBehavioursBySuffix)]) {
      if (typeof send === "object" && "refuse" in send) expect(failures).toHaveProperty(send.refuse);
      for (const receipt of receipts) if (receipt.failure) expect(failures).toHaveProperty(receipt.failure);
    }
    expect(behaviourOf("+13035550142").receipts.map((receipt) => receipt.status)).toEqual(["delivered"]);
  });
});
