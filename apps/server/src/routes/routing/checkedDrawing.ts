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

/** A parsed drawing and the time zone of its start. */
export interface ReadDrawing {
  workflow: string;
  timezone: number;
  graph: InboundGraph;
}

/** Parses a drawing. Refuses invalid ones and unknown time zones. */
export function readDrawing(workflow: string): ReadDrawing {
  const saved = parse(workflow);
  const zone = Number(saved.nodes.find(({ type }) => type === "start")?.data.formData?.["globalTimezone"] ?? 0);
  if (zoneOf(zone) === undefined)
    throw invalid(
      "The start node's time zone does not exist. GET /v4/timezone/ lists all time zones.",
      "body.workflow",
    );
  return { workflow, timezone: zone, graph: readInbound(saved) };
}

/** The most nodes listed in a refusal. */
const mostNamed = 50;

/** Refuses what the designer refuses: orphans, then invalid forms, then duplicates (spec 1 §4.4, §5.3). */
export function checkDrawing({ graph }: ReadDrawing): void {
  const words = drawingProblems(graph);
  if (words === undefined) return;
  const { code, messages } = words;
  throw new Problem(
    400,
    messages.map((message) => ({ code, message, where: "body.workflow" })),
  );
}

/** Why a drawing cannot be saved: the designer's message, then each node with its problem. */
export function drawingProblems(graph: InboundGraph): { code: string; messages: string[] } | undefined {
  const problem = saveProblem(graph, validateInboundNode);
  if (problem === undefined) return undefined;
  const { code, alone } = ownValue(problemWords, problem.message) ?? { code: "node_errors", alone: "" };
  const each = problem.nodes.slice(0, mostNamed).flatMap(({ id, issues }) => {
    const node = graph.nodes.get(id);
    const name = `${node?.name ?? node?.label ?? ""} (${id})`;
    return alone === "" ? issues.map(({ message }) => `${name}: ${message}`) : [`${name} ${alone}`];
  });
  return { code, messages: [problem.message, ...each] };
}

const problemWords: Readonly<Record<string, { code: string; alone: string }>> = {
  [orphansMessage]: { code: "orphan_nodes", alone: "is not connected" },
  [duplicatesMessage]: {
    code: "duplicate_destinations",
    alone: "has the same destination as another path of its channel",
  },
};

/** Checks that the stored destinations match the drawing (spec 1 §4.4) and returns their names. */
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
  const what = `${drawn?.name ?? drawn?.label ?? ""} (${node})`;
  const terminally = terminal ? "terminal/" : "";
  if (stored === undefined) {
    const named = drawn?.routeDest ?? null;
    const lacks =
      named === null ? "has no destination in routeDest" : `has the destination "${named}", which does not exist`;
    const message = `${what} ${lacks}. Create it with POST /v4/route/${terminally} first`;
    return [{ code: "no_destination", message, where: "body.workflow" }];
  }
  const { name } = destination;
  const parts = differences(stored, destination).join(", ");
  const update = terminal ? "PUT /v4/route/terminal/" : `PUT /v4/route/${encodeURIComponent(name)}/`;
  const message = `${what} differs from its stored destination "${name}": ${parts}. Update it with ${update} first`;
  return [{ code: "destination_differs", message, where: "body.workflow" }];
}

/** Describes the fields in which the stored and the drawn destination differ. */
function differences(stored: object, drawn: object, path = ""): string[] {
  const [one, other] = [stored, drawn] as Record<string, unknown>[];
  return [...new Set([...Object.keys(stored), ...Object.keys(drawn)])].flatMap((key) => {
    const [was, is] = [ownValue(one, key), ownValue(other, key)];
    if (sameRoute(was, is)) return [];
    const name = `${path}${key}`;
    if (isObject(was) && isObject(is)) return differences(was, is, `${name}.`);
    return [`${name} is ${shortJson(was)}, drawn ${shortJson(is)}`];
  });
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const shortJson = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
};

/** Refuses a drawing that fails saved tests and lists the expected and actual result of each. */
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
