import { renderTemplate } from "./renderTemplate.ts";
import type { Argument, Expression, Template, TemplateNode } from "./syntax.ts";
import { MissingError, TemplateError } from "./templateError.ts";

/** Any moment will do; no part of it is zero. */
const someMs = 1_005_649_871_111;
/** A text of which most built-ins can make something. */
const someText = "1";
/** What goes wrong for every text, whatever it says. */
const typeProblem = / (is not a number|is neither true nor false|cannot be printed\b.*|cannot be listed\b.*)$/;

/**
 * Why a template can be read but never runs: a piece without variables that fails (`${1/0}`), or one that fails for
 * every text that its variables may hold (`<#list firstName as x>`). What depends on the values is not refused.
 */
export function findFailure(template: Template): string | undefined {
  const pieces = piecesOf(template.nodes);
  const bound = new Set(pieces.flatMap(boundNames));
  for (const piece of pieces) {
    const problem = failureOf(template.source, piece, bound);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Every node with an expression, without the nodes inside it. */
function piecesOf(nodes: readonly TemplateNode[]): TemplateNode[] {
  return nodes.flatMap((node): TemplateNode[] => {
    switch (node.is) {
      case "print":
      case "assign":
        return [node];
      case "if":
        return [
          ...node.branches.map(
            ({ test }): TemplateNode => ({ is: "if", branches: [{ test, body: [] }], otherwise: [] }),
          ),
          ...[...node.branches.map(({ body }) => body), node.otherwise].flatMap(piecesOf),
        ];
      case "list":
        return [{ ...node, body: [], otherwise: [] }, ...piecesOf(node.body), ...piecesOf(node.otherwise)];
      case "sep":
        return piecesOf(node.body);
      case "capture":
        return [{ ...node, body: [] }, ...piecesOf(node.body)];
      default:
        return [];
    }
  });
}

/** Names that the template itself gives values. What they hold is known only when it runs. */
function boundNames(piece: TemplateNode): string[] {
  if (piece.is === "assign" || piece.is === "capture") return [piece.name];
  return piece.is === "list" ? piece.names : [];
}

function failureOf(source: string, piece: TemplateNode, bound: ReadonlySet<string>): string | undefined {
  const parts = expressionsOf(piece).flatMap(everyPart);
  const names = parts.flatMap((part) => (part.is === "name" ? [part.name] : []));
  if (piece.is === "capture" || (piece.is === "print" && piece.loose !== undefined)) return undefined;
  if (names.some((name) => bound.has(name)) || parts.some(isUncertain)) return undefined;
  const run = (value: string | undefined): TemplateError | undefined => {
    try {
      renderTemplate({ source, nodes: [piece] }, { read: () => value, nowMs: someMs }, "error");
      return undefined;
    } catch (error) {
      if (error instanceof TemplateError) return error;
      throw error;
    }
  };
  const failure = run(someText);
  if (failure === undefined || failure instanceof MissingError) return undefined;
  if (names.length === 0) return failure.message;
  if (parts.some(isBranch) || !typeProblem.test(failure.problem)) return undefined;
  // `(count!0) - 1` runs for those who have no count
  return run(undefined) === undefined ? undefined : failure.message;
}

/** What a part gives depends on values, or on where the part stands. */
const isUncertain = (part: Part): boolean =>
  part.is === "lambda" || (part.is === "builtIn" && (part.name === "eval_json" || loopBuiltIns.test(part.name)));
const loopBuiltIns = /^(index|counter|has_next|is_first|is_last|item_parity|item_cycle)$/;

/** Not every part of it is evaluated. */
const isBranch = (part: Part): boolean =>
  (part.is === "builtIn" && (part.name === "then" || part.name === "switch")) ||
  (part.is === "binary" && (part.operator === "&&" || part.operator === "||"));

type Part = Expression | Extract<Argument, { is: "lambda" }>;

function expressionsOf(node: TemplateNode): Expression[] {
  switch (node.is) {
    case "print":
    case "assign":
      return [node.value];
    case "if":
      return node.branches.map(({ test }) => test);
    case "list":
      return [node.source];
    default:
      return [];
  }
}

/** The expression with everything inside it. */
function everyPart(part: Part): Part[] {
  return [part, ...childrenOf(part).flatMap(everyPart)];
}

function childrenOf(part: Part): Part[] {
  switch (part.is) {
    case "parts":
      return piecesOf(part.parts).flatMap(expressionsOf);
    case "member":
    case "exists":
    case "unary":
      return [part.of];
    case "index":
      return [part.of, part.index];
    case "builtIn":
      return [part.of, ...(part.arguments ?? [])];
    case "default":
      return part.otherwise ? [part.of, part.otherwise] : [part.of];
    case "group":
      return [part.inner];
    case "binary":
      return [part.left, part.right];
    case "range":
      return part.to ? [part.from, part.to] : [part.from];
    case "sequence":
      return part.items;
    case "hash":
      return part.entries.flatMap(({ key, value }) => [key, value]);
    case "lambda":
      return [part.body];
    default:
      return [];
  }
}
