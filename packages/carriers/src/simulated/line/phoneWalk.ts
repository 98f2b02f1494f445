import type { LineReport } from "../../callLine.ts";
import type { PhoneTarget } from "../../callTargets.ts";
import { LineWalk } from "../../lineWalk.ts";
import type { Line, LineMove, LineNote } from "./lineState.ts";

/** One move of a phone of the simulated carrier. Time is an input, and the result says when the next input is due. */
export class PhoneWalk extends LineWalk<Line> {
  readonly pace: number;
  readonly notes: LineNote[] = [];
  rings: readonly PhoneTarget[] = [];
  callerId = "";
  endsLegs = false;
  makesRecording: number | null = null;
  /** Whether the line continues with its next verb. */
  proceeds = false;
  private dueInMs: number | null = null;
  /** The due time that was set before stays. */
  private keepsDue = true;

  constructor(line: Line, nowMs: number, pace: number) {
    super(line, nowMs);
    this.pace = pace;
  }

  note(kind: LineNote["kind"], text: string): void {
    this.notes.push({ kind, text });
  }

  due(ms: number): void {
    this.dueInMs = Math.max(0, Math.round(ms));
    this.keepsDue = false;
  }

  noDue(): void {
    this.dueInMs = null;
    this.keepsDue = false;
  }

  /** The first verb is done. */
  done(report: LineReport | null, change: Partial<Line> = {}): void {
    this.change({ todo: this.line.todo.slice(1), ...change, now: { is: "idle" } });
    this.noDue();
    if (report !== null) this.reports.push(report);
  }

  /** The call has ended. */
  over(report: LineReport): void {
    this.change({ now: { is: "over" } });
    this.noDue();
    this.reports.push(report);
  }

  result(): LineMove {
    const { line, reports, notes, dueInMs, rings, callerId, endsLegs, makesRecording, keepsDue } = this;
    return { line, reports, notes, dueInMs, rings, callerId, endsLegs, makesRecording, keepsDue };
  }
}
