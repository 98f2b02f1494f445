import type { ApiError } from "@trunkline/contract/envelope.ts";
import { failedRouteTest, type RouteTest } from "@trunkline/contract/routing/inboundRoute.ts";
import { describeFailure, failingTests } from "@trunkline/workflow/inbound/askRoute.ts";
import { type CompiledDestination, compileRoute, sameRoute } from "@trunkline/workflow/inbound/compile.ts";
import type { InboundGraph } from "@trunkline/workflow/inbound/graph.ts";
import { readInbound } from "@trunkline/workflow/inbound/readInbound.ts";
import type { RouteDestination } from "@trunkline/workflow/inbound/route.ts";
import { duplicatesMessage, orphansMessage, saveProblem } from "@trunkline/workflow/inbound/saveChecks.ts";
import { savedInbound, savedInboundEdge, savedInboundNode } from "@trunkline/workflow/inbound/saved.ts";
import { validateInboundNode } from "@trunkline/workflow/inbound/validateInboundNode.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { jsonSizeProblem } from "@trunkline/workflow/parts/text/jsonSize.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import { z } from "zod";
import { invalid, Problem } from "../../http/problem.ts";

const drawing = savedInbound.extend({ nodes: z.array(savedInboundNode), edges: z.array(savedInboundEdge) });

/** A drawing that was read, and the zone of its start. */
export interface ReadDrawing {
  workflow: string;
  timezone: number;
  graph: InboundGraph;
}

/** Reads the text of a drawing; refused where it is none, or starts in a zone that is not there. */
export function readDrawing(workflow: string): ReadDrawing {
  const saved = parse(workflow);
  const zone = Number(saved.nodes.find(({ type }) => type === "start")?.data.formData?.["globalTimezone"] ?? 0);
  if (zoneOf(zone) === undefined)
    throw invalid("The start node's time zone does not exist. Choose one of GET /v4/timezone/.", "body.workflow");
  return { workflow, timezone: zone, graph: readInbound(saved) };
}

/** The nodes of a refused drawing are named up to so many. */
const mostNamed = 50;

/** What the designer refuses no program saves: orphans, then forms that are wrong, then duplicates (spec 1 §4.4, §5.3). */
export function checkDrawing({ graph }: ReadDrawing): void {
  const words = drawingProblems(graph);
  if (words === undefined) return;
  const { code, messages } = words;
  throw new Problem(
    400,
    messages.map((message) => ({ code, message, where: "body.workflow" })),
  );
}

/** Why a drawing cannot be saved: the designer's own message first, then each node with what is wrong with it. */
export function drawingProblems(graph: InboundGraph): { code: string; messages: string[] } | undefined {
  const problem = saveProblem(graph, validateInboundNode);
  if (problem === undefined) return undefined;
  const { code, alone } = ownValue(problemWords, problem.message) ?? { code: "node_errors", alone: "" };
  const each = problem.nodes.slice(0, mostNamed).flatMap(({ id, issues }) => {
    const name = `${graph.nodes.get(id)?.label ?? ""} (${id})`;
    return alone === "" ? issues.map(({ message }) => `${name}: ${message}`) : [`${name} ${alone}`];
  });
  return { code, messages: [problem.message, ...each] };
}

const problemWords: Readonly<Record<string, { code: string; alone: string }>> = {
  [orphansMessage]: { code: "orphan_nodes", alone: "hangs on nothing" },
  [duplicatesMessage]: { code: "duplicate_destinations", alone: "ends where another path of its channel ends" },
};

/** A drawing that can be saved: what is stored as its destinations is what it compiles to (spec 1 §4.4). Answers their names. */
export function checkedDestinations(
  { graph }: ReadDrawing,
  tag: string,
  stored: readonly RouteDestination[],
): string[] {
  const { destinations } = compileRoute(graph, tag, stored);
  const byName = new Map(stored.map((destination) => [destination.name, destination]));
  const errors = destinations.flatMap((one) => mismatch(graph, one, byName.get(one.destination.name)));
  if (errors.length > 0) throw new Problem(400, errors);
  return destinations.map(({ destination }) => destination.name);
}

function mismatch(graph: InboundGraph, one: CompiledDestination, stored: RouteDestination | undefined): ApiError[] {
  const { node, state, terminal, destination } = one;
  if (state === "unchanged") return [];
  const drawn = graph.nodes.get(node);
  const what = `${drawn?.label ?? ""} (${node})`;
  const terminally = terminal ? "terminal/" : "";
  if (stored === undefined) {
    const named = drawn?.routeDest ?? null;
    const lacks =
      named === null ? "names no destination in routeDest" : `names the destination "${named}", which is not there`;
    const message = `${what} ${lacks}: make it by POST /v4/route/${terminally} first`;
    return [{ code: "no_destination", message, where: "body.workflow" }];
  }
  const { name } = destination;
  const parts = differences(stored, destination).join(", ");
  const mend = terminal ? "PUT /v4/route/terminal/" : `PUT /v4/route/${encodeURIComponent(name)}/`;
  const message = `${what} is drawn otherwise than its destination "${name}" is stored: ${parts}. Write it by ${mend} first`;
  return [{ code: "destination_differs", message, where: "body.workflow" }];
}

/** The fields in which what is stored differs from what is drawn, in words. */
function differences(stored: object, drawn: object, path = ""): string[] {
  const [one, other] = [stored, drawn] as Record<string, unknown>[];
  return [...new Set([...Object.keys(stored), ...Object.keys(drawn)])].flatMap((key) => {
    const [was, is] = [ownValue(one, key), ownValue(other, key)];
    if (sameRoute(was, is)) return [];
    const name = `${path}${key}`;
    if (isObject(was) && isObject(is)) return differences(was, is, `${name}.`);
    return [`${name} is ${words(was)}, drawn ${words(is)}`];
  });
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const words = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
};

/** Refuses a drawing by which a kept test fails: every one of them, what was expected and what came. */
export function checkRouteTests(
  { graph }: ReadDrawing,
  routeTag: string,
  stored: readonly RouteDestination[],
  tests: readonly RouteTest[],
): void {
  const failing = failingTests(graph, { routeTag, destinations: stored }, tests);
  if (failing.length > 0)
    throw new Problem(
      409,
      failing.map((one) => ({ code: failedRouteTest, message: describeFailure(one), where: "body.workflow" })),
    );
}

function parse(workflow: string): z.infer<typeof drawing> {
  let value: unknown;
  try {
    const size = jsonSizeProblem(workflow);
    if (size !== undefined) throw invalid(`workflow cannot be read: ${size}`, "body.workflow");
    value = JSON.parse(workflow);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw invalid("workflow must be the workflow as JSON text", "body.workflow");
  }
  const read = drawing.safeParse(value);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw invalid(`workflow.${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is wrong"}`, "body.workflow");
}
