import { failedRouteTest, type RouteTag, type RouteTest } from "@trunkline/contract/routing/inboundRoute.ts";
import { drawInbound, drawnNode, inboundOf } from "@trunkline/workflow/inbound/drawing.ts";
import { duplicatesMessage, saveProblem } from "@trunkline/workflow/inbound/saveChecks.ts";
import type { NodeValidator } from "@trunkline/workflow/nodeKind.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import type { NodeId } from "@trunkline/workflow/savedNode.ts";
import { useState } from "react";
import { ApiFailure } from "../../../api/call.ts";
import { useRefresh } from "../../../api/queries.ts";
import { amend, type CanvasStore, flag, goTo, graphOf, graphToSave, markSaved } from "../../../canvas/canvasStore.ts";
import { straightened } from "../../../canvas/lines/straight.ts";
import { arrived } from "../../../ui/page/lazyPart.tsx";
import { closeToast, toastError, toastErrors, toastSuccess, toastWarning } from "../../../ui/page/toast.tsx";
import type { Asked } from "../publish/usePublishing.tsx";
import { RouteNotSaved } from "./RouteNotSaved.ts";
import type { RouteState } from "./routeState.ts";
import type { RouteBasis } from "./saveRoute.ts";
import { loadValidator } from "./useInboundValidation.ts";

/** Loaded after the drawing. */
export const loadSave = () => import("./saveRoute.ts");

interface Options {
  accountSid: string;
  removedTests: readonly string[];
  testsSaved: () => void;
  /** The tests on the server, without those removed here. */
  testsRead: (tests: RouteTest[]) => void;
}

const loadAsk = () => import("../approval/askInbound.ts");

/** The id of the save error toast. The next try removes it. */
const notice = "save inbound workflow";
const testsFail = "Some route tests fail. Please fix the workflow or remove them before saving.";

/** Checks and saves an inbound workflow (spec 1 §4.4, §5.3). */
export function useSaveInbound(store: CanvasStore, loaded: RouteState | null, options: Options) {
  const [route, setRoute] = useState(loaded);
  const [isSaving, setSaving] = useState(false);
  const [isLate, setLate] = useState(false);
  const [asked, setAsked] = useState<Asked>({ note: "", graph: null });
  const refresh = useRefresh();
  /** Asks for approval instead of saving. `over` is the newer version to overwrite. */
  const ask = async (note: string, given?: RouteTag, over?: number): Promise<boolean> => {
    const tag = given ?? route?.tag;
    setLate(false);
    if (tag === undefined || isSaving) return false;
    setSaving(true);
    setAsked({ note, graph: null });
    const { accountSid, removedTests } = options;
    const basis = { routeTag: tag.routeTag, accountSid, version: over ?? tag.workflowUIVersion, removedTests };
    const outcome = await askFor(store, basis, note);
    setSaving(false);
    if (outcome === "late") setLate(true);
    if (outcome === undefined || outcome === "late") return false;
    options.testsSaved();
    setAsked({ note, graph: outcome });
    await refresh("/v4/approval/");
    return true;
  };
  /** Returns the saved version, 0 if it was not saved. */
  const save = async (given?: RouteTag, over?: number): Promise<number> => {
    const tag = given ?? route?.tag;
    closeToast(notice);
    setLate(false);
    if (tag === undefined || isSaving) return 0;
    setSaving(true);
    try {
      const { validateInboundNode } = await arrived(loadValidator);
      if (!passesChecks(store, validateInboundNode)) return 0;
      const { saveRoute } = await arrived(loadSave);
      const saved = await saveRoute(inboundOf(graphToSave(store.getState())), {
        routeTag: tag.routeTag,
        accountSid: options.accountSid,
        version: over ?? tag.workflowUIVersion,
        removedTests: options.removedTests,
        testsRead: options.testsRead,
      });
      amend(store, (graph) => straightened(drawInbound(saved.graph, graph), store.getState().names));
      markSaved(store, graphOf(store.getState()));
      setRoute({ tag: { ...saved.tag, workflowUIVersion: saved.version }, destinations: saved.destinations });
      options.testsSaved();
      toastSuccess("Workflow saved", tag.routeTag);
      void refresh("/v4/route/", "/v4/number");
      return saved.version;
    } catch (problem) {
      if (problem instanceof RouteNotSaved && isNewer(problem.problem)) setLate(true);
      showNotSaved(store, problem);
      return 0;
    } finally {
      setSaving(false);
    }
  };
  /** The drawing was merged with a newer version, which it is now based on. */
  const rebaseOn = (before: RouteState, version: number): RouteTag => {
    const tag = { ...before.tag, workflowUIVersion: version };
    setRoute({ ...before, tag });
    return tag;
  };
  return { route, save, ask, asked, isSaving, late: { isLate, setLate }, rebaseOn };
}

/** Checks the drawing and asks for its approval. Returns what was asked for, or "late" if there is a newer version. */
async function askFor(store: CanvasStore, basis: RouteBasis, note: string): Promise<Graph | "late" | undefined> {
  closeToast(notice);
  try {
    const { validateInboundNode } = await arrived(loadValidator);
    if (!passesChecks(store, validateInboundNode)) return undefined;
    const graph = graphOf(store.getState());
    const { askInbound } = await arrived(loadAsk);
    await askInbound(inboundOf(graphToSave(store.getState())), basis, note);
    toastSuccess("Asked for approval", basis.routeTag);
    return graph;
  } catch (problem) {
    const failing = failedTests(problem);
    if (isNewer(problem)) return "late";
    if (failing.length > 0) toastErrors(testsFail, failing, notice);
    else toastError("There was an error asking for approval", problem, notice);
    return undefined;
  }
}

/** Says why a route was not saved, and marks its faulty destinations. A newer version is shown by the caller. */
function showNotSaved(store: CanvasStore, problem: unknown): void {
  if (!(problem instanceof RouteNotSaved)) {
    toastError("Error saving workflow.", problem, notice);
    return;
  }
  const failing = failedTests(problem.problem);
  if (failing.length > 0) toastErrors(testsFail, failing, notice);
  else if (!isNewer(problem.problem)) toastError(problem.title, problem.problem, notice);
  amend(store, (graph) => straightened(drawInbound(problem.graph, graph), store.getState().names));
  markFaults(
    store,
    [...problem.unsuccessful].map(([id, message]) => [id, `Could not save this destination: ${message}`]),
  );
}

const isNewer = (problem: unknown): boolean =>
  problem instanceof ApiFailure && problem.errors.some(({ code }) => code === "newer_version");

/** The messages of failed saved tests. The server runs them again when it saves. */
const failedTests = (problem: unknown): string[] =>
  problem instanceof ApiFailure
    ? problem.errors.filter(({ code }) => code === failedRouteTest).map(({ message }) => message)
    : [];

/** Checks orphans, node errors and duplicates, and shows and marks the first failure (spec 1 §4.4, §5.3). */
function passesChecks(store: CanvasStore, validate: NodeValidator): boolean {
  const state = store.getState();
  const graph = graphOf(state);
  const problem = saveProblem(inboundOf(graph), validate);
  const ids = problem?.nodes.flatMap(({ id }) => drawnNode(graph, id)?.id ?? []) ?? [];
  flag(store, ids);
  markFaults(store, []);
  if (problem === undefined) return true;
  if (problem.message === duplicatesMessage)
    markFaults(
      store,
      problem.nodes.map(({ id }) => [id, "Another path of this channel ends at the same destination"]),
    );
  toastWarning("Warning", problem.message, notice);
  const [first] = ids;
  if (first !== undefined && !ids.includes(state.opened?.id as NodeId)) goTo(store, first);
  return false;
}

function markFaults(store: CanvasStore, faults: readonly (readonly [string, string])[]): void {
  const graph = graphOf(store.getState());
  store.setState({
    faults: new Map(
      faults.flatMap(([wireId, reason]) => {
        const node = drawnNode(graph, wireId);
        return node === undefined ? [] : [[node.id, reason] as const];
      }),
    ),
  });
}
