import { lazy, Suspense, useEffect } from "react";
import { useKeysOn } from "../ui/page/useKeysOn.ts";
import { showKeys, useKeysOpen } from "./keysStore.ts";

const KeysHelp = lazy(async () => ({ default: (await import("./KeysHelp.tsx")).KeysHelp }));

const fields = "input, textarea, select, audio, [contenteditable=true], [role=combobox]";
const covers = "[role=dialog], [role=menu], [role=listbox]";

/** Opens the list of keys on `?`, on every page. A page with keys of its own shows its own list instead. */
export function KeysEverywhere() {
  const { isOpen } = useKeysOpen();
  const [isOn] = useKeysOn();
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      const isField = event.target instanceof Element && event.target.closest(fields) !== null;
      if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || isField) return;
      if (document.querySelector(covers) !== null) return;
      // a page that loaded later listens later, and says by now whether the key was its own
      setTimeout(() => {
        if (!event.defaultPrevented) showKeys(true);
      });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);
  return <Suspense>{isOpen ? <KeysHelp close={() => showKeys(false)} /> : null}</Suspense>;
}
