import { ownValue } from "../parts/ownValue.ts";
import { limits } from "./budget.ts";
import { JsonPathError } from "./jsonPathError.ts";
import { compilePattern, type Pattern } from "./pattern.ts";
import type { Comparison, JsonPath, Operand, Query, Segment, Selector, Test } from "./syntax.ts";

/** The values a query selects, in document order. Throws a `JsonPathError` when it exceeds the limits. */
export function evaluatePath(path: JsonPath, value: unknown): unknown[] {
  return new Evaluation(value).nodes(path.query, value);
}

/** A missing value, for comparisons with a path without result (RFC 9535 §2.3.5.1). */
const nothing = Symbol("nothing");
type Found = unknown | typeof nothing;

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

class Evaluation {
  private readonly root: unknown;
  private readonly patterns = new Map<string, Pattern | undefined>();
  private steps = 0;

  constructor(root: unknown) {
    this.root = root;
  }

  private spend(cost = 1): void {
    this.steps += cost;
    if (this.steps > limits.steps) throw new JsonPathError("the path takes too many steps on this value", 1);
  }

  nodes(query: Query, current: unknown): unknown[] {
    let nodes: unknown[] = [query.from === "$" ? this.root : current];
    for (const segment of query.segments) nodes = this.follow(segment, nodes);
    return nodes;
  }

  private follow({ descend, selectors }: Segment, nodes: readonly unknown[]): unknown[] {
    const found: unknown[] = [];
    const add = (value: unknown): void => {
      this.spend();
      if (found.push(value) > limits.nodes) throw new JsonPathError("the path selects too many values", 1);
    };
    const select = (node: unknown): void => {
      for (const selector of selectors) this.select(selector, node, add);
    };
    for (const node of nodes) {
      if (descend) this.descend(node, 0, select);
      else select(node);
    }
    return found;
  }

  /** The node, then everything below it, parents before children. */
  private descend(node: unknown, depth: number, visit: (node: unknown) => void): void {
    this.spend();
    if (depth > limits.depth) throw new JsonPathError("the value is nested too deeply", 1);
    visit(node);
    for (const child of childrenOf(node)) this.descend(child, depth + 1, visit);
  }

  private select(selector: Selector, node: unknown, add: (value: unknown) => void): void {
    this.spend();
    switch (selector.is) {
      case "name":
        if (isObject(node) && Object.hasOwn(node, selector.name)) add(node[selector.name]);
        return;
      case "wildcard":
        for (const child of childrenOf(node)) add(child);
        return;
      case "index": {
        if (!Array.isArray(node)) return;
        const at = selector.index < 0 ? node.length + selector.index : selector.index;
        if (at >= 0 && at < node.length) add(node[at]);
        return;
      }
      case "slice":
        if (Array.isArray(node)) for (const at of placesOf(selector, node.length)) add(node[at]);
        return;
      case "filter":
        for (const child of childrenOf(node)) if (this.holds(selector.test, child)) add(child);
        return;
    }
  }

  private holds(test: Test, current: unknown): boolean {
    this.spend();
    switch (test.is) {
      case "or":
        return test.tests.some((one) => this.holds(one, current));
      case "and":
        return test.tests.every((one) => this.holds(one, current));
      case "not":
        return !this.holds(test.test, current);
      case "exists":
        return this.nodes(test.query, current).length > 0;
      case "compare":
        return this.compare(test.operator, this.operand(test.left, current), this.operand(test.right, current));
      case "matches":
        return this.matches(test.whole, this.operand(test.text, current), this.operand(test.pattern, current));
    }
  }

  private operand(operand: Operand, current: unknown): Found {
    this.spend();
    switch (operand.is) {
      case "literal":
        return operand.value;
      case "single":
      case "value": {
        const nodes = this.nodes(operand.query, current);
        return nodes.length === 1 ? nodes[0] : nothing;
      }
      case "count":
        return this.nodes(operand.query, current).length;
      case "length":
        return this.lengthOf(this.operand(operand.of, current));
    }
  }

  /** Number of characters, items or members. Nothing for other values. */
  private lengthOf(value: Found): Found {
    if (Array.isArray(value)) return value.length;
    if (isObject(value)) return Object.keys(value).length;
    if (typeof value !== "string") return nothing;
    this.spend(value.length >> 6);
    return [...value].length;
  }

  private matches(whole: boolean, text: Found, source: Found): boolean {
    if (typeof text !== "string" || typeof source !== "string") return false;
    this.spend(1 + (text.length >> 3) + source.length);
    if (source.length > limits.patternCharacters) throw new JsonPathError("the pattern is too long", 1);
    if (!this.patterns.has(source)) this.patterns.set(source, compilePattern(source));
    const pattern = this.patterns.get(source);
    return pattern !== undefined && (whole ? pattern.matches(text) : pattern.isIn(text));
  }

  private compare(operator: Comparison, left: Found, right: Found): boolean {
    switch (operator) {
      case "==":
        return this.equal(left, right, 0);
      case "!=":
        return !this.equal(left, right, 0);
      case "<":
        return isLess(left, right);
      case ">":
        return isLess(right, left);
      case "<=":
        return isLess(left, right) || this.equal(left, right, 0);
      case ">=":
        return isLess(right, left) || this.equal(left, right, 0);
    }
  }

  private equal(left: Found, right: Found, depth: number): boolean {
    this.spend();
    if (depth > limits.depth) throw new JsonPathError("the value is nested too deeply", 1);
    if (left === right) return true;
    if (Array.isArray(left) && Array.isArray(right)) {
      return left.length === right.length && left.every((item, at) => this.equal(item, right[at], depth + 1));
    }
    if (!isObject(left) || !isObject(right)) return false;
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && this.equal(ownValue(left, name), right[name], depth + 1))
    );
  }
}

const childrenOf = (node: unknown): readonly unknown[] =>
  Array.isArray(node) ? node : isObject(node) ? Object.values(node) : [];

/** The indexes of a slice, in its order (RFC 9535 §2.3.4.2). */
function* placesOf({ start, end, step }: Extract<Selector, { is: "slice" }>, length: number): Generator<number> {
  const from = (at: number): number => (at >= 0 ? at : length + at);
  const clamp = (at: number, least: number, most: number): number => Math.min(Math.max(at, least), most);
  if (step > 0) {
    const last = clamp(from(end ?? length), 0, length);
    for (let at = clamp(from(start ?? 0), 0, length); at < last; at += step) yield at;
  } else if (step < 0) {
    const last = clamp(end === undefined ? -1 : from(end), -1, length - 1);
    for (let at = clamp(from(start ?? length - 1), -1, length - 1); at > last; at += step) yield at;
  }
}

function isLess(left: Found, right: Found): boolean {
  if (typeof left === "number" && typeof right === "number") return left < right;
  return typeof left === "string" && typeof right === "string" && isBefore(left, right);
}

/** By characters, while JavaScript compares UTF-16 units. */
function isBefore(left: string, right: string): boolean {
  const others = right[Symbol.iterator]();
  for (const character of left) {
    const other = others.next();
    if (other.done) return false;
    const difference = (character.codePointAt(0) ?? 0) - (other.value.codePointAt(0) ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return !others.next().done;
}
