import { ActionIcon, UnstyledButton } from "@mantine/core";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsMaximize,
  IconKeyboard,
  IconMinus,
  IconNote,
  IconPlus,
  IconSearch,
  IconSitemap,
  type TablerIcon,
} from "@tabler/icons-react";
import { formatPercent } from "@trunkline/contract/reports/formatPercent.ts";
import { useStore as useFlowStore, useReactFlow } from "@xyflow/react";
import type { ReactNode } from "react";
import { Tooltip } from "../ui/tip/Tooltip.tsx";
import { fitAll, openOverlay, showActualSize, step, useCanvas, useCanvasStore } from "./canvasStore.ts";
import { tidy } from "./keys/canvasKeys.ts";
import { addNoteAt } from "./notes/addNote.ts";
import classes from "./panels.module.css";
import { useMiddle } from "./useMiddle.ts";

/** Zoom, fit, layout, search, undo and redo, and what a page adds. */
export function CanvasControls({ children }: { children?: ReactNode }) {
  const store = useCanvasStore();
  const flow = useReactFlow();
  const middle = useMiddle();
  const readOnly = useCanvas((state) => state.readOnly);
  const canUndo = useCanvas(({ history }) => history.past.length > 0);
  const canRedo = useCanvas(({ history }) => history.future.length > 0);
  return (
    <div className={classes["controls"]} data-obstacle role="toolbar" aria-label="Canvas">
      <Tool icon={IconMinus} label="Zoom out" run={() => void flow.zoomOut({ duration: 120 })} />
      <ZoomLevel />
      <Tool icon={IconPlus} label="Zoom in" run={() => void flow.zoomIn({ duration: 120 })} />
      <Tool icon={IconArrowsMaximize} label="Zoom to fit" keys="F" run={() => fitAll(store)} />
      {!readOnly && (
        <>
          <span className={classes["gap"]} />
          <Tool icon={IconNote} label="Add note" keys="N" run={() => addNoteAt(store, middle())} />
          <Tool icon={IconSitemap} label="Clean up layout" keys="L" run={() => tidy(store)} />
          <Tool icon={IconArrowBackUp} label="Undo" keys="Ctrl Z" disabled={!canUndo} run={() => step(store, "undo")} />
          <Tool
            icon={IconArrowForwardUp}
            label="Redo"
            keys="Ctrl Shift Z"
            disabled={!canRedo}
            run={() => step(store, "redo")}
          />
        </>
      )}
      <span className={classes["gap"]} />
      <Tool icon={IconSearch} label="Search nodes" keys="Ctrl F" run={() => openOverlay(store, "search")} />
      <Tool icon={IconKeyboard} label="Keyboard shortcuts" keys="?" run={() => openOverlay(store, "keys")} />
      {children}
    </div>
  );
}

/** The zoom in percent. A click shows the drawing at 100 %, and from there all of it. */
function ZoomLevel() {
  const store = useCanvasStore();
  const percent = useFlowStore(({ transform }) => Math.round(transform[2] * 100));
  const isActual = percent === 100;
  return (
    <Tooltip label={isActual ? "Zoom to fit (F)" : "Zoom to 100 % (0)"}>
      <UnstyledButton
        className={classes["zoom"]}
        aria-label={`Zoom ${formatPercent(percent)}`}
        onClick={() => (isActual ? fitAll(store) : showActualSize(store))}
      >
        {formatPercent(percent)}
      </UnstyledButton>
    </Tooltip>
  );
}

interface ToolProps {
  icon: TablerIcon;
  label: string;
  keys?: string;
  disabled?: boolean;
  run: () => void;
}

const Tool = ({ icon: Icon, label, keys, disabled = false, run }: ToolProps) => (
  <Tooltip label={keys === undefined ? label : `${label} (${keys})`}>
    <ActionIcon variant="subtle" color="gray" size={30} aria-label={label} disabled={disabled} onClick={run}>
      <Icon size={16} />
    </ActionIcon>
  </Tooltip>
);
