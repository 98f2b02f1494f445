import { type IdGenerator, RandomIdGenerator } from "@opentelemetry/sdk-trace";

interface SpanIds {
  traceId: string;
  spanId: string;
}

/** Random ids of traces and spans, except where the ids of a span are chosen. */
export class ChosenIds implements IdGenerator {
  private readonly random = new RandomIdGenerator();
  private chosen: SpanIds | undefined;

  generateTraceId = (): string => this.chosen?.traceId ?? this.random.generateTraceId();

  generateSpanId = (): string => this.chosen?.spanId ?? this.random.generateSpanId();

  /** Starts a span with these ids. `start` is not asynchronous: no other span starts meanwhile. */
  choose(ids: SpanIds, start: () => void): void {
    this.chosen = ids;
    try {
      start();
    } finally {
      this.chosen = undefined;
    }
  }
}
