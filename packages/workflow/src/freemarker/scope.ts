import type { Value } from "./values.ts";

/** The position of a list in its items, for `?index`, `?has_next` and similar. */
export interface Loop {
  name: string;
  index: number;
  size: number;
}

/** The template's own variables: assigned ones, and loop variables. */
export class Scope {
  private readonly assigned = new Map<string, Value>();
  private readonly frames: { values: Map<string, Value>; loop?: Loop }[] = [];

  get(name: string): Value | undefined {
    for (let index = this.frames.length - 1; index >= 0; index--) {
      const value = this.frames[index]?.values.get(name);
      if (value !== undefined) return value;
    }
    return this.assigned.get(name);
  }

  assign(name: string, value: Value): void {
    this.assigned.set(name, value);
  }

  /** Runs a function with additional names. */
  within<Result>(values: Map<string, Value>, loop: Loop | undefined, run: () => Result): Result {
    this.frames.push({ values, ...(loop && { loop }) });
    try {
      return run();
    } finally {
      this.frames.pop();
    }
  }

  /** The list of a loop variable. Without a name, the innermost list. */
  loopOf(name?: string): Loop | undefined {
    for (let index = this.frames.length - 1; index >= 0; index--) {
      const loop = this.frames[index]?.loop;
      if (loop !== undefined && (name === undefined || loop.name === name)) return loop;
    }
    return undefined;
  }
}
