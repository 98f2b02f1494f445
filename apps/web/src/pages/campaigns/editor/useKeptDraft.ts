import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { useEffect, useState } from "react";
import { type CanvasStore, edit, graphOf, isChanged } from "../../../canvas/canvasStore.ts";

interface Options {
  /** Identifies the workflow and the user. */
  key: string;
  /** The version that the drawing is based on. */
  version: number;
  /** False for drawings that cannot be changed. */
  isKept: boolean;
  write: (graph: Graph) => string;
  read: (text: string, current: Graph) => Graph | undefined;
}

/** Unsaved changes that were kept. */
interface Kept {
  version: number;
  /** Epoch ms. */
  at: number;
  text: string;
}

/** The kept changes as the editor shows them. */
export interface KeptDraft {
  at: number;
  version: number;
  /** Whether they are on the canvas. Changes of another version wait for the user's decision. */
  isShown: boolean;
}

/** The key of a user's changes to a workflow. */
export const draftKey = (userId: string, workflowId: string): string => `trunkline.draft.${userId}.${workflowId}`;

/** How long after a change the drawing is kept. */
const delayMs = 400;

/**
 * Keeps unsaved changes in the browser's session, whatever their errors, and shows them again after a reload or a return to the page
 * (decision 0076). Restoring is an undo step.
 */
export function useKeptDraft(store: CanvasStore, options: Options) {
  const { key, version, isKept, write, read } = options;
  const [found, setFound] = useState<KeptDraft | null>(null);
  const restore = (kept: Kept | undefined = readKept(key)): boolean => {
    const graph = kept && read(kept.text, graphOf(store.getState()));
    if (graph === undefined) return false;
    edit(store, () => graph);
    return true;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was kept before the drawing was opened, so only once
  useEffect(() => {
    const kept = isKept ? readKept(key) : undefined;
    if (kept === undefined) return;
    const isSame = kept.version === version;
    if (isSame && !restore(kept)) return sessionStorage.removeItem(key);
    setFound({ at: kept.at, version: kept.version, isShown: isSame });
  }, []);
  useEffect(() => {
    if (!isKept) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      const state = store.getState();
      if (isChanged(state)) writeKept(key, { version, at: Date.now(), text: write(graphOf(state)) });
      else sessionStorage.removeItem(key);
    };
    const stop = store.subscribe((state, before) => {
      if (graphOf(state) === graphOf(before) && state.saved === before.saved) return;
      clearTimeout(timer);
      timer = setTimeout(keep, delayMs);
    });
    const flush = () => timer !== undefined && keep();
    window.addEventListener("pagehide", flush);
    return () => {
      stop();
      flush();
      window.removeEventListener("pagehide", flush);
    };
  }, [store, key, version, isKept, write]);
  return {
    draft: found,
    restore: () => {
      restore();
      setFound(null);
    },
    discard: () => {
      edit(store, () => store.getState().saved);
      sessionStorage.removeItem(key);
      setFound(null);
    },
    close: () => setFound(null),
  };
}

function readKept(key: string): Kept | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "") as Kept;
  } catch {
    return undefined;
  }
}

function writeKept(key: string, kept: Kept): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // the storage of the browser is full, and the leave prompt still guards the changes
  }
}
