import { useEffect, useRef } from "react";

/** Keeps the focus in the tester when the pressed button is gone, such as Answer of a call. */
export function useFocusKept(position: number) {
  const stage = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each moment shows other buttons
  useEffect(() => {
    if (document.activeElement === document.body) stage.current?.focus();
  }, [position]);
  return stage;
}
