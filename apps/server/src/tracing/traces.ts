import type { Attributes } from "@opentelemetry/api";

/** Where traces go. */
export interface TracesConfig {
  /** The collector's address for OTLP over HTTP, without a path. */
  endpoint: string;
  serviceName: string;
  /** The share of journeys and requests that are traced, from 0 to 1. */
  share: number;
}

/** Something that took a while. */
export interface Work {
  name: string;
  /** Epoch ms. */
  startMs: number;
  endMs: number;
  attributes?: Attributes;
  /** What happened in between, by name, with its attributes. */
  events?: readonly { name: string; attributes: Attributes }[];
  /** A short reason without personal data, if it failed. */
  failed?: string | undefined;
}

/** Work for a journey. */
interface JourneyWork extends Work {
  journeyId: string;
  /** The first of the journey: the others are below it. */
  isFirst?: boolean;
  /** It waits for a system elsewhere. */
  isCall?: boolean;
}

/** A request that was answered. */
interface RequestWork extends Work {
  headers: NodeJS.Dict<string | string[]>;
}

/**
 * Records the program's work as OpenTelemetry traces. A journey's trace has the journey's id, so work for it in any
 * process and at any time is in one trace, and its id is known without a search.
 */
export interface Traces {
  /** Whether work for this journey is recorded. */
  takes(journeyId: string): boolean;
  journey(work: JourneyWork): void;
  /** The id of the trace that the request is recorded in, or undefined. */
  request(work: RequestWork): string | undefined;
  /** Sends what is recorded. */
  stop(): Promise<void>;
}

/** Records nothing. */
export const noTraces: Traces = {
  takes: () => false,
  journey: () => {},
  request: () => undefined,
  stop: async () => {},
};
