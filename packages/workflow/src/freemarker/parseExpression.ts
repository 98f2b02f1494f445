import { ownValue } from "../parts/ownValue.ts";
import { isBuiltIn } from "./builtInNames.ts";
import { escapedBrace, readTokens, type Terminator, type Token } from "./expressionTokens.ts";
import type { Argument, BinaryOperator, Expression, TemplateNode } from "./syntax.ts";
import { placeOf, TemplateError } from "./templateError.ts";

/** Deepest allowed nesting. */
export const maxDepth = 100;

/** Parses interpolations inside a string literal. Passed in, because templates consist of expressions. */
export type ParseParts = (text: string, at: number) => TemplateNode[];

/** Operator precedence, highest first. */
const binding: Record<string, { level: number; operator: BinaryOperator | ".." | "..<" | "..*" }> = {
  "||": { level: 1, operator: "||" },
  "|": { level: 1, operator: "||" },
  "&&": { level: 2, operator: "&&" },
  "&": { level: 2, operator: "&&" },
  "==": { level: 3, operator: "==" },
  "=": { level: 3, operator: "==" },
  "!=": { level: 3, operator: "!=" },
  "<": { level: 4, operator: "<" },
  "<=": { level: 4, operator: "<=" },
  ">": { level: 4, operator: ">" },
  ">=": { level: 4, operator: ">=" },
  lt: { level: 4, operator: "<" },
  lte: { level: 4, operator: "<=" },
  gt: { level: 4, operator: ">" },
  gte: { level: 4, operator: ">=" },
  "..": { level: 5, operator: ".." },
  "..<": { level: 5, operator: "..<" },
  "..!": { level: 5, operator: "..<" },
  "..*": { level: 5, operator: "..*" },
  "+": { level: 6, operator: "+" },
  "-": { level: 6, operator: "-" },
  "*": { level: 7, operator: "*" },
  "/": { level: 7, operator: "/" },
  "%": { level: 7, operator: "%" },
};
const unaryLevel = 8;
const formatted = new Set(["string", "date", "time", "datetime"]);
const words = new Set(["lt", "lte", "gt", "gte", "as", "in"]);

/** A Pratt parser over the tokens of one expression or tag. */
export class ExpressionParser {
  readonly end: number;
  private readonly source: string;
  private readonly tokens: Token[];
  private readonly parseParts: ParseParts;
  private index = 0;
  private depth = 0;

  constructor(source: string, from: number, terminator: Terminator, parseParts: ParseParts) {
    const { tokens, end } = readTokens(source, from, terminator);
    this.source = source;
    this.tokens = tokens;
    this.end = end;
    this.parseParts = parseParts;
  }

  isDone(): boolean {
    return this.index >= this.tokens.length;
  }

  /** The remaining tokens as one expression. */
  whole(): Expression {
    const expression = this.expression();
    if (!this.isDone()) throw this.unexpected();
    return expression;
  }

  expression(level = 0): Expression {
    if (++this.depth > maxDepth) throw this.problem("is nested too deeply");
    let left = this.postfix(this.prefix());
    for (;;) {
      const token = this.peek();
      const bound =
        token === undefined || token.kind === "string" || token.kind === "number"
          ? undefined
          : ownValue(binding, token.text);
      if (token === undefined || bound === undefined || bound.level <= level) break;
      this.index++;
      left = this.infix(left, bound.operator, bound.level, token);
    }
    this.depth--;
    return left;
  }

  private infix(
    left: Expression,
    operator: BinaryOperator | ".." | "..<" | "..*",
    level: number,
    token: Token,
  ): Expression {
    if (operator !== ".." && operator !== "..<" && operator !== "..*") {
      return { is: "binary", at: token.at, operator, left, right: this.expression(level) };
    }
    const to = this.startsExpression() || this.isNext("-") ? this.expression(level) : undefined;
    if (to === undefined && operator !== "..") throw this.unexpected();
    return { is: "range", at: token.at, from: left, kind: operator, ...(to && { to }) };
  }

  private prefix(): Expression {
    const token = this.next();
    const { at } = token;
    if (token.kind === "number") return { is: "literal", at, value: Number(token.text), digits: token.text };
    if (token.kind === "string") return this.stringLiteral(token);
    if (token.kind === "name") return this.nameOrConstant(token);
    switch (token.text) {
      case "(": {
        const inner = this.expression();
        this.expect(")");
        return { is: "group", at, inner };
      }
      case "[":
        return { is: "sequence", at, items: this.listUntil("]", () => this.expression()) };
      case "{":
        return { is: "hash", at, entries: this.listUntil("}", () => this.hashEntry()) };
      case ".":
        return this.special(at);
      case "!":
      case "-":
      case "+":
        return { is: "unary", at, operator: token.text, of: this.expression(unaryLevel) };
      default:
        this.index--;
        throw this.unexpected();
    }
  }

  private special(at: number): Expression {
    const name = this.name();
    if (name !== "now") throw new TemplateError(`.${name} is not available`, placeOf(this.source, at));
    return { is: "special", at, name };
  }

  private nameOrConstant(token: Token): Expression {
    if (words.has(token.text)) {
      this.index--;
      throw this.unexpected();
    }
    if (token.text === "true" || token.text === "false")
      return { is: "literal", at: token.at, value: token.text === "true" };
    return { is: "name", at: token.at, name: token.text };
  }

  private stringLiteral(token: Extract<Token, { kind: "string" }>): Expression {
    const { at, text, raw } = token;
    if (!raw) return { is: "parts", at, parts: this.parseParts(text, at) };
    return { is: "literal", at, value: text.replaceAll(escapedBrace, "{") };
  }

  private hashEntry(): { key: Expression; value: Expression } {
    const key = this.expression();
    if (!this.take(":") && !this.take(",")) throw this.unexpected();
    return { key, value: this.expression() };
  }

  private postfix(first: Expression): Expression {
    let left = first;
    for (;;) {
      const token = this.peek();
      if (token?.kind !== "operator") return left;
      const { at } = token;
      if (this.take(".")) left = this.member(left, at);
      else if (this.take("[")) {
        left = { is: "index", at, of: left, index: this.expression() };
        this.expect("]");
      } else if (this.take("??")) left = { is: "exists", at, of: left };
      else if (this.take("?")) left = this.builtIn(left, at);
      else if (this.take("!")) {
        // the default extends to the end: `x!1 + y` is `x!(1 + y)`, as in FreeMarker
        left = this.startsExpression()
          ? { is: "default", at, of: left, otherwise: this.expression() }
          : { is: "default", at, of: left };
      } else return left;
    }
  }

  private member(of: Expression, at: number): Expression {
    const name = this.name();
    // `?string.computer` and `?datetime.iso` name a format like `?string("computer")` does
    if (of.is === "builtIn" && of.arguments === undefined && formatted.has(of.name)) {
      return { ...of, arguments: [{ is: "literal", at, value: name }] };
    }
    const root = of.is === "name" ? of.name : of.is === "member" ? of.path : undefined;
    return { is: "member", at, of, name, ...(root !== undefined && { path: `${root}.${name}` }) };
  }

  private builtIn(of: Expression, at: number): Expression {
    const name = this.name().replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (!isBuiltIn(name)) throw new TemplateError(`?${name} is not available`, placeOf(this.source, at));
    if (!this.take("(")) return { is: "builtIn", at, of, name };
    return { is: "builtIn", at, of, name, arguments: this.listUntil(")", () => this.argument()) };
  }

  private argument(): Argument {
    const [first, second] = [this.tokens[this.index], this.tokens[this.index + 1]];
    if (first?.kind !== "name" || second?.text !== "->") return this.expression();
    this.index += 2;
    return { is: "lambda", at: first.at, parameter: first.text, body: this.expression() };
  }

  private listUntil<Item>(close: string, item: () => Item): Item[] {
    const items: Item[] = [];
    while (!this.take(close)) {
      items.push(item());
      if (!this.isNext(close)) this.expect(",");
    }
    return items;
  }

  /** Whether the next token can start an expression. A sign cannot, so that `x! + y` adds. */
  private startsExpression(): boolean {
    const token = this.peek();
    if (token === undefined) return false;
    return token.kind === "operator" ? ["(", "[", "{", "."].includes(token.text) : !words.has(token.text);
  }

  name(): string {
    const token = this.next();
    if (token.kind === "name") return token.text;
    this.index--;
    throw this.unexpected();
  }

  peek(): Token | undefined {
    return this.tokens[this.index];
  }

  isNext(text: string): boolean {
    const token = this.peek();
    return token !== undefined && token.kind !== "string" && token.text === text;
  }

  take(text: string): boolean {
    const isNext = this.isNext(text);
    if (isNext) this.index++;
    return isNext;
  }

  expect(text: string): void {
    if (!this.take(text)) throw this.problem(`"${text}" is missing`);
  }

  private next(): Token {
    const token = this.tokens[this.index++];
    if (token === undefined) throw this.problem("an expression is missing");
    return token;
  }

  unexpected(): TemplateError {
    const token = this.peek();
    return this.problem(token === undefined ? "something is missing" : `"${token.text}" is not expected here`);
  }

  problem(text: string): TemplateError {
    return new TemplateError(text, placeOf(this.source, this.peek()?.at ?? this.end));
  }
}
