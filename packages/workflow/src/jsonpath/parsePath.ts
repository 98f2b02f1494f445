import { limits } from "./budget.ts";
import { PathReader } from "./pathReader.ts";
import type { Comparison, JsonPath, Operand, Query, Segment, Selector, Test } from "./syntax.ts";

/** Parses a path of RFC 9535. Throws a `JsonPathError` that names the place. */
export function parsePath(source: string): JsonPath {
  if (source.length > limits.pathCharacters) new PathReader(source).fail("the path is too long");
  return { source, query: new Parser(source).whole() };
}

const comparisons: readonly Comparison[] = ["==", "!=", "<=", ">=", "<", ">"];

/** A part of a test before its role is known. RFC 9535 tells values from conditions by their position. */
type Part =
  | { as: "operand"; operand: Operand }
  | { as: "query"; query: Query }
  | { as: "test"; test: Test; called: string };

class Parser {
  private readonly reader: PathReader;
  private depth = 0;

  constructor(source: string) {
    this.reader = new PathReader(source);
  }

  whole(): Query {
    const { reader } = this;
    if (!reader.sees("$")) reader.fail(`a path begins with $, found ${reader.found()}`);
    const query = this.query();
    return reader.atEnd ? query : reader.fail(`expected ".", ".." or "[", found ${reader.found()}`);
  }

  private query(): Query {
    const { reader } = this;
    const from = reader.take("$") ? "$" : "@";
    if (from === "@") reader.expect("@");
    const segments: Segment[] = [];
    for (;;) {
      const before = reader.at;
      reader.skipBlank();
      const segment = this.segment();
      if (segment === undefined) {
        // blanks belong to a following segment, and there is none
        reader.at = before;
        return { is: "query", from, segments };
      }
      segments.push(segment);
    }
  }

  private segment(): Segment | undefined {
    const { reader } = this;
    if (reader.sees("[")) return { descend: false, selectors: this.bracketed() };
    if (reader.take("..")) {
      return { descend: true, selectors: reader.sees("[") ? this.bracketed() : [this.dotted()] };
    }
    return reader.take(".") ? { descend: false, selectors: [this.dotted()] } : undefined;
  }

  private dotted(): Selector {
    const { reader } = this;
    if (reader.take("*")) return { is: "wildcard" };
    const name = reader.memberName();
    return name === undefined ? reader.fail(`expected a name or *, found ${reader.found()}`) : { is: "name", name };
  }

  private bracketed(): Selector[] {
    const { reader } = this;
    reader.expect("[");
    const selectors: Selector[] = [];
    do {
      reader.skipBlank();
      selectors.push(this.selector());
      reader.skipBlank();
    } while (reader.take(","));
    if (!reader.take("]")) reader.fail(`expected "," or "]", found ${reader.found()}`);
    return selectors;
  }

  private selector(): Selector {
    const { reader } = this;
    if (reader.sees("'") || reader.sees('"')) return { is: "name", name: reader.text() };
    if (reader.take("*")) return { is: "wildcard" };
    if (reader.take("?")) {
      reader.skipBlank();
      return { is: "filter", test: this.or() };
    }
    const start = reader.integer();
    const afterStart = reader.at;
    reader.skipBlank();
    if (reader.take(":")) return this.slice(start);
    reader.at = afterStart;
    return start === undefined
      ? reader.fail(`expected a name in quotes, a number, a slice, * or ?, found ${reader.found()}`)
      : { is: "index", index: start };
  }

  private slice(start: number | undefined): Selector {
    const { reader } = this;
    reader.skipBlank();
    const end = reader.integer();
    const afterEnd = reader.at;
    reader.skipBlank();
    let step: number | undefined;
    if (reader.take(":")) {
      reader.skipBlank();
      step = reader.integer();
    } else reader.at = afterEnd;
    return { is: "slice", ...(start !== undefined && { start }), ...(end !== undefined && { end }), step: step ?? 1 };
  }

  private or(): Test {
    return this.chain("or", "||", () => this.chain("and", "&&", () => this.basic()));
  }

  private chain(is: "or" | "and", sign: string, next: () => Test): Test {
    const { reader } = this;
    if (++this.depth > limits.pathDepth) reader.fail("is nested too deeply");
    const first = next();
    const tests = [first];
    for (;;) {
      const before = reader.at;
      reader.skipBlank();
      if (!reader.take(sign)) {
        reader.at = before;
        break;
      }
      reader.skipBlank();
      tests.push(next());
    }
    this.depth--;
    return tests.length === 1 ? first : { is, tests };
  }

  private basic(): Test {
    const { reader } = this;
    if (reader.take("!")) {
      reader.skipBlank();
      return { is: "not", test: reader.sees("(") ? this.parenthesised() : this.condition(this.part(), reader.at) };
    }
    if (reader.sees("(")) return this.parenthesised();
    const at = reader.at;
    const left = this.part();
    const afterLeft = reader.at;
    reader.skipBlank();
    const operator = comparisons.find((sign) => reader.take(sign));
    if (operator === undefined) {
      reader.at = afterLeft;
      return this.condition(left, at);
    }
    reader.skipBlank();
    const rightAt = reader.at;
    return {
      is: "compare",
      operator,
      left: this.operand(left, at),
      right: this.operand(this.part(), rightAt),
    };
  }

  private parenthesised(): Test {
    const { reader } = this;
    reader.expect("(");
    reader.skipBlank();
    const test = this.or();
    reader.skipBlank();
    reader.expect(")");
    return test;
  }

  /** A part used as a condition. */
  private condition(part: Part, at: number): Test {
    if (part.as === "test") return part.test;
    if (part.as === "query") return { is: "exists", query: part.query };
    return this.reader.fail("a value is not a condition. Compare it with something", at);
  }

  /** A part used as a value. */
  private operand(part: Part, at: number): Operand {
    if (part.as === "operand") return part.operand;
    if (part.as === "test") return this.reader.fail(`${part.called}() is true or false and cannot be compared`, at);
    if (!isSingular(part.query)) {
      return this.reader.fail("only a path to a single value can be compared, made of names and indexes", at);
    }
    return { is: "single", query: part.query };
  }

  private part(): Part {
    const { reader } = this;
    if (reader.sees("@") || reader.sees("$")) return { as: "query", query: this.query() };
    const literal = reader.literal();
    if (literal !== undefined) return { as: "operand", operand: { is: "literal", value: literal.value } };
    const at = reader.at;
    const called = reader.functionName();
    return called === undefined
      ? reader.fail(`expected @, $, a value or a function, found ${reader.found()}`)
      : this.call(called, at);
  }

  private call(called: string, at: number): Part {
    const { reader } = this;
    const parts = this.arguments();
    const [first, second] = parts;
    const wanted = called === "match" || called === "search" ? 2 : 1;
    if (!functions.has(called)) {
      reader.fail(`${called}() is not a JSONPath function. The functions are ${[...functions].join(", ")}`, at);
    }
    if (first === undefined || parts.length !== wanted || (wanted === 2 && second === undefined)) {
      return reader.fail(
        `${called}() takes ${wanted === 1 ? "one argument" : "two arguments"}, not ${parts.length}`,
        at,
      );
    }
    const value = (part: Part): Operand => this.operand(part, at);
    if (called === "length") return { as: "operand", operand: { is: "length", of: value(first) } };
    if (called === "count" || called === "value") {
      if (first.as !== "query") return reader.fail(`${called}() takes a path`, at);
      return { as: "operand", operand: { is: called, query: first.query } };
    }
    const whole = called === "match";
    const pattern = value(second ?? first);
    return { as: "test", called, test: { is: "matches", whole, text: value(first), pattern } };
  }

  private arguments(): Part[] {
    const { reader } = this;
    reader.expect("(");
    if (++this.depth > limits.pathDepth) reader.fail("is nested too deeply");
    const parts: Part[] = [];
    reader.skipBlank();
    if (!reader.sees(")")) {
      do {
        reader.skipBlank();
        parts.push(this.part());
        reader.skipBlank();
      } while (reader.take(","));
    }
    if (!reader.take(")")) reader.fail(`expected "," or ")", found ${reader.found()}`);
    this.depth--;
    return parts;
  }
}

const functions: ReadonlySet<string> = new Set(["length", "count", "match", "search", "value"]);

/** Whether a query selects at most one node (RFC 9535 §2.3.5.1). */
const isSingular = ({ segments }: Query): boolean =>
  segments.every(
    ({ descend, selectors }) =>
      !descend && selectors.length === 1 && (selectors[0]?.is === "name" || selectors[0]?.is === "index"),
  );
