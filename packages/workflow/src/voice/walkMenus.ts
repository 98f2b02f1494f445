import { ownValue } from "../parts/ownValue.ts";
import { firstMenuKey, priorMenuKey } from "./ivr/ivr.ts";
import type { Instruction, MenuBook } from "./script.ts";

/** Where somebody is in the menus of a call. */
export interface MenuPlace {
  menu: string;
  /** Unknown keys and silences in a row. */
  attempts: number;
  /** The menus before, the newest last. */
  before: readonly string[];
}

/** What a key, or silence, brings: the place afterwards and what is done now. */
export interface MenuStep {
  place: MenuPlace;
  script: readonly Instruction[];
}

/** So many menus back can be gone. */
const maxMenuDepth = 50;

const again: Instruction = { do: "menu" };

/** The place at which a menu is entered; entering the one where somebody is already is hearing it again. */
export function enterMenu(book: MenuBook, place: MenuPlace | undefined, menu: string | undefined): MenuPlace {
  if (place === undefined) return { menu: menu ?? book.entry, attempts: 0, before: [] };
  if (menu === undefined || menu === place.menu) return place;
  return { menu, attempts: 0, before: [...place.before, place.menu].slice(-maxMenuDepth) };
}

/**
 * A key in a menu: `*` is the first menu and 9 the one before, then the options; everything else, silence too, is an
 * attempt, and the last one ends the call (spec 3 §2; telecom §9). A key that means something starts the count anew.
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
