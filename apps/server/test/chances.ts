import { newId } from "../src/store/newId.ts";

/** A sequence of numbers between 0 and 1 that is the same in every run. */
export function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** An id as it is made at a time. */
export const idAt = (atMs: number): string => {
  const time = atMs.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
};
