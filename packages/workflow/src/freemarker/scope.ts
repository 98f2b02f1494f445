import type { Value } from "./values.ts";

/** Where a list stands in its items, for `?index`, `?has_next` and the like. */
export interface Loop {
  name: string;
  index: number;
  size: number;
}

/** The template's own variables: assigned ones, and those of the lists around. */
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

  /** Runs something with more names known. */
  within<Result>(values: Map<string, Value>, loop: Loop | undefined, run: () => Result): Result {
    this.frames.push({ values, ...(loop && { loop }) });
    try {
      return run();
    } finally {
      this.frames.pop();
    }
  }

  /** The list that a loop variable belongs to; the innermost without a name. */
  loopOf(name?: string): Loop | undefined {
    for (let index = this.frames.length - 1; index >= 0; index--) {
      const loop = this.frames[index]?.loop;
      if (loop !== undefined && (name === undefined || loop.name === name)) return loop;
    }
    return undefined;
  }
}
