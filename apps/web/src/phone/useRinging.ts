import { useEffect } from "react";
import { ring } from "./ringTone.ts";

/** While a call rings: plays the tone unless muted, and shows the caller in the page title. */
export function useRinging(who: string | undefined, isMuted: boolean): void {
  const isAudible = who !== undefined && !isMuted;
  useEffect(() => (isAudible ? ring() : undefined), [isAudible]);
  useEffect(() => {
    if (who === undefined) return;
    const notice = `${who} is calling · `;
    const prependCaller = (): void => {
      if (!document.title.startsWith(notice)) document.title = notice + document.title;
    };
    prependCaller();
    // navigation sets a new title
    const changes = new MutationObserver(prependCaller);
    changes.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => {
      changes.disconnect();
      if (document.title.startsWith(notice)) document.title = document.title.slice(notice.length);
    };
  }, [who]);
}
