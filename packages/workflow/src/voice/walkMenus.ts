import { ownValue } from "../parts/ownValue.ts";
import { firstMenuKey, priorMenuKey } from "./ivr/ivr.ts";
import type { Instruction, MenuBook } from "./script.ts";

/** The current position in the menus of a call. */
export interface MenuPlace {
  menu: string;
  /** Consecutive unknown keys and silences. */
  attempts: number;
  /** Previous menus, newest last. */
  before: readonly string[];
}

/** The result of a key or silence: the new position and the instructions. */
export interface MenuStep {
  place: MenuPlace;
  script: readonly Instruction[];
}

/** How many menus back a caller can go. */
const maxMenuDepth = 50;

const again: Instruction = { do: "menu" };

/** The position after entering a menu. Entering the current menu repeats it. */
export function enterMenu(book: MenuBook, place: MenuPlace | undefined, menu: string | undefined): MenuPlace {
  if (place === undefined) return { menu: menu ?? book.entry, attempts: 0, before: [] };
  if (menu === undefined || menu === place.menu) return place;
  return { menu, attempts: 0, before: [...place.before, place.menu].slice(-maxMenuDepth) };
}

/**
 * Handles a key in a menu: `*` is the first menu, 9 the previous one, then the options. Anything else, including silence,
 * is an attempt, and the last one ends the call (spec 3 §2; telecom §9). A known key resets the count.
 */
export function pressInMenu(book: MenuBook, place: MenuPlace, key: string): MenuStep {
  if (key === firstMenuKey) return { place: { menu: book.entry, attempts: 0, before: [] }, script: [again] };
  if (key === priorMenuKey) {
    const prior = place.before.at(-1) ?? place.menu;
    return { place: { menu: prior, attempts: 0, before: place.before.slice(0, -1) }, script: [again] };
  }
  const keys = ownValue(book.menus, place.menu)?.keys ?? {};
  const chosen = Object.hasOwn(keys, key) ? keys[key] : undefined;
  if (chosen !== undefined) return { place: { ...place, attempts: 0 }, script: chosen };
  const attempts = place.attempts + 1;
  const isOver = attempts >= book.maxAttempts;
  return {
    place: { ...place, attempts },
    script: isOver ? [...book.over, { do: "hangUp" }] : [...book.again, again],
  };
}
