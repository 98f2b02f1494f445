import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** Calls back when the browser has nothing else to do; Safari cannot tell. Answers what takes it back. */
function whenIdle(act: () => void): () => void {
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(act, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: 2_000 });
  return () => cancelIdleCallback(handle);
}

/** Fetches parts of a page once it stands and has nothing else to do, so that they are there when they are opened. */
export function usePreload(loads: readonly (() => Promise<unknown>)[]): void {
  useEffect(
    () =>
      whenIdle(() => {
        // one that cannot be fetched now says so when it is wanted
        for (const load of loads) void load().catch(() => {});
      }),
    [loads],
  );
}

/** True once the page stands, has read what it shows and has nothing else to do, `afterMs` at the earliest: time for what nobody looks at first. */
export function useSoon(afterMs = 0): boolean {
  const [isSoon, setSoon] = useState(false);
  const isReading = useIsFetching() > 0;
  useEffect(() => {
    if (isReading) return;
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = whenIdle(() => setSoon(true));
    }, afterMs);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [afterMs, isReading]);
  return isSoon;
}
