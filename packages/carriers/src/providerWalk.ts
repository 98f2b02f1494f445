import type { LineReport, LineVerb, UserPhone } from "./callLine.ts";
import { LineWalk } from "./lineWalk.ts";

/** What the lines of calls at providers have alike. */
interface ProviderLine {
  waits: { for: string };
  /** Verbs that are still to come. */
  todo: readonly LineVerb[];
  answeredAtMs: number | null;
  /** The call has ended after this many seconds, and a file is still to come. */
  endedAfter?: number;
}

/** One move of a line at a provider. */
export class ProviderWalk<Line extends ProviderLine> extends LineWalk<Line> {
  /** A user answered, or supervises: their phone must ring. */
  rings: UserPhone | null = null;

  /** How long the call has lasted, in seconds. */
  get lasted(): number {
    const { answeredAtMs } = this.line;
    return answeredAtMs === null ? 1 : Math.max(1, this.since(answeredAtMs));
  }

  /** The verb is done. */
  done(report: LineReport): void {
    this.line = { ...this.line, waits: { for: "verbs" } };
    this.reports.push(report);
  }

  /** The call has ended, and nothing is still to come. */
  over(before: readonly LineReport[] = []): void {
    const { endedAfter } = this.line;
    this.line = { ...this.line, waits: { for: "nothing" }, todo: [] };
    this.reports.push(...before);
    if (endedAfter !== undefined) this.reports.push({ type: "hungUp", seconds: endedAfter });
  }
}
