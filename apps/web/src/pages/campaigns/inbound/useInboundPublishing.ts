import type { RouteTag, RouteTest } from "@trunkline/contract/routing/inboundRoute.ts";
import { inboundOf } from "@trunkline/workflow/inbound/drawing.ts";
import { useState } from "react";
import { type CanvasStore, graphOf, graphToSave, markSaved } from "../../../canvas/canvasStore.ts";
import { paths } from "../../../paths.ts";
import { arrived } from "../../../ui/page/lazyPart.tsx";
import { useGo } from "../../../ui/page/useGo.ts";
import { inboundDraft } from "../editor/serverDraft.ts";
import type { TestsVerdict } from "../publish/publishParts.ts";
import { usePublishing } from "../publish/usePublishing.tsx";
import type { Versioned } from "../versions/versioned.ts";
import { keepInbound } from "./keptInbound.ts";
import type { RouteState } from "./routeState.ts";
import type { useSaveInbound } from "./useSaveInbound.ts";

const loadAskRoute = () => import("@trunkline/workflow/inbound/askRoute.ts");

/** The dialog that publishes or asks for approval. `name` opens it for a new workflow whose author has to ask. */
export function useInboundPublishing(
  store: CanvasStore,
  { route, asked, ask, save }: ReturnType<typeof useSaveInbound>,
  of: Versioned,
  tests: readonly RouteTest[],
) {
  /** The tag of a new workflow, which nothing is published of yet. */
  const [tag, setTag] = useState<RouteTag | null>(null);
  const go = useGo();
  const askFor = async (note: string) => {
    const isDone = await ask(note, tag ?? undefined);
    if (!isDone || tag === null) return isDone;
    // the workflow continues at its own address, with what was drawn as the draft
    const draft = keepInbound(graphOf(store.getState()));
    // without it the request still has what was drawn
    await inboundDraft(tag.routeTag)
      .save({ version: 0, draft })
      .catch(() => undefined);
    markSaved(store, graphOf(store.getState()));
    go(paths.editInbound(tag.routeTag));
    return true;
  };
  const playTests = () => playRouteTests(store, route, tests);
  const publishing = usePublishing(store, { asked, playTests, save: () => save() }, of, askFor);
  const { ask: open } = publishing;
  const name = (made: RouteTag) => {
    setTag(made);
    open?.();
  };
  return {
    ...publishing,
    // a new workflow needs a name first
    publish: route === null ? undefined : publishing.publish,
    tag,
    name: open && name,
    /** Saves or asks again after another version was published. `over` is the newer version to overwrite. */
    again: (merged?: RouteTag, over?: number) => void (open ? ask(asked.note, merged, over) : save(merged, over)),
  };
}

/** Asks the drawing all route tests. A save always demands that they pass. */
async function playRouteTests(
  store: CanvasStore,
  route: RouteState | null,
  tests: readonly RouteTest[],
): Promise<TestsVerdict> {
  const { failingTests } = await arrived(loadAskRoute);
  const now = { routeTag: route?.tag.routeTag ?? "new", destinations: route?.destinations ?? [] };
  const failing = failingTests(inboundOf(graphToSave(store.getState())), now, tests);
  const failed = failing.map(({ name, expected, went }) => `${name}: expected ${expected}, goes to ${went}`);
  return { count: tests.length, failed, mustPass: true };
}
