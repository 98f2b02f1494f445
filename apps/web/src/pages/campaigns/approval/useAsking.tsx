import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { type ReactNode, useState } from "react";
import { useStore } from "zustand";
import { useMustAsk } from "../../../api/me.ts";
import { type CanvasStore, graphOf } from "../../../canvas/canvasStore.ts";
import { later, overThePage } from "../../../ui/page/lazyPart.tsx";

const AskForApproval = later(async () => (await import("./AskForApproval.tsx")).AskForApproval, { frame: overThePage });

/** The last request of this page: its note, and its graph once it was made. */
export interface Asked {
  note: string;
  graph: Graph | null;
}

interface Asking {
  /** Opens the dialog of those who have to ask for approval. Undefined for those who may publish. */
  open: (() => void) | undefined;
  /** Whether what is on the canvas waits for approval, so that it is not lost. */
  isAsked: boolean;
  dialog: ReactNode;
}

/** The dialog that asks for approval instead of saving. */
export function useAsking(store: CanvasStore, asked: Asked, ask: (note: string) => Promise<boolean>): Asking {
  const mustAsk = useMustAsk();
  const [isOpen, setOpen] = useState(false);
  return {
    open: mustAsk ? () => setOpen(true) : undefined,
    isAsked: useStore(store, (state) => graphOf(state) === asked.graph),
    dialog: isOpen && <AskForApproval close={() => setOpen(false)} ask={ask} />,
  };
}
