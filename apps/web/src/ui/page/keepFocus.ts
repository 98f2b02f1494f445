import type { MouseEvent } from "react";

/**
 * For buttons beside fields that are judged when they are left: pressing the button must not move it away by the error
 * that appears, so the press does not take the focus; the click judges everything anyway.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
