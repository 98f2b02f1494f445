import type { MouseEvent } from "react";

/**
 * For buttons next to fields that validate on blur. Keeps the focus in the field, so that an appearing error does not move the button before the click.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
