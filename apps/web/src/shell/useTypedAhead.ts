import { useEffect, useRef } from "react";

/**
 * Keeps the keys that the user types between opening a part and its field having the focus, because the part may still be
 * loading. `take` returns the text and ends this. Escape closes what is opening.
 */
export function useTypedAhead(onEscape: () => void) {
  const typed = useRef("");
  const listening = useRef<AbortController | null>(null);
  useEffect(() => () => listening.current?.abort(), []);
  const take = (): string => {
    listening.current?.abort();
    listening.current = null;
    const text = typed.current;
    typed.current = "";
    return text;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      take();
      onEscape();
    } else if (event.key === "Backspace") typed.current = typed.current.slice(0, -1);
    else if (event.key.length === 1) typed.current += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const start = (): void => {
    take();
    listening.current = new AbortController();
    window.addEventListener("keydown", onKey, { capture: true, signal: listening.current.signal });
  };
  return { start, take };
}
