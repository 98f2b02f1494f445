import {
  failedRouteTest,
  inboundWorkflowRoutes,
  noRouteTest,
  type RouteDestination,
  type RouteTag,
  type RouteTest,
  routeDestinationRoutes,
  routeTagRoutes,
  routeTestRoutes,
} from "@trunkline/contract/routing/inboundRoute.ts";
import { describeFailure, failingTests } from "@trunkline/workflow/inbound/askRoute.ts";
import { type CompiledDestination, compileRoute, withNames } from "@trunkline/workflow/inbound/compile.ts";
import type { InboundGraph } from "@trunkline/workflow/inbound/graph.ts";
import type { RouteDestination as PureDestination } from "@trunkline/workflow/inbound/route.ts";
import { writeInbound } from "@trunkline/workflow/inbound/writeInbound.ts";
import { ApiFailure, call, callOne } from "../../../api/call.ts";
import { messageOfFailure } from "../../../ui/page/toast.tsx";
import { listSaved } from "../list/listSaved.ts";
import { RouteNotSaved } from "./RouteNotSaved.ts";

/** The state that a save is based on. */
export interface RouteBasis {
  routeTag: string;
  accountSid: string;
  /** The number of saves so far. Decides between create and update (spec 1 §4.4). */
  version: number;
  /** Ids of removed tests. */
  removedTests?: readonly string[];
  /** Called with the tests on the server after they are loaded. */
  testsRead?: (tests: RouteTest[]) => void;
}

/** The state after a save. */
export interface SavedRoute {
  graph: InboundGraph;
  version: number;
  tag: RouteTag;
  destinations: PureDestination[];
}

/**
 * Saves an inbound workflow (spec 1 §4.4). It first checks for a newer version and for failing tests, so that nothing of the
 * live route changes if the save is refused. Then it removes tests, assigns numbers and number sets, writes new and changed
 * destinations (terminal kinds have their own endpoint), and saves the drawing. If a destination fails, the drawing is not
 * saved and the previous route stays live. The specification assigns the numbers before the drawing is saved: if the server
 * refuses the drawing, the numbers are restored.
 */
export async function saveRoute(graph: InboundGraph, basis: RouteBasis): Promise<SavedRoute> {
  const { routeTag, removedTests = [] } = basis;
  const first = removedTests.length > 0 ? "Error deleting route tests" : "Error assigning numbers";
  const before = await stepOf(first, graph, () => refuseLate(basis));
  await stepOf(first, graph, () => refuseFailing(graph, basis));
  await stepOf("Error deleting route tests", graph, () => removeTests(basis));
  const { numbers, numberSetIds } = numbersOf(graph);
  const tag = await stepOf("Error assigning numbers", graph, () => assignNumbers(routeTag, numbers, numberSetIds));
  try {
    return { ...(await writeRoute(graph, basis)), tag };
  } catch (problem) {
    // a save whose response was lost may have succeeded, so its numbers are not restored
    if (isRefused(problem)) await restoreNumbers(before, tag);
    throw problem;
  }
}

/** Writes changed destinations, then the drawing. */
async function writeRoute(graph: InboundGraph, basis: RouteBasis): Promise<Omit<SavedRoute, "tag">> {
  const { routeTag } = basis;
  const title = "Error saving workflow.";
  const before = await stepOf(title, graph, async () => listSaved(routeTag));
  const compiled = compileRoute(graph, routeTag, before);
  const named = withNames(graph, compiled);
  const unsuccessful = new Map<string, string>();
  for (const one of compiled.destinations) {
    if (one.state === "unchanged") continue;
    await write(one).catch((problem: unknown) => unsuccessful.set(one.node, messageOfFailure(problem)));
  }
  if (unsuccessful.size > 0) {
    const names = [...unsuccessful].map(([id, message]) => `${labelOf(named, id)}: ${message}`);
    throw new RouteNotSaved(title, names.join(" "), named, unsuccessful);
  }
  const { version } = await stepOf(title, named, () => writeDrawing(named, basis));
  return { graph: named, version, destinations: compiled.destinations.map(({ destination }) => destination) };
}

/** Whether the drawing is certainly not saved: a destination failed before, or the server refused it. */
const isRefused = (problem: unknown): boolean =>
  problem instanceof RouteNotSaved &&
  (problem.unsuccessful.size > 0 ||
    (problem.problem instanceof ApiFailure && problem.problem.status >= 400 && problem.problem.status < 500));

/** Restores the route's earlier numbers, except those assigned to another route in the meantime. */
async function restoreNumbers(before: RouteTag, now: RouteTag): Promise<void> {
  const setsOf = (tag: RouteTag) => tag.numberRouteTags.map(({ numberSetId }) => numberSetId);
  const textOf = (tag: RouteTag) => JSON.stringify([[...tag.numbers].sort(), setsOf(tag).sort()]);
  if (textOf(before) === textOf(now)) return;
  await assignNumbers(before.routeTag, before.numbers, setsOf(before)).catch(() => undefined);
}

async function stepOf<T>(title: string, graph: InboundGraph, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (problem) {
    throw new RouteNotSaved(title, problem, graph);
  }
}

const labelOf = (graph: InboundGraph, id: string): string => {
  const node = graph.nodes.get(id);
  return node === undefined ? id : `${node.name ?? node.label} (${id})`;
};

async function refuseLate({ routeTag, version }: RouteBasis): Promise<RouteTag> {
  const tag = await callOne(routeTagRoutes.find, { params: { routeTag } });
  const { workflowUIVersion: newest } = tag;
  if (newest === version) return tag;
  const message = `Version ${newest} was saved after version ${version}, which this change is based on.`;
  throw new ApiFailure(message, 409, [{ code: "newer_version", message }]);
}

/** Includes tests that other users saved in the meantime. */
async function refuseFailing(graph: InboundGraph, basis: RouteBasis): Promise<void> {
  const { routeTag, removedTests = [], testsRead } = basis;
  const { payload } = await call(routeTestRoutes.list, { params: { routeTag } });
  const tests = payload.filter(({ testId }) => !removedTests.includes(testId));
  testsRead?.(tests);
  if (tests.length === 0) return;
  const failing = failingTests(graph, { routeTag, destinations: await listSaved(routeTag) }, tests);
  if (failing.length === 0) return;
  const errors = failing.map((one) => ({ code: failedRouteTest, message: describeFailure(one) }));
  throw new ApiFailure(errors[0]?.message ?? "", 409, errors);
}

/** Deletes the removed tests on the server. */
export async function removeTests({ routeTag, removedTests = [] }: RouteBasis): Promise<void> {
  for (const testId of removedTests)
    await callOne(routeTestRoutes.remove, { params: { routeTag }, body: { testId } }).catch((problem: unknown) => {
      // already deleted
      if (!(problem instanceof ApiFailure && problem.errors[0]?.code === noRouteTest)) throw problem;
    });
}

const assignNumbers = (routeTag: string, numbers: string[], numberSetIds: string[]): Promise<RouteTag> =>
  callOne(routeTagRoutes.assign, { params: { routeTag }, body: { numbers, numberSetIds } });

/** The numbers and number sets of the start node. */
function numbersOf(graph: InboundGraph): { numbers: string[]; numberSetIds: string[] } {
  const { selectedNumber = [], selectedNumberSet = [] } = (graph.nodes.get("start")?.form ?? {}) as {
    selectedNumber?: string[];
    selectedNumberSet?: string[];
  };
  return { numbers: selectedNumber, numberSetIds: selectedNumberSet };
}

const write = ({ state, terminal, destination }: CompiledDestination): Promise<unknown> => {
  const body = destination as RouteDestination;
  if (state === "new")
    return callOne(terminal ? routeDestinationRoutes.createTerminal : routeDestinationRoutes.create, { body });
  return terminal
    ? callOne(routeDestinationRoutes.updateTerminal, { body })
    : callOne(routeDestinationRoutes.update, { params: { name: body.name }, body });
};

async function writeDrawing(
  graph: InboundGraph,
  { routeTag, accountSid, version }: RouteBasis,
): Promise<{ version: number }> {
  const route = version === 0 ? inboundWorkflowRoutes.create : inboundWorkflowRoutes.update;
  const workflow = JSON.stringify(writeInbound(graph));
  const saved = await callOne(route, { body: { routeTag, accountSid, workflow, basedOn: version } });
  return { version: saved.workflowUIVersion };
}
