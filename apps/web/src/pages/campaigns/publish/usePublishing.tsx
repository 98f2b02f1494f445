import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { type ReactNode, useState } from "react";
import { useStore } from "zustand";
import { useMustAsk } from "../../../api/me.ts";
import { type CanvasStore, graphOf } from "../../../canvas/canvasStore.ts";
import { later, overThePage } from "../../../ui/page/lazyPart.tsx";
import type { Versioned } from "../versions/versioned.ts";
import type { PublishParts } from "./publishParts.ts";

const PublishDialog = later(async () => (await import("./PublishDialog.tsx")).PublishDialog, { frame: overThePage });

/** The last request of this page: its note, and its graph once it was made. */
export interface Asked {
  note: string;
  graph: Graph | null;
}

/** What saves the drawing of an editor. */
interface Saving extends Pick<PublishParts, "playTests" | "save"> {
  asked: Asked;
}

interface Publishing {
  /** Opens the dialog of those who have to ask for approval, in place of saving. Undefined for those who may publish. */
  ask: (() => void) | undefined;
  /** Opens the dialog that publishes with a note. Undefined for those who have to ask. */
  publish: (() => void) | undefined;
  /** Whether what is on the canvas waits for approval, so that it is not lost. */
  isAsked: boolean;
  /** The version that the dialog published last, 0 if none. */
  published: number;
  dialog: ReactNode;
}

/** The dialog that publishes the drawing with a note, or asks for its approval (decision 0090). */
export function usePublishing(
  store: CanvasStore,
  { save, asked, playTests }: Saving,
  of: Versioned,
  ask: (note: string) => Promise<boolean>,
): Publishing {
  const mustAsk = useMustAsk();
  const [isOpen, setOpen] = useState(false);
  const [published, setPublished] = useState(0);
  const open = () => setOpen(true);
  return {
    ask: mustAsk ? open : undefined,
    publish: mustAsk ? undefined : open,
    isAsked: useStore(store, (state) => graphOf(state) === asked.graph),
    published,
    dialog: isOpen && (
      <PublishDialog
        of={of}
        playTests={playTests}
        ask={ask}
        mustAsk={mustAsk}
        close={() => setOpen(false)}
        save={async () => {
          const version = await save();
          setPublished(version);
          return version;
        }}
      />
    ),
  };
}
