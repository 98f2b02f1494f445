import { copiedText, pasteText } from "../canvasClipboard.ts";
import type { CanvasStore } from "../canvasStore.ts";
import type { Point } from "../layout.ts";

/** What was copied last, for browsers that do not let a menu read the clipboard. */
let lastCopied = "";

/** Remembers a copied text for the menu. */
export const rememberCopied = (text: string): void => {
  lastCopied = text;
};

/** Copies the selection from a menu. */
export function copySelected(store: CanvasStore): void {
  const text = copiedText(store);
  if (text === undefined) return;
  rememberCopied(text);
  // refused without permission, and then only this page can paste
  void navigator.clipboard?.writeText(text).catch(() => undefined);
}

/** Pastes from a menu: what the clipboard holds, else what was copied on this page. */
export async function pasteCopied(store: CanvasStore, at: Point, mayAttach = true): Promise<void> {
  const text = (await navigator.clipboard?.readText().catch(() => "")) ?? "";
  if (!pasteText(store, text, at, mayAttach)) pasteText(store, lastCopied, at, mayAttach);
}
