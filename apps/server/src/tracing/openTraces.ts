import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { ChosenIds } from "./chosenIds.ts";
import type { Traces, TracesConfig, Work } from "./traces.ts";

/** So long a collector may take. */
const timeoutMillis = 3_000;

/** Opens the connection to a collector. Work is sent every few seconds; what a collector does not take is dropped. */
export function openTraces({ endpoint, serviceName, share }: TracesConfig, version: string): Traces {
  const ids = new ChosenIds();
  const root = new TraceIdRatioBasedSampler(share);
  const provider = new TracerProvider({
    idGenerator: ids,
    sampler: new ParentBasedSampler({ root }),
    resource: resourceFromAttributes({ "service.name": serviceName, "service.version": version }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis }) }),
    ],
  });
  const tracer = provider.getTracer("trunkline", version);
  const propagator = new W3CTraceContextPropagator();
  const record = (work: Work, kind: SpanKind, parent: Context): string | undefined => {
    const { name, startMs, endMs, attributes = {}, events = [], failed } = work;
    const span = tracer.startSpan(name, { kind, startTime: startMs, attributes }, parent);
    if (!span.isRecording()) return undefined;
    for (const event of events) span.addEvent(event.name, event.attributes, endMs);
    if (failed !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failed });
    span.end(endMs);
    return span.spanContext().traceId;
  };
  return {
    takes: (journeyId) =>
      root.shouldSample(ROOT_CONTEXT, traceOf(journeyId)).decision === SamplingDecision.RECORD_AND_SAMPLED,
    journey(work) {
      const traceId = traceOf(work.journeyId);
      const spanId = traceId.slice(16);
      const kind = work.isCall ? SpanKind.CLIENT : SpanKind.INTERNAL;
      if (work.isFirst) ids.choose({ traceId, spanId }, () => record(work, kind, ROOT_CONTEXT));
      else
        record(
          work,
          kind,
          trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true }),
        );
    },
    request: (work) =>
      record(work, SpanKind.SERVER, propagator.extract(ROOT_CONTEXT, work.headers, defaultTextMapGetter)),
    // a collector that is away must not keep the program from stopping
    stop: () => provider.shutdown().catch(() => {}),
  };
}

/** The trace of a journey: its id without dashes. */
const traceOf = (journeyId: string): string => journeyId.replaceAll("-", "");
