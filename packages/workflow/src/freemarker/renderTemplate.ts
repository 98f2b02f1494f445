import { limits } from "./budget.ts";
import { Evaluation, type Inputs } from "./evaluation.ts";
import type { Template, TemplateNode } from "./syntax.ts";
import { MissingError, placeOf, TemplateError } from "./templateError.ts";
import { typeOf, type Value } from "./values.ts";

/** The result of a template. */
export interface Output {
  text: string;
  /** Variables without a value, each once. Always empty where that is an error. */
  missing: string[];
}

/** Whether a missing variable is an error (computations) or empty (message texts) (readings, Variables in texts). */
export type MissingIs = "error" | "nothing";

/** Evaluates a template. Throws a `TemplateError` with line and column. */
export function renderTemplate(template: Template, inputs: Inputs, missingIs: MissingIs): Output {
  const rendering = new Rendering(template, inputs, missingIs);
  return { text: rendering.print(template.nodes), missing: [...rendering.missing] };
}

/** Errors inside a string literal have the literal's place. */
function placedAt(error: unknown, source: string, at: number): unknown {
  if (error instanceof MissingError) return new MissingError(error.variable, placeOf(source, at));
  return error instanceof TemplateError ? new TemplateError(error.problem, placeOf(source, at)) : error;
}

/** Thrown by `<#break>` and `<#continue>`. */
type Left = "break" | "continue" | undefined;

class Rendering {
  readonly missing = new Set<string>();
  private readonly inputs: Inputs;
  private readonly missingIs: MissingIs;
  private readonly evaluation: Evaluation;
  private output = "";
  private depth = 0;

  constructor(template: Template, inputs: Inputs, missingIs: MissingIs) {
    this.inputs = inputs;
    this.missingIs = missingIs;
    this.evaluation = new Evaluation(template.source, inputs, ({ parts, at }) => {
      try {
        return this.print(parts);
      } catch (error) {
        throw placedAt(error, template.source, at);
      }
    });
  }

  /** The output of some nodes, separate from the output so far. */
  print(nodes: readonly TemplateNode[]): string {
    const kept = this.output;
    this.output = "";
    try {
      this.run(nodes);
      return this.output;
    } finally {
      this.output = kept;
    }
  }

  private run(nodes: readonly TemplateNode[]): Left {
    if (++this.depth > limits.depth) throw new TemplateError("is nested too deeply", { line: 1, column: 1 });
    try {
      for (const node of nodes) {
        const left = this.node(node);
        if (left !== undefined) return left;
      }
      return undefined;
    } finally {
      this.depth--;
    }
  }

  private node(node: TemplateNode): Left {
    switch (node.is) {
      case "text":
        return this.write(node.text);
      case "print":
        return this.write(this.printed(node));
      case "if":
        return this.conditional(node);
      case "list":
        return this.list(node);
      case "sep": {
        const loop = this.evaluation.scope.loopOf();
        return loop !== undefined && loop.index + 1 < loop.size ? this.run(node.body) : undefined;
      }
      case "assign": {
        const value = this.tolerant(() => this.evaluation.value(node.value));
        if (value !== undefined) this.evaluation.scope.assign(node.name, value);
        return undefined;
      }
      case "capture":
        this.evaluation.scope.assign(node.name, this.print(node.body));
        return undefined;
      case "break":
      case "continue":
        return node.is;
    }
  }

  private write(text: string): undefined {
    this.output += text;
    if (this.output.length > limits.characters)
      throw new TemplateError("the text becomes too long", { line: 1, column: 1 });
  }

  private printed({ value, loose }: Extract<TemplateNode, { is: "print" }>): string {
    const asItStands = loose === undefined ? undefined : this.inputs.read(loose);
    if (asItStands !== undefined) return asItStands;
    // in a message an empty text counts as missing, because both print nothing
    const text = this.tolerant(() => this.evaluation.text(value)) ?? "";
    if (text === "" && this.missingIs === "nothing" && value.is === "name") this.missing.add(value.name);
    if (text === "" && this.missingIs === "nothing" && value.is === "member" && value.path)
      this.missing.add(value.path);
    return text;
  }

  /** A value, or undefined and reported when a variable is missing and that is no error. */
  private tolerant<Result>(run: () => Result): Result | undefined {
    if (this.missingIs === "error") return run();
    try {
      return run();
    } catch (error) {
      if (!(error instanceof MissingError)) throw error;
      this.missing.add(error.variable);
      return undefined;
    }
  }

  private conditional({ branches, otherwise }: Extract<TemplateNode, { is: "if" }>): Left {
    for (const { test, body } of branches) {
      this.evaluation.spend(test.at);
      if (this.tolerant(() => this.evaluation.condition(test))) return this.run(body);
    }
    return this.run(otherwise);
  }

  private list({ source, names, body, otherwise, at }: Extract<TemplateNode, { is: "list" }>): Left {
    const value = this.tolerant(() => this.evaluation.value(source));
    const isNothing = value === undefined || (value === "" && source.is === "default" && !source.otherwise);
    const items = isNothing ? [] : this.itemsOf(value, names, at);
    if (items.length === 0) return this.run(otherwise);
    for (const [index, values] of items.entries()) {
      this.evaluation.spend(at);
      const loop = { name: names[0] ?? "", index, size: items.length };
      if (this.evaluation.scope.within(values, loop, () => this.run(body)) === "break") break;
    }
    return undefined;
  }

  /** `<#list x! as y>`: the default of a missing `x` is both an empty sequence and an empty text. */
  private itemsOf(value: Value, [first = "", second]: readonly string[], at: number): Map<string, Value>[] {
    if (Array.isArray(value) && second === undefined) return value.map((item) => new Map([[first, item]]));
    if (value instanceof Map && second !== undefined) {
      return [...value].map(
        ([key, item]) =>
          new Map<string, Value>([
            [first, key],
            [second, item],
          ]),
      );
    }
    const hint = value instanceof Map ? "; use <#list … as key, value>" : "";
    return this.evaluation.fail(`${typeOf(value)} cannot be listed${hint}`, at);
  }
}
