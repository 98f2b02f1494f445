/** What a press can be for. */
const controls = "button, a, label, summary, [role='option']";

interface Press {
  control: Element;
  label: string;
  place: DOMRect;
}

const labelOf = (control: Element): string => control.getAttribute("aria-label") ?? control.textContent;

const isWithin = ({ left, right, top, bottom }: DOMRect, { clientX: x, clientY: y }: MouseEvent): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

/**
 * Completes a press when the page moved before the button was released, as it does when a call comes in and opens the
 * phone above the page. Browsers then click the nearest element that contains both places, so the press would be lost.
 */
export function completePresses(): void {
  let press: Press | null = null;
  const begin = ({ target }: PointerEvent) => {
    const control = target instanceof Element ? target.closest(controls) : null;
    press = control && { control, label: labelOf(control), place: control.getBoundingClientRect() };
  };
  const complete = (event: MouseEvent) => {
    const begun = press;
    press = null;
    if (begun === null || !event.isTrusted || !(event.target instanceof Element)) return;
    const { control, label, place } = begun;
    if (event.target === control || !event.target.contains(control)) return;
    // a release elsewhere cancels the press, and a button with another label does something else
    if (!isWithin(place, event) || labelOf(control) !== label) return;
    event.stopImmediatePropagation();
    control.dispatchEvent(new MouseEvent("click", event));
  };
  addEventListener("pointerdown", begin, { capture: true });
  addEventListener("click", complete, { capture: true });
}
