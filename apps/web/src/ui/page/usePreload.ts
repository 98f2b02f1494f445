import { type Query, useIsFetching } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** Runs a callback when the browser is idle, or after a delay in Safari. Returns a function that cancels it. */
function whenIdle(act: () => void): () => void {
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(act, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: 2_000 });
  return () => cancelIdleCallback(handle);
}

/** Loads parts of a page ahead, when the page has its data and the browser is idle. */
export function usePreload(loads: readonly (() => Promise<unknown>)[]): void {
  const isSoon = useSoon();
  useEffect(() => {
    // a part that fails shows its error when it is opened
    if (isSoon) for (const load of loads) void load().catch(() => {});
  }, [isSoon, loads]);
}

/** What is read for the first time. A page with polls on a slow connection is always reading something again. */
const isFirstRead = ({ state }: Query): boolean => state.data === undefined;

/** True when the page has loaded its data and is idle, at the earliest after `afterMs`. */
export function useSoon(afterMs = 0): boolean {
  const [isSoon, setSoon] = useState(false);
  const isReading = useIsFetching({ predicate: isFirstRead }) > 0;
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
