interface Waiting<One, Answer> {
  one: One;
  asked: PromiseWithResolvers<Answer>;
}

/**
 * Batches single requests per lane. The first runs at once, and requests that arrive during a group form the next one, so that they share round trips and the commit without a timer. A slow lane does not delay the others.
 */
export class Grouped<One, Answer> {
  private readonly most: number;
  private readonly work: (lane: string, group: readonly One[]) => Promise<readonly Answer[]>;
  private readonly waiting = new Map<string, Waiting<One, Answer>[]>();
  /** Lanes with a running group. */
  private readonly working = new Map<string, Promise<void>>();

  /** `work` returns one result per item of the group, in order. */
  constructor(most: number, work: (lane: string, group: readonly One[]) => Promise<readonly Answer[]>) {
    this.most = most;
    this.work = work;
  }

  ask(lane: string, one: One): Promise<Answer> {
    const asked = Promise.withResolvers<Answer>();
    const waiting = this.waiting.get(lane) ?? [];
    waiting.push({ one, asked });
    this.waiting.set(lane, waiting);
    if (!this.working.has(lane)) this.working.set(lane, this.go(lane, waiting));
    return asked.promise;
  }

  /** Waits until all requests are done. */
  async done(): Promise<void> {
    while (this.working.size > 0) await Promise.all(this.working.values());
  }

  private async go(lane: string, waiting: Waiting<One, Answer>[]): Promise<void> {
    // Requests of the same turn join this group.
    await Promise.resolve();
    while (waiting.length > 0) {
      const group = waiting.splice(0, this.most);
      try {
        const answers = await this.work(
          lane,
          group.map(({ one }) => one),
        );
        for (const [index, { asked }] of group.entries()) asked.resolve(answers[index] as Answer);
      } catch (problem) {
        for (const { asked } of group) asked.reject(problem);
      }
    }
    this.waiting.delete(lane);
    this.working.delete(lane);
  }
}
