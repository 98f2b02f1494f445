import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { isSameWorkflow } from "@trunkline/workflow/outbound/isSameWorkflow.ts";
import { type RefObject, useEffect, useRef, useState } from "react";
import { type CanvasStore, edit, graphOf, isChanged } from "../../../canvas/canvasStore.ts";
import { type DraftState, type ServerDraft, sendDrafts } from "./serverDraft.ts";

interface Options {
  /** Identifies the workflow and the user. */
  key: string;
  /** The version that the drawing is based on. */
  version: number;
  /** False for drawings that cannot be changed. */
  isKept: boolean;
  /** Where the draft is stored for the user's other browsers. Undefined: the workflow was never saved. */
  server: ServerDraft | undefined;
  write: (graph: Graph) => string;
  read: (text: string, current: Graph) => Graph | undefined;
}

/** Unsaved changes that were kept. */
interface Kept {
  version: number;
  /** Epoch ms. */
  at: number;
  text: string;
  /** When the server stored the draft that these changes continue. */
  stored?: string | undefined;
}

/** The kept changes as the editor shows them. */
export interface KeptDraft {
  at: number;
  version: number;
  /** Whether they are on the canvas. Others wait for the user's decision. */
  isShown: boolean;
  /** Based on another version than the drawing. */
  isOlder: boolean;
  /** The changes that wait. */
  text: string;
  /** Stored by another browser of the user. */
  isElsewhere: boolean;
}

/** The key of a user's changes to a workflow. */
export const draftKey = (userId: string, workflowId: string): string => `trunkline.draft.${userId}.${workflowId}`;

/** How long after a change the drawing is kept. */
const delayMs = 400;

/**
 * Keeps unsaved changes in the browser's session and, as a draft, on the server, whatever their errors, and shows them
 * again after a reload, a return to the page, or in another browser (decisions 0076, 0081). Restoring is an undo step.
 */
export function useKeptDraft(store: CanvasStore, options: Options) {
  const { key, version, isKept, server, read } = options;
  const [found, setFound] = useState<KeptDraft | null>(null);
  const [state, setState] = useState<DraftState>("none");
  /** When the server stored the draft that is worked on. */
  const stored = useRef<string | undefined>(undefined);
  /** Another browser's draft is being looked for, or waits for the user's decision: it must not be replaced meanwhile. */
  const isHeld = useRef(server !== undefined);
  const keepNow = useRef(() => {});
  const show = (text: string): boolean => {
    const graph = read(text, graphOf(store.getState()));
    if (graph === undefined) return false;
    edit(store, () => graph);
    return true;
  };
  const release = () => {
    isHeld.current = false;
    keepNow.current();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was kept before the drawing was opened, so only once
  useEffect(() => {
    if (!isKept) return;
    const kept = readKept(key);
    stored.current = kept?.stored;
    /** Whether the user has to decide. */
    const offer = (one: Kept, isElsewhere: boolean): boolean => {
      // a draft whose changes were published in the meantime, such as after an approval, has ended
      if (one.version !== version && !differs(read(one.text, graphOf(store.getState())), graphOf(store.getState()))) {
        sessionStorage.removeItem(key);
        return false;
      }
      const isShown = one.version === version && !isChanged(store.getState());
      if (isShown && !show(one.text)) {
        sessionStorage.removeItem(key);
        return false;
      }
      setFound({
        at: one.at,
        version: one.version,
        isShown,
        isOlder: one.version !== version,
        text: one.text,
        isElsewhere,
      });
      return !isShown && isElsewhere;
    };
    if (kept !== undefined) offer(kept, false);
    const look = async (): Promise<boolean> => {
      // without an answer, what this browser kept is on the canvas all the same
      const draft = await server?.find().catch(() => undefined);
      if (draft === undefined || draft.saved === stored.current || draft.draft === kept?.text) return false;
      stored.current = draft.saved;
      return offer({ version: draft.version, at: Date.parse(draft.saved), text: draft.draft }, true);
    };
    let isOpen = true;
    void look().then((isAsked) => {
      if (isOpen && !isAsked) release();
    });
    return () => {
      isOpen = false;
    };
  }, []);
  useKeeping(store, options, { stored, isHeld, keepNow }, setState);
  const decide = (decision?: () => void) => {
    decision?.();
    setFound(null);
    release();
  };
  return {
    draft: found,
    state,
    restore: () => decide(() => found !== null && show(found.text)),
    discard: () => decide(() => found?.isShown && edit(store, () => store.getState().saved)),
    close: () => decide(),
  };
}

/** What the two halves of the hook share. */
interface Shared {
  stored: RefObject<string | undefined>;
  isHeld: RefObject<boolean>;
  keepNow: RefObject<() => void>;
}

/** Writes changes to the session storage and sends them to the server. */
function useKeeping(
  store: CanvasStore,
  { key, version, isKept, server, write }: Options,
  { stored, isHeld, keepNow }: Shared,
  report: (state: DraftState) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server's draft belongs to the key
  useEffect(() => {
    if (!isKept) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasSent = false;
    const sending =
      server &&
      sendDrafts(server, report, (saved, text) => {
        stored.current = saved ?? undefined;
        const kept = readKept(key);
        if (kept !== undefined && kept.text === text) writeKept(key, { ...kept, stored: stored.current });
      });
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      const now = store.getState();
      const draft = isChanged(now) ? { version, draft: write(graphOf(now)) } : null;
      if (draft === null) sessionStorage.removeItem(key);
      else writeKept(key, { version, at: Date.now(), text: draft.draft, stored: stored.current });
      if (isHeld.current || (draft === null && !hasSent && stored.current === undefined)) return;
      hasSent = draft !== null;
      sending?.put(draft);
    };
    keepNow.current = keep;
    const stop = store.subscribe((now, before) => {
      if (graphOf(now) === graphOf(before) && now.saved === before.saved) return;
      clearTimeout(timer);
      timer = setTimeout(keep, delayMs);
    });
    const flush = () => {
      if (timer !== undefined) keep();
      sending?.flush();
    };
    window.addEventListener("pagehide", flush);
    return () => {
      stop();
      flush();
      window.removeEventListener("pagehide", flush);
    };
  }, [store, key, version, isKept, write]);
}

/** Whether a kept graph, if it can be read, is another workflow than the one on the canvas. */
const differs = (kept: Graph | undefined, shown: Graph): boolean => kept === undefined || !isSameWorkflow(shown, kept);

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
