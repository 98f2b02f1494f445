/** Undo history of an immutable value. */
export interface History<Value> {
  past: readonly Value[];
  present: Value;
  future: readonly Value[];
  /** Consecutive changes of the same group are one step, such as typing in one field. */
  group: string | undefined;
}

/** Maximum number of undo steps. Values share unchanged parts, so steps are small. */
const maxSteps = 500;

export const historyOf = <Value>(present: Value): History<Value> => ({
  past: [],
  present,
  future: [],
  group: undefined,
});

/** Adds a value and discards undone steps. */
export function push<Value>(history: History<Value>, present: Value, group?: string): History<Value> {
  if (present === history.present) return history;
  const joins = group !== undefined && group === history.group;
  const past = joins ? history.past : [...history.past, history.present].slice(-maxSteps);
  return { past, present, future: [], group };
}

/** Ends the current group, so that the next change is a new step. */
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

/** Applies a change to all values, past and future, without a new step. */
export const mapped = <Value>({ past, present, future, group }: History<Value>, change: (value: Value) => Value) => ({
  past: past.map(change),
  present: change(present),
  future: future.map(change),
  group,
});
