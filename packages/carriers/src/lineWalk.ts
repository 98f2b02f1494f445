import type { LineReport } from "./callLine.ts";

/** One move of a line: its state, which every verb reads and changes, and what it reports to the product. */
export class LineWalk<Line extends object> {
  line: Line;
  readonly nowMs: number;
  readonly reports: LineReport[] = [];

  constructor(line: Line, nowMs: number) {
    this.line = line;
    this.nowMs = nowMs;
  }

  change(change: Partial<Line>): void {
    this.line = { ...this.line, ...change };
  }

  /** Whole seconds since a moment. */
  since(ms: number): number {
    return Math.max(0, Math.round((this.nowMs - ms) / 1_000));
  }
}
