import { type RefObject, useEffect } from "react";
import { copiedText, pasteText } from "../canvasClipboard.ts";
import { type CanvasStore, remove, useCanvas, useCanvasStore } from "../canvasStore.ts";
import { rememberCopied } from "../clipboard/clipboardAccess.ts";
import { openMenuByKey } from "../menu/openMenuByKey.ts";
import { addNoteAt } from "../notes/addNote.ts";
import { noteIdOf } from "../notes/flowNotes.ts";
import { useMiddle } from "../useMiddle.ts";
import { pressKey } from "./canvasKeys.ts";
import { focusForm } from "./focusForm.ts";
import { usePointer } from "./usePointer.ts";

/** Shortcuts that work anywhere on the page except in input fields. */
const everywhere = new Set(["/", "?"]);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input, textarea, select, [role=combobox]"));

/** The keyboard shortcuts of the canvas (look, Canvas). Single letters work only while it has the focus. The focus follows the selection. */
export function useCanvasKeys(frame: RefObject<HTMLElement | null>, embedded: boolean): void {
  const store = useCanvasStore();
  const selected = useCanvas((state) => state.selected);
  const middle = useMiddle();
  const pointer = usePointer(frame);

  useEffect(() => {
    const isHere = () => hasFocus(frame.current, embedded);
    const isFree = (target: EventTarget | null) =>
      !isTyping(target) && store.getState().overlay === null && document.querySelector("[role=dialog]") === null;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const ctrl = event.ctrlKey || event.metaKey;
      if (event.altKey || !isFree(event.target)) return;
      const isUndo = ctrl && ["z", "y", "Z", "Y"].includes(event.key);
      const isSearch = ctrl && event.key.toLowerCase() === "f";
      if (!isHere() && (embedded || !(isUndo || isSearch || everywhere.has(event.key)))) return;
      if (event.key === "Enter" && isHere()) return openSelected(store);
      const isMenuKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
      if (isMenuKey && isHere()) {
        event.preventDefault();
        return openMenuByKey(store, frame.current, middle());
      }
      if (event.key.toLowerCase() === "n" && !ctrl && isHere()) {
        event.preventDefault();
        return addNoteAt(store, pointer() ?? middle());
      }
      if (pressKey(store, { key: event.key, ctrl, shift: event.shiftKey })) event.preventDefault();
    };
    const onCopy = (event: ClipboardEvent) => {
      const text = isHere() && isFree(event.target) && !hasTextSelected() ? copiedText(store) : undefined;
      if (text === undefined) return;
      rememberCopied(text);
      event.clipboardData?.setData("text/plain", text);
      event.preventDefault();
      if (event.type === "cut") remove(store);
    };
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (isFree(event.target) && pasteText(store, text, pointer() ?? middle())) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("copy", onCopy);
    document.addEventListener("cut", onCopy);
    document.addEventListener("paste", onPaste);
    return () => {
      store.getState().typedAhead.take();
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("copy", onCopy);
      document.removeEventListener("cut", onCopy);
      document.removeEventListener("paste", onPaste);
    };
  }, [store, frame, embedded, middle, pointer]);

  useEffect(() => {
    const [id] = selected;
    if (selected.size !== 1 || !hasFocus(frame.current, embedded)) return;
    const card = () => frame.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`);
    // a card outside the view is rendered after the view has moved
    let tries = 20;
    let waiting = 0;
    const focus = () => {
      const found = card();
      if (found) found.focus({ preventScroll: true });
      else if (tries-- > 0) waiting = requestAnimationFrame(focus);
    };
    focus();
    return () => cancelAnimationFrame(waiting);
  }, [selected, frame, embedded]);
}

/** Whether the canvas has the focus. On pages with only the canvas, the document body counts too. */
function hasFocus(frame: HTMLElement | null, embedded: boolean): boolean {
  const { activeElement } = document;
  if (frame === null || activeElement === null) return !embedded;
  return frame.contains(activeElement) || (!embedded && activeElement.contains(frame));
}

const hasTextSelected = (): boolean => (document.getSelection()?.toString() ?? "") !== "";

/** Opens the selected note's text, or focuses the form of the selected node. */
function openSelected(store: CanvasStore): void {
  const { selectedNotes, readOnly } = store.getState();
  const focused = noteIdOf(document.activeElement?.getAttribute("data-id") ?? "");
  const [note = focused] = selectedNotes;
  if (note === undefined) focusForm(store);
  else if (!readOnly) requestAnimationFrame(() => store.setState({ editedNote: note }));
}
