/** Shortest and longest rest of a loop that found nothing. */
const shortestMs = 10;
const longestMs = 40;
/** Longest rest while no batch runs: then only what another process asks for can be late by it. */
const quietMs = 250;
const longestBackOffMs = 5_000;

/** When a loop rests and what wakes it: polling is the truth, a wake-up from within the process only saves the wait. */
export class PollTimer {
  stopped = false;
  /** How often there was work: what was woken up between two looks was not for nothing. */
  nudges = 0;
  private restMs = shortestMs;
  private backOffMs = 100;
  private readonly wakers = new Set<() => void>();

  /** Rests a little longer every time that nothing was found, and longer still while no batch runs. */
  async rest(isQuiet = false): Promise<void> {
    const most = isQuiet ? quietMs : longestMs;
    const ms = Math.min(most, this.restMs);
    this.restMs = Math.min(most, this.restMs * 1.5);
    await this.wait(ms);
  }

  /** Rests for so long, or until there is work. */
  pause(ms: number): Promise<void> {
    return this.wait(ms);
  }

  /** Something was found: the next rest is short. */
  worked(): void {
    this.restMs = shortestMs;
    this.backOffMs = 100;
  }

  /** Something failed: the database is asked again soon, then less and less often. */
  async backOff(lost: boolean): Promise<void> {
    const ms = this.backOffMs * (1 + Math.random());
    this.backOffMs = Math.min(lost ? longestBackOffMs : 1_000, this.backOffMs * 2);
    await this.wait(ms, false);
  }

  /** There is work now. */
  wakeUp(): void {
    this.nudges++;
    this.restMs = shortestMs;
    for (const wake of [...this.wakers]) wake();
  }

  /** Ends every rest and every loop. */
  stop(): void {
    this.stopped = true;
    for (const wake of [...this.wakers]) wake();
  }

  private wait(ms: number, wakeable = true): Promise<void> {
    if (this.stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.wakers.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      if (wakeable) this.wakers.add(done);
      else timer.ref();
    });
  }
}
