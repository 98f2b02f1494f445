import { useEffect, useRef } from "react";

/**
 * Reloads a list once more when polling ends, because the last rows may have arrived after the last poll.
 */
export function useLastLook(isLive: boolean, refetch: () => unknown): void {
  const wasLive = useRef(isLive);
  useEffect(() => {
    if (wasLive.current && !isLive) refetch();
    wasLive.current = isLive;
  }, [isLive, refetch]);
}
