import type { RouteTag } from "@trunkline/contract/routing/inboundRoute.ts";
import type { RouteDecision } from "@trunkline/contract/routing/routeDecision.ts";
import type { HandsetCall } from "@trunkline/contract/simulator/simulator.ts";
import { compileRoute, withNames } from "@trunkline/workflow/inbound/compile.ts";
import { readInbound } from "@trunkline/workflow/inbound/readInbound.ts";
import type { RouteDestination } from "@trunkline/workflow/inbound/route.ts";
import { writeInbound } from "@trunkline/workflow/inbound/writeInbound.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { silentRecording } from "../src/inbound/silentRecording.ts";
import { everyRow } from "./everyRow.ts";
import { freshDatabase } from "./freshDatabase.ts";
import {
  type DrawnPath,
  drawnPaths,
  type InboundCase,
  inboundCases,
  ruleMatches,
  type SampleEvent,
} from "./inboundCases.ts";
import {
  firstNumber,
  type InboundAccount,
  inboundGraphs,
  makeInboundAccount,
  meaningOfDrawing,
  setNumber,
} from "./inboundWire.ts";
import { listedDestination } from "./listedDestination.ts";
import { testServer } from "./server.ts";
import { noteSecretsOf } from "./suiteLogs.ts";
import { isTriedAlike, type TriedIn } from "./triedAlike.ts";

type Row = Record<string, unknown>;

const dayMs = 86_400_000;
const db = await freshDatabase();
const server = await testServer(db);
const { account, key } = await server.account("Wire");
const member = await server.user(account, "owner");
let address: string;
let wire: InboundAccount;
// a day for each graph, none of them in the future
let today = Math.floor(Date.now() / dayMs) * dayMs - (inboundGraphs.length + 2) * dayMs;

/** A call of the product over its port. */
async function answer(method: string, url: string, body?: unknown, headers?: Record<string, string>) {
  noteSecretsOf(body);
  const given = await fetch(`${address}${url}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? Buffer.from(body, "latin1") : JSON.stringify(body) }),
  });
  const { payload, error } = (await given.json()) as { payload: Row[]; error: { code: string; message: string }[] };
  return { status: given.status, payload, error };
}

async function call(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Row[]> {
  const { status, payload, error } = await answer(method, url, body, headers);
  if (status !== 200) throw new Error(`${method} ${url}: ${JSON.stringify(error)}`);
  return payload;
}

beforeAll(async () => {
  address = await server.api.app.listen({ host: "127.0.0.1", port: 0 });
  vi.useFakeTimers({ toFake: ["Date"], now: today });
  const upload = ({ type, text }: { type: string; text: string }) =>
    call("POST", "/v4/asset/", text, { "content-type": type });
  wire = await makeInboundAccount({ call, upload }, member.userId);
});
afterAll(() => void vi.useRealTimers());
// one that fails leaves the next ones their numbers
afterEach(() => answer("DELETE", "/v4/route/tag/support?forceDelete=true"));

/** The calls of the designer's Save, in its order (spec 1 §4.4). Answers the ends by their nodes, and which call each took. */
async function save(routeTag: string, text: string) {
  const at = encodeURIComponent(routeTag);
  const [tag] = await call("GET", `/v4/route/tag/${at}`);
  const basedOn = Number(tag?.["workflowUIVersion"]);
  expect(await call("GET", `/v4/route/test/${at}/`)).toEqual([]);
  const graph = readInbound(text);
  const { selectedNumber, selectedNumberSet } = (graph.nodes.get("start")?.form ?? {}) as Record<string, string[]>;
  await call("POST", `/v4/route/tag/${at}/numbers`, { numbers: selectedNumber, numberSetIds: selectedNumberSet });
  const before = (await call("GET", `/v4/route/${at}/`)) as unknown as RouteDestination[];
  const compiled = compileRoute(graph, routeTag, before);
  for (const { state, terminal, destination } of compiled.destinations) {
    expect(state).toBe(basedOn === 0 ? "new" : "unchanged");
    if (state === "new") await call("POST", terminal ? "/v4/route/terminal/" : "/v4/route/", destination);
  }
  const workflow = JSON.stringify(writeInbound(withNames(graph, compiled)));
  await call(basedOn === 0 ? "POST" : "PUT", "/v4/workflow", { routeTag, accountSid: account, workflow, basedOn });
  return compiled.destinations.map(({ node, terminal, destination }) => ({ node, terminal, name: destination.name }));
}

/** What a route became: the stored destinations with their nodes and calls, by their names. */
async function stored(routeTag: string, made: Awaited<ReturnType<typeof save>>) {
  const rows = new Map((await call("GET", `/v4/route/${routeTag}/`)).map((row) => [row["name"], row]));
  expect(rows.size).toBe(made.length);
  return made.map(({ node, terminal, name }) => ({ node, terminal, destination: rows.get(name) }));
}

/** Places a call or text on the simulated carrier; returns its route and outcome. */
async function place({ channel, from, to, text, attributes, atMs }: SampleEvent) {
  // what is listed newest first has an order
  vi.setSystemTime(Math.max(atMs, Date.now() + 2));
  if (Object.keys(attributes).length > 0) await call("POST", "/v4/contact/", { phone: from, extdata: attributes });
  if (channel === "call") {
    const [leg] = await call("POST", "/v4/simulator/call", { from, to });
    const callId = String(leg?.["callId"]);
    const [row] = await call("GET", `/v4/call/${callId}/`);
    return {
      route: row?.["route"] as RouteDecision | null,
      contactId: row?.["contactId"],
      leg: leg as unknown as HandsetCall,
    };
  }
  await call("POST", "/v4/simulator/message", { from, to, text, channel });
  const [row] = await call("GET", `/v4/message/?direction=in&phone=${encodeURIComponent(from)}&limit=1`);
  expect(row).toMatchObject({ text, channel });
  return { route: row?.["route"] as RouteDecision | null, contactId: row?.["contactId"], leg: undefined };
}

const notes = ({ log }: HandsetCall, kind: string) => log.filter((note) => note.kind === kind).map((note) => note.text);
const act = async (leg: HandsetCall, what: object) =>
  (await call("POST", `/v4/simulator/call/${leg.callId}/`, what))[0] as unknown as HandsetCall;
const rings = async (handset: string, from: string) => {
  const calls = await call("GET", `/v4/simulator/handset/${encodeURIComponent(handset)}/call/`);
  expect(calls.at(-1)).toMatchObject({ number: from, state: "ringing" });
};
/** A caller waits for the member. */
async function waits(leg: HandsetCall, kind: string, name: string): Promise<void> {
  const [phone] = await call("GET", "/v4/agent/phone/", undefined, { authorization: "", cookie: member.cookie });
  expect(phone?.["waiting"]).toContainEqual(expect.objectContaining({ callId: leg.callId, kind, name }));
}
const hears = async (leg: HandsetCall) => (leg.now === "prompt" ? act(leg, { heard: true }) : leg);

/** A call is where it was drawn to. */
const callArrives: Record<string, (leg: HandsetCall, form: Row, from: string) => Promise<void>> = {
  async voicemail(leg, { selectedAsset, recordMaxLengthSec }, from) {
    expect(notes(leg, "played")).toEqual([selectedAsset]);
    expect(await act(leg, { heard: true })).toMatchObject({ now: "recording", recordSeconds: recordMaxLengthSec });
    await act(leg, { recording: silentRecording(5).toString("base64"), seconds: 5 });
    const [message] = await call("GET", "/v4/voicemail/?limit=1");
    expect(message).toMatchObject({ callId: leg.callId, phone: from, seconds: 5 });
  },
  callForward: (_leg, { numberOrSip }, from) => rings(String(numberOrSip), from),
  async groupCall(_leg, { groupCallNumbers }, from) {
    for (const phone of groupCallNumbers as string[]) await rings(phone, from);
  },
  workgroup: (leg, { workgroupName }) => waits(leg, "workGroup", String(workgroupName)),
  async liveList(leg, { liveListName, selectedAsset, sayText }) {
    expect(notes(leg, "said")).toEqual([sayText]);
    const queued = await hears(await hears(leg));
    expect(queued).toMatchObject({ now: "queued", music: selectedAsset });
    expect(notes(queued, "played")[0]).toBe(selectedAsset);
    await waits(leg, "liveList", String(liveListName));
  },
  async ivr(leg) {
    expect(notes(leg, "said")).toEqual(["Welcome to The Shop."]);
  },
  async customCall(leg) {
    expect(notes(leg, "said")).toEqual(["We are closed today. Please call again tomorrow."]);
  },
  async workflow(leg) {
    expect(notes(leg, "said")).toEqual(["Thank you for calling. Goodbye."]);
  },
};

/** A text is where it was drawn to. */
const textArrives: Record<string, (contactId: unknown, form: Row, what: SampleEvent) => Promise<void>> = {
  async inbox(contactId, { inboxName }, { from }) {
    expect((await call("GET", `/v4/inbox/${contactId}/`))[0]).toMatchObject({ inbox: inboxName, phone: from });
  },
  async smsForward(_contactId, { phoneNumber }, { from, to, text }) {
    const phone = encodeURIComponent(String(phoneNumber));
    const [out] = await call("GET", `/v4/message/?direction=out&phone=${phone}&limit=1`);
    expect(out).toMatchObject({ from: to, to: phoneNumber, text: `From ${from}: ${text}` });
  },
  async workflow() {},
};

const journeys = async (contactId: unknown): Promise<number> =>
  (
    await db.tx([account], (q) =>
      q.rows("select 1 from journey where account_id = $1 and contact_id = $2 and campaign_id = $3", [
        ...[account, contactId, wire.campaign],
      ]),
    )
  ).length;

/** The words of a rule name what it looks for. */
function namesRule({ type, formData = {} }: DrawnPath["rules"][number]): unknown {
  const { attributeValue, countryValue, contentValue } = formData;
  const [wanted] = [attributeValue ?? countryValue ?? contentValue].flat();
  return expect.stringContaining(type === "time" ? "Time" : String(wanted));
}

/** The expected decision of the drawing: every evaluated path with the verdict of each of its rules. */
function decided({ event, order, takes }: InboundCase, routeTag: string, names: ReadonlyMap<string, string>) {
  const evaluated = takes === null ? order : order.slice(0, order.indexOf(takes) + 1);
  const paths = evaluated.map((path) => ({
    name: names.get(path.end.id),
    holds: path === takes,
    and: path.rules.map((rule) => ({ rule: namesRule(rule), holds: ruleMatches(rule, path.zone, event) })),
    or: [],
  }));
  const unmatched = order.length === 0 ? "The inbound workflow has no path for this channel" : "No path's rules match";
  return {
    routeTag,
    paths,
    unread: order.length - evaluated.length,
    ...(takes === null
      ? { destination: null, destType: null, dest: null, outcome: "unmatched", because: unmatched }
      : {
          destination: names.get(takes.end.id),
          destType: takes.end.data.destType,
          outcome: "delivered",
          because: null,
        }),
  };
}

const noAnswer = "No one answers calls on this number yet. Goodbye.";

/** One call or text, and everything that must be so afterwards. */
async function walk(one: InboundCase, tried: TriedIn, names: ReadonlyMap<string, string>): Promise<void> {
  const { event, takes } = one;
  const { route, contactId, leg } = await place(event);
  expect(route).toMatchObject(decided(one, tried.routeTag, names));
  if (route !== null) isTriedAlike(tried, event, { route, said: leg && notes(leg, "said") });
  const { type = "", formData: form = {} } = takes?.end.data ?? {};
  if (leg !== undefined && takes === null) expect(notes(leg, "said")).toEqual([noAnswer]);
  if (leg !== undefined && takes !== null) await callArrives[type]?.(leg, form, event.from);
  if (leg === undefined && takes !== null) await textArrives[type]?.(contactId, form, event);
  if (type === "workflow") expect(await journeys(contactId)).toBeGreaterThan(0);
  const tags = (form["tags"] ?? []) as string[];
  if (tags.length > 0)
    expect((await call("GET", `/v4/contact/${contactId}/`))[0]).toMatchObject({ tags: expect.arrayContaining(tags) });
  if (leg !== undefined && leg.state !== "ended") await act(leg, { hangup: true });
}

/** Nothing of a route is left: its tag, what it became, its tests and versions; its numbers lead nowhere. */
async function isGone(routeTag: string, numbers: readonly string[]): Promise<void> {
  for (const url of ["/v4/route/tag/", "/v4/route/", "/v4/route/test/", `/v4/workflow/${account}/`])
    expect((await answer("GET", `${url}${routeTag}`)).status).toBe(404);
  expect(await call("GET", "/v4/route/tag/")).toEqual([]);
  expect(await call("GET", "/v4/route/")).toEqual([]);
  expect((await call("GET", "/v4/number/")).map(({ route }) => route)).toEqual([null, null, null]);
  expect((await call("GET", `/v4/numberset/${wire.numberSet}/`))[0]).toMatchObject({ routeTag: null });
  const tables = ["route", "route_number", "route_number_set", "route_destination", "route_test", "route_version"];
  const rows = tables.map((table) => `select '${table}' from ${table} where account_id = $1`).join(" union all ");
  expect(await db.tx([account], (q) => q.rows(rows, [account]))).toEqual([]);
  const from = "+12125550111";
  const atMs = Date.now();
  for (const to of numbers) {
    const { route, leg } = await place({ channel: "call", from, to, text: "", attributes: {}, atMs });
    expect([route, leg && notes(leg, "said")]).toEqual([null, [noAnswer]]);
    const text = await place({ channel: "sms", from, to, text: `Without a route at ${to}`, attributes: {}, atMs });
    expect(text.route).toBeNull();
  }
}

/** Numbers that are attached on the Numbers page, where those of the drawing do not reach all of its paths. */
const alsoAttached: Record<string, string[]> = { empty: [firstNumber], toCountry: [setNumber], toNumber: [setNumber] };

/** Attaches numbers beside those that are; answers all. */
async function attached(routeTag: string, more: readonly string[]): Promise<string[]> {
  const [tag] = await call("GET", `/v4/route/tag/${routeTag}`);
  const { numbers = [], numberRouteTags = [] } = (tag ?? {}) as Partial<RouteTag>;
  const numberSetIds = numberRouteTags.map(({ numberSetId }) => numberSetId);
  const body = { numbers: [...numbers, ...more], numberSetIds };
  if (more.length > 0) await call("POST", `/v4/route/tag/${routeTag}/numbers`, body);
  return [...body.numbers, ...numberSetIds.map(() => setNumber)];
}

/** All rules and destinations in one drawing, none, and one of each sort of destination and rule. */
const core = new Set(["all", "empty", "ivr", "time", "textContent", "workflow"]);
const graphs = everyRow ? inboundGraphs : inboundGraphs.filter((graph) => core.has(graph));

describe("every inbound graph of the wire over HTTP (spec 1 §3.3–3.7, §4.4; wire readings 15–23)", () => {
  it.each(graphs)(
    "inbound.%s loads, saves back equal in meaning, becomes the destinations listed, answers, and deletes cleanly",
    async (graph) => {
      today += dayMs;
      const text = wire.own(`inbound.${graph}.json`);
      const drawing = meaningOfDrawing(text);
      const [made] = await call("POST", "/v4/route/tag/", { routeTag: "Support" });
      const routeTag = String(made?.["routeTag"]);
      const ends = await save(routeTag, text);
      const [kept] = await call("GET", `/v4/workflow/${account}/${routeTag}`);
      expect(meaningOfDrawing(String(kept?.["workflow"]))).toEqual(drawing);
      const names = new Map(ends.map(({ node, name }) => [node, name]));
      const paths = (["call", "sms", "rcs"] as const).flatMap((channel) => drawnPaths(drawing, channel));
      const listed = paths.map((path) => listedDestination(path, routeTag, names.get(path.end.id) ?? ""));
      const byNode = (one: { node: string }, other: { node: string }) => (one.node < other.node ? -1 : 1);
      expect((await stored(routeTag, ends)).sort(byNode)).toEqual(listed.sort(byNode));
      if (graph === "all")
        expect(listed).toEqual((JSON.parse(wire.own("inbound.all.destinations.json")) as typeof listed).sort(byNode));
      // loaded and saved once more nothing is new
      await save(routeTag, String(kept?.["workflow"]));

      const numbers = await attached(routeTag, alsoAttached[graph] ?? []);
      const destinations = (await call("GET", `/v4/route/${routeTag}/`)) as unknown as RouteDestination[];
      const ivr = JSON.parse(wire.own("../ivr/ivr.json"));
      const workflow = String(kept?.["workflow"]);
      const tried = { routeTag, text: workflow, destinations, ivr, campaign: wire.campaign, numbers };
      for (const one of inboundCases(drawing, numbers, today)) await walk(one, tried, names);

      await call("DELETE", `/v4/route/tag/${routeTag}?forceDelete=true`);
      await isGone(routeTag, numbers);
    },
  );
});
