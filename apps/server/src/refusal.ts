/** An error that the operator must fix. It is printed as one plain message without a stack trace. */
export class Refusal extends Error {
  override name = "Refusal";
  /** The exit code of the process: 1 for a failure, 2 for wrong usage. */
  readonly exitCode: number;

  constructor(message: string, options: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = options.exitCode ?? 1;
  }
}
