/** A progress bar on stderr. Redrawn in a terminal, otherwise one line per 10 %. */
export class ProgressBar {
  readonly #total: number;
  readonly #redraws = process.stderr.isTTY === true;
  #shown = -1;

  constructor(total: number) {
    this.#total = Math.max(1, total);
  }

  show(done: number, note: string): void {
    const percent = Math.floor((done / this.#total) * 100);
    const step = this.#redraws ? percent : Math.floor(percent / 10) * 10;
    if (step === this.#shown) return;
    this.#shown = step;
    const filled = Math.round((step / 100) * 30);
    const bar = `[${"#".repeat(filled)}${".".repeat(30 - filled)}] ${String(step).padStart(3)} %  ${note}`;
    process.stderr.write(this.#redraws ? `\r${bar}\x1b[K` : `${bar}\n`);
  }

  end(): void {
    if (this.#redraws) process.stderr.write("\n");
  }
}
