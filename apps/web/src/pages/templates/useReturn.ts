import { useCallback, useEffect, useRef } from "react";
import { useGo } from "../../ui/page/useGo.ts";

/** Delay before returning to the list after a save (spec 2 §9). */
const redirectDelayMs = 500;

/** Returns to a list of templates after a delay, unless the user has left the page. */
export function useReturn(to: string): () => void {
  const go = useGo();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    timer.current = setTimeout(() => go(to), redirectDelayMs);
  }, [go, to]);
}
