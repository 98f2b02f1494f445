import { useEffect, useRef } from "react";

/**
 * Reads a list once more when what it shows has stopped moving: the last rows may have come after the last look, and
 * nothing asks for them again.
 */
export function useLastLook(isLive: boolean, refetch: () => unknown): void {
  const wasLive = useRef(isLive);
  useEffect(() => {
    if (wasLive.current && !isLive) refetch();
    wasLive.current = isLive;
  }, [isLive, refetch]);
}
