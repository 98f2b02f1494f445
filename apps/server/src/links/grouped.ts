interface Waiting<One, Answer> {
  one: One;
  asked: PromiseWithResolvers<Answer>;
}

/**
 * Does what is asked for one by one in groups: the first is done at once, and what comes while a group is under way is
 * the next one. Nobody waits for a clock, and a crowd shares the round trips and the commit. Each lane has groups of its
 * own: a slow one holds up no other.
 */
export class Grouped<One, Answer> {
  private readonly most: number;
  private readonly work: (lane: string, group: readonly One[]) => Promise<readonly Answer[]>;
  private readonly waiting = new Map<string, Waiting<One, Answer>[]>();
  /** Lanes with a group under way. */
  private readonly working = new Map<string, Promise<void>>();

  /** `work` answers one for each of a lane's group, in their order. */
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

  /** Waits until everything that was asked for is done. */
  async done(): Promise<void> {
    while (this.working.size > 0) await Promise.all(this.working.values());
  }

  private async go(lane: string, waiting: Waiting<One, Answer>[]): Promise<void> {
    // what is asked for in the same turn goes along
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
