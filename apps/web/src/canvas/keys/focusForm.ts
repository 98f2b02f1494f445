import { kindOfNode } from "@trunkline/workflow/outbound/graph.ts";
import { type CanvasStore, graphOf } from "../canvasStore.ts";

const controls = ["input", "textarea", "button"];

/** Focuses the first control of the open node's form, as soon as the form has loaded. Gives up when another node is opened or the user types elsewhere. */
export function focusForm(store: CanvasStore): void {
  const opened = () => store.getState().opened?.id;
  const id = opened();
  const node = id === undefined ? undefined : graphOf(store.getState()).nodes.get(id);
  if (node === undefined || kindOfNode(node).fields.length === 0) return;
  const inForm = controls.map((control) => `[data-node-form="${id}"] ${control}`).join();
  const focus = () => {
    if (opened() !== id || isTyping(document.activeElement)) return;
    const control = document.querySelector<HTMLElement>(inForm);
    if (control) control.focus();
    else requestAnimationFrame(focus);
  };
  focus();
}

const isTyping = (focused: Element | null): boolean =>
  focused?.matches("input, textarea, select, [contenteditable]") ?? false;
