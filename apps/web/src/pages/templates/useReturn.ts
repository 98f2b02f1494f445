import { useCallback, useEffect, useRef } from "react";
import { paths } from "../../paths.ts";
import { useGo } from "../../ui/page/useGo.ts";

/** After a save the reader goes back to the list, a moment later (spec 2 §9). */
const redirectDelayMs = 500;

/** Goes back to the templates after a moment; not when the page was left before. */
export function useReturn(): () => void {
  const go = useGo();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    timer.current = setTimeout(() => go(paths.templates), redirectDelayMs);
  }, [go]);
}
