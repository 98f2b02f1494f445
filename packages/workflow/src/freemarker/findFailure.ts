import { renderTemplate } from "./renderTemplate.ts";
import type { Argument, Expression, Template, TemplateNode } from "./syntax.ts";
import { MissingError, TemplateError } from "./templateError.ts";

/** Any date, with no zero parts. */
const someMs = 1_005_649_871_111;
/** A text that most built-ins accept. */
const someText = "1";
/** Errors that happen for every text. */
const typeProblem = / (is not a number|is neither true nor false|cannot be printed\b.*|cannot be listed\b.*)$/;

/**
 * Why a template that parses can never run: a part without variables fails (`${1/0}`), or a part fails for every text its
 * variables can have (`<#list firstName as x>`). Errors that depend on values are not reported.
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

/** All nodes with an expression, without the nodes inside them. */
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

/** Names assigned by the template. Their values are only known at run time. */
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
  // `(count!0) - 1` works when count is missing
  return run(undefined) === undefined ? undefined : failure.message;
}

/** Whether a part depends on values or on its position. */
const isUncertain = (part: Part): boolean =>
  part.is === "lambda" || (part.is === "builtIn" && (part.name === "eval_json" || loopBuiltIns.test(part.name)));
const loopBuiltIns = /^(index|counter|has_next|is_first|is_last|item_parity|item_cycle)$/;

/** Whether only some of its parts are evaluated. */
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

/** The expression and all its parts. */
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
