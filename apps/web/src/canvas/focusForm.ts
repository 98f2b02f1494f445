import { kindOfNode } from "@trunkline/workflow/outbound/graph.ts";
import { type CanvasStore, graphOf } from "./canvasStore.ts";

const controls = ["input", "textarea", "button"];

/** Focuses the first control of the open node's form, as soon as the form has loaded. Gives up when the focus or the open node changes. */
export function focusForm(store: CanvasStore): void {
  const opened = () => store.getState().opened?.id;
  const id = opened();
  const node = id === undefined ? undefined : graphOf(store.getState()).nodes.get(id);
  if (node === undefined || kindOfNode(node).fields.length === 0) return;
  const before = document.activeElement;
  const focus = () => {
    const isElsewhere = document.activeElement !== before && document.activeElement !== document.body;
    if (opened() !== id || isElsewhere) return;
    const inForm = controls.map((control) => `[data-node-form="${id}"] ${control}`).join();
    const control = document.querySelector<HTMLElement>(inForm);
    if (control) control.focus();
    else requestAnimationFrame(focus);
  };
  focus();
}
