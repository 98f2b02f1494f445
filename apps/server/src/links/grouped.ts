/**
 * Does what is asked for one by one in groups: the first is done at once, and what comes while a group is under way is
 * the next one. Nobody waits for a clock, and a crowd shares the round trips and the commit.
 */
export class Grouped<One, Answer> {
  private readonly most: number;
  private readonly work: (group: readonly One[]) => Promise<readonly Answer[]>;
  private waiting: { one: One; asked: PromiseWithResolvers<Answer> }[] = [];
  private working: Promise<void> | undefined;

  /** `work` answers one for each, in their order. */
  constructor(most: number, work: (group: readonly One[]) => Promise<readonly Answer[]>) {
    this.most = most;
    this.work = work;
  }

  ask(one: One): Promise<Answer> {
    const asked = Promise.withResolvers<Answer>();
    this.waiting.push({ one, asked });
    this.working ??= this.go();
    return asked.promise;
  }

  /** Waits until everything that was asked for is done. */
  async done(): Promise<void> {
    while (this.working) await this.working;
  }

  private async go(): Promise<void> {
    // what is asked for in the same turn goes along
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0, this.most);
      try {
        const answers = await this.work(group.map(({ one }) => one));
        for (const [index, { asked }] of group.entries()) asked.resolve(answers[index] as Answer);
      } catch (problem) {
        for (const { asked } of group) asked.reject(problem);
      }
    }
    this.working = undefined;
  }
}
