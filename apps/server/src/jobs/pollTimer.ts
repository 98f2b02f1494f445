/** Shortest and longest pause of a loop that found no work. */
const shortestMs = 10;
const longestMs = 40;
/** Longest pause once nothing was found for so long: a run that only waits, for hours or days, is not asked more often. */
const restingMs = 100;
const restsAfterMs = 5_000;
/** Longest pause while no batch runs. Only work that another process adds can be late by this. */
const quietMs = 250;
const longestBackOffMs = 5_000;

/** Pauses and wakes the polling loops. Polling finds all work; a wake-up within the process only shortens the wait. */
export class PollTimer {
  stopped = false;
  /** Number of wake-ups. A change between two polls means that work was added. */
  wakes = 0;
  private pauseMs = shortestMs;
  private workedAtMs = performance.now();
  private backOffMs = 100;
  private readonly wakers = new Set<() => void>();

  /** Pauses a little longer each time that no work was found, longer still after a while, and longest while no batch runs. */
  async idle(isQuiet = false): Promise<void> {
    const isResting = performance.now() - this.workedAtMs > restsAfterMs;
    const most = isQuiet ? quietMs : isResting ? restingMs : longestMs;
    const ms = Math.min(most, this.pauseMs);
    this.pauseMs = Math.min(most, this.pauseMs * 1.5);
    await this.wait(ms);
  }

  /** Pauses for `ms`, or until there is work. */
  pause(ms: number): Promise<void> {
    return this.wait(ms);
  }

  /** Work was found, so the next pause is short. */
  worked(): void {
    this.pauseMs = shortestMs;
    this.workedAtMs = performance.now();
    this.backOffMs = 100;
  }

  /** Waits after a failure, twice as long each time. */
  async backOff(lost: boolean): Promise<void> {
    const ms = this.backOffMs * (1 + Math.random());
    this.backOffMs = Math.min(lost ? longestBackOffMs : 1_000, this.backOffMs * 2);
    await this.wait(ms, false);
  }

  /** Wakes all loops, because there is work now. */
  wakeUp(): void {
    this.wakes++;
    this.pauseMs = shortestMs;
    this.workedAtMs = performance.now();
    for (const wake of [...this.wakers]) wake();
  }

  /** Ends every pause and every loop. */
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
