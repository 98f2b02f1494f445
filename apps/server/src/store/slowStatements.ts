/** Statements that take long. COPY is not among them: it takes as long as its source. */
export interface SlowStatements {
  /** From so many milliseconds on. */
  fromMs: number;
  report(one: SlowStatement): void;
}

/** A statement that took long, without its values: they may be numbers and texts of contacts. */
export interface SlowStatement {
  /** The name that it is prepared under, or the beginning of its text. */
  statement: string;
  ms: number;
  /** How many rows it touched or gave; null when it failed. */
  rows: number | null;
}

/** Characters of a statement's text that are reported. */
const mostReported = 500;

/** Waits for a statement, and reports it if it takes long. */
export async function timed<Answer extends { rowCount: number | null }>(
  { fromMs, report }: SlowStatements,
  { name, text }: { name?: string | undefined; text: string },
  answering: Promise<Answer>,
): Promise<Answer> {
  const began = performance.now();
  let rows: number | null = null;
  try {
    const answer = await answering;
    rows = answer.rowCount ?? 0;
    return answer;
  } finally {
    const ms = Math.round(performance.now() - began);
    if (ms >= fromMs) report({ statement: name ?? text.replace(/\s+/g, " ").slice(0, mostReported), ms, rows });
  }
}
