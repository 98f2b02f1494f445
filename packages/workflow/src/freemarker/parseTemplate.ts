import { commentEnd, escapedBrace } from "./expressionTokens.ts";
import { ExpressionParser, maxDepth } from "./parseExpression.ts";
import { type Piece, stripTagLines } from "./stripTagLines.ts";
import type { Expression, Template, TemplateNode } from "./syntax.ts";
import { placeOf, TemplateError } from "./templateError.ts";

// only what looks like a directive is parsed as one: "<#1 choice>" and "I <3 it" are text
const tagForm = /<(\/?)#([a-zA-Z]+)/y;

/** Longest template. */
const maxLength = 65_536;
/** `<#assign x += 1>` and its like. */
const changes = ["+", "-", "*", "/", "%"] as const;

/** Parses a template of the FreeMarker subset (telecom §11.1). Throws a `TemplateError` with line and column. */
export function parseTemplate(source: string): Template {
  if (source.length > maxLength) throw new TemplateError("the text is too long", { line: 1, column: 1 });
  return { source, nodes: new TemplateParser(stripTagLines(readPieces(source)), source).template() };
}

/** Parses the interpolations of a string literal. Their places are the literal's. */
function parseParts(text: string, at: number, source: string): TemplateNode[] {
  try {
    const nodes = new TemplateParser(readPieces(text), text).template();
    return nodes.map((node) =>
      node.is === "text" ? { is: "text", text: node.text.replaceAll(escapedBrace, "{") } : node,
    );
  } catch (error) {
    if (error instanceof TemplateError) throw new TemplateError(error.problem, placeOf(source, at));
    throw error;
  }
}

/** Splits a template into text, interpolations, tags and comments. */
function readPieces(source: string): Piece[] {
  const pieces: Piece[] = [];
  const parts = (text: string, at: number): TemplateNode[] => parseParts(text, at, source);
  let text = "";
  const flush = (): void => {
    if (text !== "") pieces.push({ kind: "text", text });
    text = "";
  };
  for (let at = 0; at < source.length; ) {
    if (source.startsWith("${", at)) {
      flush();
      const piece = readPrint(source, at, parts);
      pieces.push(piece.piece);
      at = piece.end;
    } else if (source.startsWith("<#--", at)) {
      flush();
      pieces.push({ kind: "comment" });
      at = commentEnd(source, at);
    } else {
      tagForm.lastIndex = at;
      const tag = tagForm.exec(source);
      if (tag === null) text += source[at++];
      else {
        flush();
        const parser = new ExpressionParser(source, tagForm.lastIndex, ">", parts);
        pieces.push({ kind: "tag", at, name: tag[2] ?? "", closes: tag[1] === "/", parser });
        at = parser.end + (source[parser.end] === "/" ? 2 : 1);
      }
    }
  }
  flush();
  return pieces;
}

/** A name outside the language can still be a variable: `first-name`, `first name`. */
const looseForm = /^[\p{L}_][\p{L}\p{N}_.]*(?:[ -][\p{L}\p{N}_.]+)+$/u;

function readPrint(
  source: string,
  at: number,
  parts: (text: string, at: number) => TemplateNode[],
): { piece: Piece; end: number } {
  const close = source.indexOf("}", at);
  const bare = close < 0 ? "" : source.slice(at + 2, close).trim();
  const loose = looseForm.test(bare) ? bare : undefined;
  try {
    const parser = new ExpressionParser(source, at + 2, "}", parts);
    const value = parser.whole();
    return { piece: { kind: "print", at, value, ...(loose !== undefined && { loose }) }, end: parser.end + 1 };
  } catch (error) {
    if (loose === undefined) throw error;
    return { piece: { kind: "print", at, value: { is: "name", at, name: loose }, loose }, end: close + 1 };
  }
}

/** Builds the tree of directives from the pieces. */
class TemplateParser {
  private readonly pieces: Piece[];
  private readonly source: string;
  private index = 0;
  private depth = 0;
  private lists = 0;

  constructor(pieces: Piece[], source: string) {
    this.pieces = pieces;
    this.source = source;
  }

  template(): TemplateNode[] {
    const nodes = this.block();
    const left = this.pieces[this.index];
    if (left?.kind === "tag") throw this.stray(left);
    return nodes;
  }

  /** Nodes up to a tag of the surrounding directive. */
  private block(): TemplateNode[] {
    if (++this.depth > maxDepth) throw new TemplateError("is nested too deeply", { line: 1, column: 1 });
    const nodes: TemplateNode[] = [];
    for (; this.index < this.pieces.length; ) {
      const piece = this.pieces[this.index]!;
      if (piece.kind === "tag" && (piece.closes || piece.name === "else" || piece.name === "elseif")) break;
      this.index++;
      if (piece.kind === "text") nodes.push({ is: "text", text: piece.text });
      if (piece.kind === "print")
        nodes.push({
          is: "print",
          at: piece.at,
          value: piece.value,
          ...(piece.loose !== undefined && { loose: piece.loose }),
        });
      if (piece.kind === "tag") nodes.push(...this.directive(piece));
    }
    this.depth--;
    return nodes;
  }

  private directive(tag: Extract<Piece, { kind: "tag" }>): TemplateNode[] {
    switch (tag.name) {
      case "if":
        return [this.conditional(tag)];
      case "list":
        return [this.list(tag)];
      case "assign":
        return this.assign(tag);
      case "sep":
        return [this.sep(tag)];
      case "break":
      case "continue":
        if (this.lists === 0) throw this.stray(tag);
        return [{ is: tag.name, at: tag.at }];
      default:
        throw new TemplateError(`<#${tag.name}> is not available`, placeOf(this.source, tag.at));
    }
  }

  private conditional(tag: Extract<Piece, { kind: "tag" }>): TemplateNode {
    const branches = [{ test: tag.parser.whole(), body: this.block() }];
    for (let next = this.readTag("elseif"); next; next = this.readTag("elseif")) {
      branches.push({ test: next.parser.whole(), body: this.block() });
    }
    const otherwise = this.readTag("else") ? this.block() : [];
    this.close("if", tag);
    return { is: "if", branches, otherwise };
  }

  private list(tag: Extract<Piece, { kind: "tag" }>): TemplateNode {
    const { parser } = tag;
    const source = parser.expression();
    parser.expect("as");
    const names = [parser.name()];
    if (parser.take(",")) names.push(parser.name());
    if (!parser.isDone()) throw parser.unexpected();
    this.lists++;
    const body = this.block();
    this.lists--;
    const otherwise = this.readTag("else") ? this.block() : [];
    this.close("list", tag);
    return { is: "list", at: tag.at, source, names, body, otherwise };
  }

  /** `<#sep>` extends to its end tag, or to the end of the list's body. */
  private sep(tag: Extract<Piece, { kind: "tag" }>): TemplateNode {
    if (this.lists === 0) throw this.stray(tag);
    const body = this.block();
    this.readTag("sep", true);
    return { is: "sep", body };
  }

  private assign(tag: Extract<Piece, { kind: "tag" }>): TemplateNode[] {
    const { parser } = tag;
    const nodes: TemplateNode[] = [];
    while (!parser.isDone()) {
      const at = parser.peek()?.at ?? tag.at;
      const name = parser.name();
      if (nodes.length === 0 && parser.isDone()) {
        const body = this.block();
        this.close("assign", tag);
        return [{ is: "capture", at: tag.at, name, body }];
      }
      nodes.push({ is: "assign", at, name, value: this.assigned(parser, name, at) });
      parser.take(",");
    }
    if (nodes.length === 0) throw parser.unexpected();
    return nodes;
  }

  /** `= value`, or a modification such as `+= value` or `++`. */
  private assigned(parser: ExpressionParser, name: string, at: number): Expression {
    const operator = changes.find((sign) => parser.take(sign));
    if (operator === undefined) {
      parser.expect("=");
      return parser.expression();
    }
    const isByOne = (operator === "+" || operator === "-") && parser.take(operator);
    if (!isByOne) parser.expect("=");
    const right: Expression = isByOne ? { is: "literal", at, value: 1, digits: "1" } : parser.expression();
    return { is: "binary", at, operator, left: { is: "name", at, name }, right };
  }

  private readTag(name: string, closes = false): Extract<Piece, { kind: "tag" }> | undefined {
    const piece = this.pieces[this.index];
    if (piece?.kind !== "tag" || piece.name !== name || piece.closes !== closes) return undefined;
    this.index++;
    return piece;
  }

  private close(name: string, opened: Extract<Piece, { kind: "tag" }>): void {
    if (this.readTag(name, true)) return;
    const found = this.pieces[this.index];
    if (found?.kind === "tag") throw this.stray(found);
    throw new TemplateError(`<#${name}> is never closed`, placeOf(this.source, opened.at));
  }

  private stray(tag: Extract<Piece, { kind: "tag" }>): TemplateError {
    return new TemplateError(
      `<${tag.closes ? "/" : ""}#${tag.name}> is not expected here`,
      placeOf(this.source, tag.at),
    );
  }
}
