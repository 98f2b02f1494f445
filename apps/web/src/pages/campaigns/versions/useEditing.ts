import { useMediaQuery } from "@mantine/hooks";
import { useEffect } from "react";
import { useMay } from "../../../api/me.ts";
import type { CanvasStore } from "../../../canvas/canvasStore.ts";

/** Whether the drawing may be changed: not on a phone, not without the privilege, and not a past version. */
export function useEditing(store: CanvasStore, isPast: boolean) {
  const mayEdit = useMay()("workflow-edit");
  const isNarrow = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const readOnly = isNarrow || !mayEdit || isPast;
  useEffect(() => store.setState({ readOnly }), [store, readOnly]);
  return { mayEdit, isNarrow, readOnly };
}
