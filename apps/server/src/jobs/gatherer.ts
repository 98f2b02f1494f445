/** What is gathered waits for more at most this long. */
const gatherMs = 8;

/** Writes what has ended together: at once when there is much of it, else after a moment. */
export class Gatherer<Ended> {
  private readonly most: number;
  private readonly write: (ended: readonly Ended[]) => Promise<void>;
  private ended: Ended[] = [];
  private gathering = false;
  private readonly flushes = new Set<Promise<void>>();

  /** `write` never throws: what cannot be written is its own affair. */
  constructor(most: number, write: (ended: readonly Ended[]) => Promise<void>) {
    this.most = most;
    this.write = write;
  }

  add(one: Ended): void {
    this.ended.push(one);
    if (this.ended.length >= this.most) this.flush();
    else if (!this.gathering) {
      this.gathering = true;
      setTimeout(() => this.flush(), gatherMs);
    }
  }

  private flush(): void {
    this.gathering = false;
    const { ended } = this;
    this.ended = [];
    if (ended.length === 0) return;
    const flush = this.write(ended).finally(() => this.flushes.delete(flush));
    this.flushes.add(flush);
  }

  /** Waits until no more arrives and everything is written. */
  async drain(isComing: () => boolean): Promise<void> {
    while (isComing() || this.ended.length > 0 || this.flushes.size > 0) {
      this.flush();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
