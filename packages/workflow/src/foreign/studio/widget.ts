import { type Fields, fieldsAt, listAt, textAt } from "../readParts.ts";

/** A state of a Studio flow. */
export interface Widget {
  name: string;
  type: string;
  properties: Fields;
  transitions: Fields[];
}

/** A state of the file as a widget. */
export const readWidget = (state: Fields): Widget => ({
  name: textAt(state, "name"),
  type: textAt(state, "type"),
  properties: fieldsAt(state, "properties"),
  transitions: listAt(state, "transitions"),
});

/** Where an event of a widget leads. */
export function nextOf({ transitions }: Widget, event: string): string | null {
  const found = transitions.find((one) => textAt(one, "event") === event);
  return found === undefined ? null : textAt(found, "next") || null;
}
