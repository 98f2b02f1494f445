import {
  collectDefaultMetrics,
  Histogram,
  type OpenMetricsContentType,
  register as processMetrics,
  Registry,
} from "prom-client";
import type { Traces } from "../tracing/traces.ts";
import type { Api } from "./handle.ts";
import { addOperatorGauges } from "./operatorGauges.ts";
import { idsOf } from "./tracedIds.ts";

/** What is measured of the process itself, as OpenMetrics. One for all servers of a process. */
let processOpenMetrics: Registry | undefined;

function openMetricsRegistry(): Registry {
  const registry = new Registry();
  // the types know a registry's format only from the start
  (registry as unknown as Registry<OpenMetricsContentType>).setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  return registry;
}

/** Collects once per process: the figures are of the process, however many servers it has. */
function collectOfProcess(): Registry {
  if (processOpenMetrics === undefined) {
    collectDefaultMetrics({ register: processMetrics });
    processOpenMetrics = openMetricsRegistry();
    collectDefaultMetrics({ register: processOpenMetrics });
  }
  return processOpenMetrics;
}

const request = {
  name: "trunkline_http_request_seconds",
  help: "Duration of requests by route and status",
  labelNames: ["method", "route", "status"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
};

/**
 * Adds `GET /metrics` in the Prometheus format, or as OpenMetrics for those who accept it: only that one has the ids of
 * traces beside the durations of requests. Each request is logged and, where traces are collected, recorded.
 */
export function addMetrics({ app, db, log, metrics }: Api, traces: Traces): void {
  const ofProcess = collectOfProcess();
  const openMetrics = openMetricsRegistry();
  app.get("/metrics", async (asked, reply) => {
    if (String(asked.headers.accept).includes("application/openmetrics-text")) {
      const merged = Registry.merge([ofProcess, openMetrics]);
      return reply.type(Registry.OPENMETRICS_CONTENT_TYPE).send(await merged.metrics());
    }
    const texts = await Promise.all([processMetrics, metrics].map((registry) => registry.metrics()));
    return reply.type(metrics.contentType).send(texts.join("\n"));
  });
  addOperatorGauges(db, [metrics, openMetrics]);
  const seconds = new Histogram({ ...request, registers: [metrics] });
  const withTraces = new Histogram({
    ...request,
    enableExemplars: true,
    registers: [openMetrics],
  });
  app.addHook("onResponse", async (answered, reply) => {
    // The route pattern instead of the URL, because URLs contain phone numbers and one-time tokens.
    const route = answered.routeOptions.url ?? "page";
    // how long a page was open is no time that anyone waits for
    if (String(reply.getHeader("content-type")).startsWith("text/event-stream")) return;
    const { method, id: requestId } = answered;
    const { statusCode: status, elapsedTime: ms } = reply;
    const endMs = Date.now();
    const traceId = traces.request({
      name: `${method} ${route}`,
      startMs: endMs - ms,
      endMs,
      headers: answered.headers,
      attributes: {
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
        "trunkline.request_id": requestId,
        ...idsOf(answered),
      },
      failed: status >= 500 ? `status ${status}` : undefined,
    });
    const labels = { method, route, status };
    seconds.observe(labels, ms / 1000);
    withTraces.observe({
      labels,
      value: ms / 1000,
      exemplarLabels: traceId === undefined ? {} : { trace_id: traceId },
    });
    log.debug({ requestId, ...labels, ms: Math.round(ms), ...(traceId !== undefined && { traceId }) }, "call");
  });
}
