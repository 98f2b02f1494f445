import { describe, expect, it } from "vitest";
import {
  ask,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  replyFlow,
  runBatch,
  until,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { startReceiver } from "../../../test/receiver.ts";
import { testServer } from "../../../test/server.ts";
import { openTraces } from "../../tracing/openTraces.ts";

const db = await freshDatabase({ connections: 10 });
const collector = await startReceiver();

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
  events?: { name: string; attributes: { key: string; value: Record<string, unknown> }[] }[];
}

/** The spans that the collector got, as OTLP over HTTP has them. */
const spans = (): Span[] =>
  collector.received.flatMap(({ method, path, headers, body }) => {
    expect([method, path, headers["content-type"]]).toEqual(["POST", "/v1/traces", "application/json"]);
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  });

const attribute = ({ attributes }: Pick<Span, "attributes">, key: string): unknown =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0];

const configured = { endpoint: collector.url, serviceName: "trunkline", share: 1 };

describe("a traced journey", () => {
  it("has a trace of its own id, with its steps and its text, and no data of its contact", async () => {
    const traces = openTraces(configured, "0");
    const worker = quickWorker(db, { traces });
    const world = await makeWorld(db);
    const [phone = ""] = handsets(1);
    const batchId = await runBatch(
      db,
      world,
      await makeCampaign(db, world, replyFlow(world.template)),
      await makeContacts(db, world, [phone]),
    );
    const journeys = () =>
      ask<{ id: string }>(db, world, "select journey_id id from journey where account_id = $1 and status = 2");
    await until("the journey waits for a reply", async () => (await journeys()).length === 1);
    await worker.stop();
    await traces.stop();
    const [journey] = await journeys();
    const traceId = journey?.id.replaceAll("-", "") ?? "";
    const own = spans().filter((span) => span.traceId === traceId);
    expect(own.map(({ name }) => name).sort()).toEqual(["advance", "send sms", "start"]);
    const root = own.find(({ name }) => name === "start");
    expect(own.map(({ parentSpanId = "" }) => parentSpanId).sort()).toEqual(["", root?.spanId, root?.spanId]);
    const sent = own.find(({ name }) => name === "send sms") as Span;
    expect([attribute(sent, "trunkline.carrier"), attribute(sent, "trunkline.outcome")]).toEqual([
      "simulated",
      "accepted",
    ]);
    expect(own.map((span) => attribute(span, "trunkline.batch_id"))).toEqual([batchId, batchId, batchId]);
    const kinds = root?.events?.map((event) => attribute(event, "trunkline.kind"));
    expect(kinds).toContain("smsSend");
    const recorded = collector.received.map(({ body }) => body).join();
    expect([phone, "Ann", "Boston"].filter((value) => recorded.includes(value))).toEqual([]);
  });
});

describe("a request", () => {
  it("is recorded in the trace of its caller, whose id is beside its duration in /metrics", async () => {
    const traces = openTraces(configured, "0");
    const server = await testServer(db, { traces });
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    const { app } = server.api;
    await app.inject({ url: "/healthz", headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } });
    await traces.stop();
    const [span] = spans().filter((one) => one.traceId === traceId);
    expect([span?.name, span?.parentSpanId, attribute(span as Span, "http.response.status_code")]).toEqual([
      "GET /healthz",
      "00f067aa0ba902b7",
      200,
    ]);
    const accept = "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5";
    const { body } = await app.inject({ url: "/metrics", headers: { accept } });
    expect(body).toContain(`trace_id="${traceId}"`);
    expect(body).toMatch(/# EOF\n$/);
  });
});

describe("a collector that is away", () => {
  it("stops nothing", async () => {
    const traces = openTraces({ ...configured, endpoint: "http://127.0.0.1:9" }, "0");
    const server = await testServer(db, { traces });
    expect((await server.api.app.inject("/healthz")).statusCode).toBe(200);
    await traces.stop();
  });
});
