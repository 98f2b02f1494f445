import type { Attributes } from "@opentelemetry/api";
import type { Traces } from "./traces.ts";

/** What another system is asked for a journey. */
interface TracedCall<Result> {
  /** Null: it is for no journey, and is not recorded. */
  journeyId: string | null;
  name: string;
  attributes: Attributes;
  /** What is recorded of its end: attributes, and a short reason if it failed. */
  describe(result: Result): { attributes: Attributes; failed?: string | undefined };
}

/** Asks another system for a journey, and records how long it took and how it ended. */
export async function traceCall<Result>(
  traces: Traces | undefined,
  { journeyId, name, attributes, describe }: TracedCall<Result>,
  call: () => Promise<Result>,
): Promise<Result> {
  if (traces === undefined || journeyId === null || !traces.takes(journeyId)) return call();
  const startMs = Date.now();
  const result = await call();
  const end = describe(result);
  traces.journey({
    journeyId,
    name,
    startMs,
    endMs: Date.now(),
    attributes: { ...attributes, ...end.attributes },
    failed: end.failed,
    isCall: true,
  });
  return result;
}
