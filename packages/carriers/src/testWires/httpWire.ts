import type { ConnectionCarrier, OutgoingText, WireAnswer, WireRequest } from "../carrier.ts";
import type { CarrierWire, WireDoing, WireEvent, WireReceipt, WireReceived } from "../carrierCases.ts";
import type { Failure } from "../failures.ts";
import { WireClock } from "./wireText.ts";

/** An answer of a provider. */
export const answerOf = (status: number, body: object, headers: Record<string, string> = {}): WireAnswer => ({
  status,
  headers,
  body: JSON.stringify(body),
});

/** What one provider writes. */
interface HttpWireParts {
  open(transport: (request: WireRequest) => Promise<WireAnswer>, clock: WireClock): ConnectionCarrier;
  /** The id of ours in a request that sends a text, and the text. Null: another request. */
  textIn(request: WireRequest): string | null;
  /** Answers requests that send nothing. */
  answer(request: WireRequest): WireAnswer;
  accepted(ref: string): WireAnswer;
  refused: Readonly<Partial<Record<Failure, WireAnswer>>>;
  throttled: WireAnswer;
  text(): OutgoingText;
  readReport(event: WireEvent, about: { text: OutgoingText; ref: string }): WireReceipt | null;
  readText(from: string, to: string, text: string): WireReceived | null;
  /** The provider ignores a text with an id that it has. */
  knowsIds?: true;
}

/** A provider that gets one request a text, as the cases play it. */
export async function httpWire(parts: HttpWireParts): Promise<CarrierWire> {
  const clock = new WireClock();
  const taken: string[] = [];
  let doing: WireDoing = "accept";
  const take = (id: string): string => {
    const known = taken.indexOf(id);
    if (parts.knowsIds && known >= 0) return refOf(known);
    return refOf(taken.push(id) - 1);
  };
  const refOf = (index: number): string => `ref-${index + 1}`;
  const carrier = parts.open(async (request) => {
    const id = parts.textIn(request);
    if (id === null) return parts.answer(request);
    if (doing === "unreachable") return { broken: "before_first_byte" };
    if (doing === "throttle") return parts.throttled;
    if (typeof doing === "object") return parts.refused[doing.refuse] ?? parts.accepted("");
    const ref = take(id);
    if (doing === "loseAnswer") return { broken: "after_first_byte" };
    return doing === "failAfter" ? answerOf(500, {}) : parts.accepted(ref);
  }, clock);
  await new Promise(setImmediate);
  return {
    carrier,
    text: parts.text,
    does(next) {
      doing = next;
    },
    refusals: Object.keys(parts.refused) as Failure[],
    taken: () => taken.length,
    async recover() {
      clock.pass(10 * 60_000);
    },
    report: async (event, text) => {
      const ref = refOf(taken.indexOf(text.messageId));
      const read = parts.readReport(event, { text, ref });
      return read && { ...read, isNamed: read.names === ref || read.names === text.messageId };
    },
    write: async (from, to, text) => parts.readText(from, to, text),
  };
}
