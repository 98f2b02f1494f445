import { formatPercent } from "@trunkline/contract/reports/formatPercent.ts";

/** Says how far long work is, at most every few seconds. */
export interface Progress {
  /** About how many rows there are. */
  begin(rows: number): void;
  add(table: string, rows: number): void;
}

const everyMs = 3_000;

/** Progress as lines of text: "1,200,000 rows, 43 %, about 20 s left (contact)". */
export function sayProgress(say: (line: string) => void, now: () => number): Progress {
  let all = 0;
  let done = 0;
  let started = now();
  let said = started;
  return {
    begin(rows) {
      all = rows;
      started = said = now();
    },
    add(table, rows) {
      done += rows;
      if (now() - said < everyMs) return;
      said = now();
      say(`${done.toLocaleString("en-US")} rows${shareOf(done, all, said - started)} (${table})`);
    },
  };
}

/** The estimate of PostgreSQL may be too low: nothing is said of the share then. */
function shareOf(done: number, all: number, elapsedMs: number): string {
  if (all <= done) return "";
  const leftSeconds = Math.ceil((elapsedMs * (all - done)) / done / 1000);
  return `, ${formatPercent(Math.floor((100 * done) / all))}, about ${leftSeconds < 90 ? `${leftSeconds} s` : `${Math.ceil(leftSeconds / 60)} min`} left`;
}
