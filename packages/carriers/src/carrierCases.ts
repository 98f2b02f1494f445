import type { OutgoingText, SendResult, SessionCarrier } from "./carrier.ts";

/** A rule that every carrier must follow. */
export interface CarrierCase {
  rule: string;
  /** Throws an error when the carrier breaks the rule. */
  check(carrier: SessionCarrier, text: (to: string) => OutgoingText): Promise<void>;
}

/** A number that the carrier accepts texts for. */
const goodHandset = "+13035550142";

/** The table that every carrier's test runs (architecture, Carriers). */
export const carrierCases: readonly CarrierCase[] = [
  {
    rule: "accepts a text and returns its id",
    async check(carrier, text) {
      const result = await carrier.send(text(goodHandset));
      if (result.outcome !== "accepted" || result.carrierRef === "") throw new Error(`it answered ${show(result)}`);
    },
  },
  {
    rule: "accepts a text with the same id once if it can look up ids",
    async check(carrier, text) {
      const one = text(goodHandset);
      // a carrier that cannot look up ids may accept a text twice; the sender never sends it again
      if ((await carrier.lookUp(one)).found === "unknown") return;
      const [first, second] = [await carrier.send(one), await carrier.send(one)];
      if (show(first) !== show(second)) throw new Error(`it answered ${show(first)}, then ${show(second)}`);
    },
  },
  {
    rule: "finds accepted texts by our id, and no others",
    async check(carrier, text) {
      const one = text(goodHandset);
      const before = await carrier.lookUp(one);
      const result = await carrier.send(one);
      const after = await carrier.lookUp(one);
      if (before.found === true) throw new Error("it found a text before it was sent");
      if (after.found === false) throw new Error("it does not find a text that it took");
      if (after.found === true && result.outcome === "accepted" && after.carrierRef !== result.carrierRef)
        throw new Error("it finds the text under another name");
    },
  },
  {
    rule: "accepts many texts at once, each with its own id",
    async check(carrier, text) {
      const results = await Promise.all(Array.from({ length: 50 }, () => carrier.send(text(goodHandset))));
      const names = new Set(results.map((result) => (result.outcome === "accepted" ? result.carrierRef : "")));
      if (names.size !== 50 || names.has("")) throw new Error(`fifty texts have ${names.size} names`);
    },
  },
  {
    rule: "returns a failure as a result instead of throwing",
    async check(carrier, text) {
      const result = await carrier.send({ ...text("not a number"), text: "" });
      if (!["accepted", "refused", "in_doubt"].includes(result.outcome)) throw new Error(`it answered ${show(result)}`);
    },
  },
];

const show = (result: SendResult): string => JSON.stringify(result);
