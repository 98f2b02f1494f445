/** What was, is and will be again: the graph is one value, so a step back is the value before. */
export interface History<Value> {
  past: readonly Value[];
  present: Value;
  future: readonly Value[];
  /** Changes of the same group, one after the other, are one step: the letters typed into one field. */
  group: string | undefined;
}

/** More steps than anybody walks back; the values share all that did not change between them. */
const mostSteps = 500;

export const historyOf = <Value>(present: Value): History<Value> => ({
  past: [],
  present,
  future: [],
  group: undefined,
});

/** A new value; what was undone is gone. */
export function push<Value>(history: History<Value>, present: Value, group?: string): History<Value> {
  if (present === history.present) return history;
  const joins = group !== undefined && group === history.group;
  const past = joins ? history.past : [...history.past, history.present].slice(-mostSteps);
  return { past, present, future: [], group };
}

/** The last group is closed: the next change is a step of its own. */
export const seal = <Value>(history: History<Value>): History<Value> =>
  history.group === undefined ? history : { ...history, group: undefined };

export function undo<Value>(history: History<Value>): History<Value> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    group: undefined,
  };
}

export function redo<Value>(history: History<Value>): History<Value> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, group: undefined };
}

/** Every value of it, past and future too, changed in the same way: no step of its own. */
export const mapped = <Value>({ past, present, future, group }: History<Value>, change: (value: Value) => Value) => ({
  past: past.map(change),
  present: change(present),
  future: future.map(change),
  group,
});
