import type { OutgoingText, SendResult, SessionCarrier } from "./carrier.ts";
import { type Failure, failures } from "./failures.ts";

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

/** What the other side of a carrier does with texts. */
export type WireDoing =
  | "accept"
  /** The connection breaks before the first byte. */
  | "unreachable"
  /** It takes the text, and the answer is lost. */
  | "loseAnswer"
  /** It takes the text, and reports an error of its own. */
  | "failAfter"
  | "throttle"
  | { refuse: Failure };

/** What the other side reports about a text. */
export type WireEvent = "sent" | "delivered" | "undelivered";

/** A report as the carrier reads it. */
export interface WireReceipt {
  /** The id in it, ours or that of the other side. */
  names: string;
  /** Whether that is the id of the text that was reported. */
  isNamed?: boolean;
  status: string;
  failure: Failure | null;
}

/** A received text as the carrier reads it. */
export interface WireReceived {
  from: string;
  to: string;
  text: string;
  optOut: string | null;
}

/** A carrier and its other side, which a test plays. */
export interface CarrierWire {
  carrier: SessionCarrier;
  /** A new text of the kind that the carrier carries. */
  text(): OutgoingText;
  does(doing: WireDoing): void | Promise<void>;
  /** The failures by which the other side can refuse a text. */
  refusals: readonly Failure[];
  /** How many texts the other side has taken. */
  taken(): number;
  /** Waits until the carrier sends again. */
  recover(): Promise<void>;
  report(event: WireEvent, text: OutgoingText): Promise<WireReceipt | null>;
  /** A phone writes to a number. Missing: what phones write does not arrive by this carrier. */
  write?(from: string, to: string, text: string): Promise<WireReceived | null>;
}

/** A rule about what travels between a carrier and its other side. */
interface WireCase {
  rule: string;
  check(wire: CarrierWire): Promise<void>;
}

/** The cases in which the other side does something else than accept, for every carrier (architecture, Carriers). */
export const wireCases: readonly WireCase[] = [
  {
    rule: "gives each refusal the failure that it means, and never sends the text again",
    async check(wire) {
      if (wire.refusals.length === 0) throw new Error("the other side refuses nothing");
      for (const failure of wire.refusals) {
        await wire.does({ refuse: failure });
        const result = await wire.carrier.send(wire.text());
        if (result.outcome !== "refused" || result.failure !== failure)
          throw new Error(`for ${failure} it answered ${show(result)}`);
        if (failures[failure].retryable) throw new Error(`${failure} would be sent again`);
      }
      if (wire.taken() > 0) throw new Error("the other side took a text that it refused");
    },
  },
  {
    rule: "waits after it was throttled, and sends the text again once",
    async check(wire) {
      await wire.does("throttle");
      const text = wire.text();
      const first = await wire.carrier.send(text);
      if (first.outcome !== "refused" || first.failure !== "carrier_throttled")
        throw new Error(`it answered ${show(first)}`);
      if (wire.carrier.room !== undefined && wire.carrier.room > 1) throw new Error("it accepts texts at once");
      await wire.does("accept");
      await wire.recover();
      const second = await wire.carrier.send(text);
      if (second.outcome !== "accepted" || wire.taken() !== 1) throw new Error(`it answered ${show(second)}`);
    },
  },
  {
    rule: "says that a text may be sent again when the connection broke before its first byte",
    async check(wire) {
      await wire.does("unreachable");
      const text = wire.text();
      const first = await wire.carrier.send(text);
      if (first.outcome !== "refused" || first.failure !== "carrier_unavailable")
        throw new Error(`it answered ${show(first)}`);
      // texts that wait for the connection are not given up, however long that is
      if (wire.carrier.room !== undefined && wire.carrier.room > 0) throw new Error("it accepts texts at once");
      await wire.does("accept");
      await wire.recover();
      if ((await wire.carrier.send(text)).outcome !== "accepted" || wire.taken() !== 1)
        throw new Error("it was not sent once");
    },
  },
  {
    rule: "is in doubt when the answer is lost after the first byte",
    check: (wire) => checkDoubt(wire, "loseAnswer"),
  },
  {
    rule: "is in doubt when the other side fails after it took the text",
    check: (wire) => checkDoubt(wire, "failAfter"),
  },
  {
    rule: "reads a receipt of a text whose answer was lost, so that its doubt ends",
    async check(wire) {
      await wire.does("loseAnswer");
      const text = wire.text();
      await wire.carrier.send(text);
      await wire.recover();
      const early = await wire.report("delivered", text);
      if (!early?.isNamed || early.status !== "delivered") throw new Error(`it read ${JSON.stringify(early)}`);
    },
  },
  {
    rule: "reads receipts that come twice and out of order as the same about the same text",
    async check(wire) {
      const text = wire.text();
      await wire.carrier.send(text);
      const [first, late, again] = [
        await wire.report("delivered", text),
        await wire.report("sent", text),
        await wire.report("delivered", text),
      ];
      if (!first?.isNamed || first.status !== "delivered" || JSON.stringify(first) !== JSON.stringify(again))
        throw new Error(`it read ${JSON.stringify([first, again])}`);
      if (late !== null && (late.status !== "submitted" || late.names !== first.names))
        throw new Error(`it read ${JSON.stringify(late)}`);
    },
  },
  {
    rule: "reads why a text was not delivered",
    async check(wire) {
      const text = wire.text();
      await wire.carrier.send(text);
      const read = await wire.report("undelivered", text);
      if (!read?.isNamed || !["undelivered", "expired"].includes(read.status) || read.failure === null)
        throw new Error(`it read ${JSON.stringify(read)}`);
    },
  },
  {
    rule: "reads what a phone writes, and STOP",
    async check(wire) {
      for (const text of ["Yes, at nine", "STOP"]) {
        const read = await wire.write?.("+13035550142", "+13035550100", text);
        if (wire.write && (read?.from !== "+13035550142" || read.to !== "+13035550100" || read.text !== text))
          throw new Error(`it read ${JSON.stringify(read)}`);
      }
    },
  },
  {
    rule: "accepts nothing after it stopped",
    async check({ carrier }) {
      await carrier.stop();
      if (carrier.room !== undefined && carrier.room > 0) throw new Error("it accepts texts");
    },
  },
];

async function checkDoubt(wire: CarrierWire, doing: "loseAnswer" | "failAfter"): Promise<void> {
  await wire.does(doing);
  const result = await wire.carrier.send(wire.text());
  if (result.outcome !== "in_doubt" || wire.taken() !== 1) throw new Error(`it answered ${show(result)}`);
}

const show = (result: SendResult): string => JSON.stringify(result);
