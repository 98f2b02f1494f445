/** An error in a template or its evaluation, with its place (1-based). */
export class TemplateError extends Error {
  readonly problem: string;
  readonly line: number;
  readonly column: number;

  constructor(problem: string, at: Place) {
    super(`line ${at.line}, column ${at.column}: ${problem}`);
    this.name = "TemplateError";
    this.problem = problem;
    this.line = at.line;
    this.column = at.column;
  }
}

/** A missing variable. A class of its own, because texts print nothing for it and computations fail. */
export class MissingError extends TemplateError {
  /** As written in the template, such as `node3.reply`. */
  readonly variable: string;

  constructor(variable: string, at: Place) {
    super(`${variable} has no value`, at);
    this.name = "MissingError";
    this.variable = variable;
  }
}

/** A place in a template, 1-based. */
export interface Place {
  line: number;
  column: number;
}

/** The place of an offset in a text. */
export function placeOf(source: string, offset: number): Place {
  const before = source.slice(0, offset);
  const line = before.split("\n").length;
  return { line, column: offset - before.lastIndexOf("\n") };
}
