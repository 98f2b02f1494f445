import { type Ref, useEffect, useLayoutEffect, useState } from "react";

/** Takes the place of an element that is rendered elsewhere. */
export function Stand({ for: element, ref }: { for: HTMLElement | null; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref !== "function") return;
    const forget = ref(element);
    return () => (typeof forget === "function" ? forget() : void ref(null));
  }, [element, ref]);
  return null;
}

/** Whether what has just been loaded is open: a step after it is there, because only then does it give the focus back. */
export function useOpened(isOpen: boolean): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(isOpen), [isOpen]);
  return isShown;
}
