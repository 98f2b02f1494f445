/** An error in a path or its evaluation, with its column (1-based). */
export class JsonPathError extends Error {
  readonly problem: string;
  readonly column: number;

  constructor(problem: string, column: number) {
    super(`column ${column}: ${problem}`);
    this.name = "JsonPathError";
    this.problem = problem;
    this.column = column;
  }
}
