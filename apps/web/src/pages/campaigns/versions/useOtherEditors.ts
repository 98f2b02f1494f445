import { useQuery } from "@tanstack/react-query";
import type { OpenWorkflow } from "@trunkline/contract/workflows/editors.ts";
import { useEffect } from "react";

/** Tells the server that the workflow is open, and asks who else has it open. */
export interface EditorDoor {
  key: readonly string[];
  enter: (unsaved: boolean) => Promise<OpenWorkflow>;
  leave: () => Promise<unknown>;
}

/** As often as the shell counts unread texts. A page that is not shown says nothing, and is forgotten after 45 seconds. */
const refreshMs = 15_000;

/** The other users in the editor, and the newest version. Undefined while it is not known. */
export function useOtherEditors(door: EditorDoor, unsaved: boolean, isOn: boolean): OpenWorkflow | undefined {
  const key = door.key.join(" ");
  const answer = useQuery({
    // a change of what others see is sent at once
    queryKey: ["editors", key, unsaved],
    queryFn: () => door.enter(unsaved),
    enabled: isOn,
    refetchInterval: refreshMs,
    retry: false,
    gcTime: 0,
    placeholderData: (before) => before,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the door belongs to the key
  useEffect(() => {
    if (!isOn) return;
    const leave = () => void door.leave().catch(() => undefined);
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [isOn, key]);
  return isOn ? answer.data : undefined;
}
