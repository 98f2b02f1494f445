import type { LivePlace } from "@trunkline/contract/agents/callCenter.ts";
import { alarmOf } from "./alarmOf.ts";
import { secondsSince } from "./secondsSince.ts";

const urgency = { red: 0, amber: 1, calm: 2 };
const toneOf = (place: LivePlace, at: string) => alarmOf(place, secondsSince(place.oldest, at)).tone;

/** The places with room for only some of them: those with a warning come first. */
export const urgentFirst = (places: readonly LivePlace[], at: string): LivePlace[] =>
  [...places].sort((a, b) => urgency[toneOf(a, at)] - urgency[toneOf(b, at)]);

/** How many places are in amber or red. */
export const countWarnings = (places: readonly LivePlace[], at: string): number =>
  places.filter((place) => toneOf(place, at) !== "calm").length;

/** Which items of a list are shown while it turns its pages, and the list from the first of them on. */
export function pageOf<Item>(items: readonly Item[], inside: number, turn: number) {
  const size = Math.max(1, Math.min(inside, items.length));
  const first = turn * size < items.length ? turn * size : 0;
  return {
    ordered: [...items.slice(first), ...items.slice(0, first)],
    first,
    shown: Math.min(size, items.length - first),
  };
}
