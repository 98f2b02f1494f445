import type { OutgoingText, SendResult, SessionCarrier } from "./carrier.ts";

/** One thing that every carrier must do. */
export interface CarrierCase {
  rule: string;
  /** Throws, with words, when the carrier breaks the rule. */
  check(carrier: SessionCarrier, text: (to: string) => OutgoingText): Promise<void>;
}

/** A number that the carrier takes texts for, in the cases below. */
const goodHandset = "+13035550142";

/** The table that every carrier's test runs (architecture, Carriers). */
export const carrierCases: readonly CarrierCase[] = [
  {
    rule: "takes a text and names it",
    async check(carrier, text) {
      const result = await carrier.send(text(goodHandset));
      if (result.outcome !== "accepted" || result.carrierRef === "") throw new Error(`it answered ${show(result)}`);
    },
  },
  {
    rule: "takes a text with the same id once: the second answer names the first, where it can be asked for ids",
    async check(carrier, text) {
      const one = text(goodHandset);
      // a carrier that cannot say what it took may take a text twice: the sender never gives it one again
      if ((await carrier.lookUp(one)).found === "unknown") return;
      const [first, second] = [await carrier.send(one), await carrier.send(one)];
      if (show(first) !== show(second)) throw new Error(`it answered ${show(first)}, then ${show(second)}`);
    },
  },
  {
    rule: "finds what it took by our id, and does not find what it never got",
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
    rule: "takes many texts at once, each under its own name",
    async check(carrier, text) {
      const results = await Promise.all(Array.from({ length: 50 }, () => carrier.send(text(goodHandset))));
      const names = new Set(results.map((result) => (result.outcome === "accepted" ? result.carrierRef : "")));
      if (names.size !== 50 || names.has("")) throw new Error(`fifty texts have ${names.size} names`);
    },
  },
  {
    rule: "never throws: a failure is a result",
    async check(carrier, text) {
      const result = await carrier.send({ ...text("not a number"), text: "" });
      if (!["accepted", "refused", "in_doubt"].includes(result.outcome)) throw new Error(`it answered ${show(result)}`);
    },
  },
];

const show = (result: SendResult): string => JSON.stringify(result);
