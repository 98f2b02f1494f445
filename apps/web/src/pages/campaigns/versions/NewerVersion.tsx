import { Button } from "@mantine/core";
import type { OpenWorkflow } from "@trunkline/contract/workflows/editors.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { rebase, useCanvas, useCanvasStore } from "../../../canvas/canvasStore.ts";
import { later, overThePage } from "../../../ui/page/lazyPart.tsx";
import classes from "../editor/Editor.module.css";
import type { Versioned } from "./versioned.ts";

const MergeVersions = later(async () => (await import("./MergeVersions.tsx")).MergeVersions, { frame: overThePage });

interface Props {
  of: Versioned;
  /** The version that the drawing is based on. */
  version: number;
  /** What the server knows of the workflow, if it was asked. */
  open: OpenWorkflow | undefined;
  isSaving: boolean;
  /** Whether the merge is shown: after a save that was refused, or at the user's request. */
  late: { isLate: boolean; setLate: (isLate: boolean) => void };
  /** Loads the newest version. Unsaved changes are lost. */
  reload: () => void;
  saveOver: (newest: number) => void;
  /** Saves the merged drawing, which is on the canvas, on top of the newest version. */
  saveMerged: (newest: number) => void;
  completed?: (versions: { base: Graph; theirs: Graph }) => Promise<{ base: Graph; theirs: Graph }>;
}

/** Says that another user saved a newer version than the one on the canvas, and merges the two (decision 0086). */
export function NewerVersion({ of, version, open, isSaving, late, reload, saveOver, saveMerged, completed }: Props) {
  const store = useCanvasStore();
  const changed = useCanvas(({ history, saved }) => history.present !== saved);
  const isNewer = open !== undefined && open.version > version && !isSaving && !late.isLate;
  return (
    <>
      {isNewer && (
        <div className={classes["past"]} role="note">
          <span>{`${open.savedBy} saved version ${open.version}. You are looking at version ${version}.`}</span>
          <span className={classes["spring"]} />
          <Button size="compact-sm" onClick={() => (changed ? late.setLate(true) : reload())}>
            {changed ? "Show and merge" : `Load version ${open.version}`}
          </Button>
        </div>
      )}
      {late.isLate && (
        <MergeVersions
          of={of}
          version={version}
          close={() => late.setLate(false)}
          reload={reload}
          saveOver={saveOver}
          {...(completed && { completed })}
          merge={({ theirs, merged, newest }) => {
            rebase(store, theirs, merged);
            late.setLate(false);
            saveMerged(newest);
          }}
        />
      )}
    </>
  );
}
