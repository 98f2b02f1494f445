import { useEffect } from "react";

/** Ctrl S saves, also while one types in a form; what may only be read is left alone. */
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
