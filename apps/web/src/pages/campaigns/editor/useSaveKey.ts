import { useEffect } from "react";

/** Saves on Ctrl+S, also in form fields, unless the drawing is read-only. */
export function useSaveKey(save: () => void, maySave: boolean): void {
  useEffect(() => {
    if (!maySave) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      save();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [save, maySave]);
}
