import { inboundOf } from "@trunkline/workflow/inbound/drawing.ts";
import { nodesIn } from "@trunkline/workflow/outbound/graph.ts";
import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { type CanvasStore, graphOf } from "../../../canvas/canvasStore.ts";
import { usePreload } from "../../../ui/page/usePreload.ts";
import { ordinal } from "../../../ui/text/formatFigure.ts";
import type { RouteState } from "./routeState.ts";

/** Validation of nodes and routes, loaded separately because of its size: regular expressions, call scripts, time zones, phone numbers. */
export const loadValidator = () => import("@trunkline/workflow/inbound/validateInboundNode.ts");
const loadOrder = () => import("@trunkline/workflow/inbound/tryOrder.ts");
type Order = Awaited<ReturnType<typeof loadOrder>>;
const loadAsk = () => import("@trunkline/workflow/inbound/askRoute.ts");
type Ask = Awaited<ReturnType<typeof loadAsk>>;

/** Marks the findings of the validation, which is loaded after the drawing (decision 0046). */
export function useInboundValidation(store: CanvasStore, route: RouteState | null): void {
  const [ask, setAsk] = useState<Ask>();
  const [order, setOrder] = useState<Order>();
  const soon = useMemo(
    () => [
      async () => {
        const { validateInboundNode } = await loadValidator();
        store.setState(({ context }) => ({ context: { ...context, validateNode: validateInboundNode } }));
      },
      async () => setAsk(await loadAsk()),
      async () => setOrder(await loadOrder()),
    ],
    [store],
  );
  usePreload(soon);
  useNeverReached(store, route, ask);
  useTryOrder(store, route, order);
}

/** Shows on each path of a channel when it is tried. */
function useTryOrder(store: CanvasStore, route: RouteState | null, order: Order | undefined): void {
  const graph = useStore(store, graphOf);
  const orders = useMemo(() => {
    const places = order?.tryOrder(inboundOf(graph), route?.tag.routeTag ?? "new", route?.destinations ?? []);
    return new Map(
      nodesIn(graph, "main").flatMap((node) => {
        const place = places?.get(node.foreign?.wireId ?? "");
        return place === undefined ? [] : [[node.id, `${ordinal(place.nth)} of ${place.of}`] as const];
      }),
    );
  }, [graph, route, order]);
  useEffect(() => store.setState({ orders }), [store, orders]);
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
