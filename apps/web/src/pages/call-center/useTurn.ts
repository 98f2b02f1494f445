import { useEffect, useState } from "react";

/** Long enough to find a name in a page. */
const turnMs = 10_000;

/** The page of a list on the wall that is shown now, from 0. */
export function useTurn(pages: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (pages < 2) return;
    const timer = setInterval(() => setTurn((before) => before + 1), turnMs);
    return () => clearInterval(timer);
  }, [pages]);
  return pages < 2 ? 0 : turn % pages;
}
