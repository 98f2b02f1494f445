/** Something that whoever runs the program must mend: shown as one plain message without a stack. */
export class Refusal extends Error {
  override name = "Refusal";
  /** The exit code of the process: 1 for a state of the world, 2 for wrong usage. */
  readonly exitCode: number;

  constructor(message: string, options: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = options.exitCode ?? 1;
  }
}
