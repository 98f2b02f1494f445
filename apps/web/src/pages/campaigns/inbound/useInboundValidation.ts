import { inboundOf } from "@trunkline/workflow/inbound/drawing.ts";
import { nodesIn } from "@trunkline/workflow/outbound/graph.ts";
import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { type CanvasStore, graphOf } from "../../../canvas/canvasStore.ts";
import { usePreload } from "../../../ui/page/usePreload.ts";
import type { RouteState } from "./routeState.ts";

/** Validation of nodes and routes, loaded separately because of its size: regular expressions, call scripts, time zones, phone numbers. */
export const loadValidator = () => import("@trunkline/workflow/inbound/validateInboundNode.ts");
const loadAsk = () => import("@trunkline/workflow/inbound/askRoute.ts");
type Ask = Awaited<ReturnType<typeof loadAsk>>;

/** Marks the findings of the validation, which is loaded after the drawing (decision 0046). */
export function useInboundValidation(store: CanvasStore, route: RouteState | null): void {
  const [ask, setAsk] = useState<Ask>();
  const soon = useMemo(
    () => [
      async () => {
        const { validateInboundNode } = await loadValidator();
        store.setState(({ context }) => ({ context: { ...context, validateNode: validateInboundNode } }));
      },
      async () => setAsk(await loadAsk()),
    ],
    [store],
  );
  usePreload(soon);
  useNeverReached(store, route, ask);
}

/** Marks destinations that no call or message can reach. */
function useNeverReached(store: CanvasStore, route: RouteState | null, ask: Ask | undefined): void {
  const graph = useStore(store, graphOf);
  const found = useMemo(() => {
    const now = { routeTag: route?.tag.routeTag ?? "new", destinations: route?.destinations ?? [] };
    const reached = ask?.neverReached(inboundOf(graph), now);
    return new Map(
      nodesIn(graph, "main").flatMap((node) => {
        const because = reached?.get(node.foreign?.wireId ?? "");
        return because === undefined ? [] : [[node.id, because] as const];
      }),
    );
  }, [graph, route, ask]);
  useEffect(() => store.setState({ never: found }), [store, found]);
}
