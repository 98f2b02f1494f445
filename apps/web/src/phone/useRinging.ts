import { useEffect } from "react";
import { ring } from "./ringTone.ts";

/** While somebody rings: a tone unless it is muted, and their name before the title of whichever page is open. */
export function useRinging(who: string | undefined, isMuted: boolean): void {
  const isHeard = who !== undefined && !isMuted;
  useEffect(() => (isHeard ? ring() : undefined), [isHeard]);
  useEffect(() => {
    if (who === undefined) return;
    const notice = `${who} calls · `;
    const put = (): void => {
      if (!document.title.startsWith(notice)) document.title = notice + document.title;
    };
    put();
    // another page has a title of its own
    const changes = new MutationObserver(put);
    changes.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => {
      changes.disconnect();
      if (document.title.startsWith(notice)) document.title = document.title.slice(notice.length);
    };
  }, [who]);
}
