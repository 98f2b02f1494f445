import { useEffect, useRef } from "react";
import { useKeysOn } from "../../ui/page/useKeysOn.ts";

/** The keys of the inbox, with what they do. */
export const inboxKeys = {
  j: "Next conversation",
  k: "Previous conversation",
  e: "Close the conversation and open the next one",
  r: "Reply",
  "?": "Show these keys",
} as const;
export type InboxKey = keyof typeof inboxKeys;

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Where a key was pressed. */
export interface PressedIn {
  /** A field in which the key is a character. */
  isField: boolean;
  /** A dialog or a menu is open. */
  isCovered: boolean;
}

/** Which key of the inbox was pressed; undefined while typing, with a modifier, or where something covers the page. */
export function readKey(
  { key, ctrlKey, metaKey, altKey }: Press,
  { isField, isCovered }: PressedIn,
): InboxKey | undefined {
  if (ctrlKey || metaKey || altKey || isField || isCovered) return undefined;
  const named = key.toLowerCase();
  return Object.hasOwn(inboxKeys, named) ? (named as InboxKey) : undefined;
}

const fields = "input, textarea, select, audio, [contenteditable=true]";
const covers = "[role=dialog], [role=menu], [role=listbox]";

/** Acts on single keys of the inbox while they are on. */
export function useInboxKeys(actions: Partial<Record<InboxKey, () => void>>): void {
  const [isOn] = useKeysOn();
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isField = event.target instanceof Element && event.target.closest(fields) !== null;
      const pressed = readKey(event, { isField, isCovered: document.querySelector(covers) !== null });
      const act = pressed && latest.current[pressed];
      if (!act || event.defaultPrevented || !isOn) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);
}
