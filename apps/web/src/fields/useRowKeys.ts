import { useRef } from "react";

/** Stable row keys, so that no field gets its neighbor's state when a row is removed. */
export function useRowKeys(count: number): {
  keys: readonly number[];
  drop: (index: number) => void;
  /** Swaps two rows. */
  swap: (one: number, other: number) => void;
} {
  const state = useRef({ keys: [] as number[], next: 0 });
  const { current } = state;
  while (current.keys.length < count) current.keys.push(current.next++);
  current.keys.length = count;
  return {
    keys: current.keys,
    drop: (index) => current.keys.splice(index, 1),
    swap: (one, other) => {
      const { [one]: first, [other]: second } = current.keys;
      if (first !== undefined && second !== undefined) current.keys.splice(one, 1, second);
      if (first !== undefined && second !== undefined) current.keys.splice(other, 1, first);
    },
  };
}
