/** Messages whose answers nothing has waited for yet. */
export class Ahead {
  private sent: Promise<unknown>[] = [];

  add(answer: Promise<unknown>): void {
    answer.catch(() => {});
    this.sent.push(answer);
  }

  /** Waits for the answers; throws the first failure. */
  async arrived(): Promise<void> {
    for (const answer of this.sent) await answer;
    this.sent = [];
  }

  /** The first failure; null if there is none. */
  failure(): Promise<unknown> {
    return this.arrived().then(
      () => null,
      (error: unknown) => error,
    );
  }
}
