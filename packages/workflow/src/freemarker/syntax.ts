/** An expression of the FreeMarker subset, with its start offset. */
export type Expression = { at: number } & (
  | { is: "literal"; value: string | number | boolean; digits?: string }
  /** A string literal with interpolations in it. */
  | { is: "parts"; parts: TemplateNode[] }
  | { is: "name"; name: string }
  | { is: "special"; name: string }
  /** `path`: the dotted name from its root, which can be a variable's full name (`node3.reply`). */
  | { is: "member"; of: Expression; name: string; path?: string }
  | { is: "index"; of: Expression; index: Expression }
  | { is: "builtIn"; of: Expression; name: string; arguments?: Argument[] }
  | { is: "default"; of: Expression; otherwise?: Expression }
  | { is: "exists"; of: Expression }
  /** Parentheses matter: `(a.b)!` covers a missing `a`, `a.b!` does not. */
  | { is: "group"; inner: Expression }
  | { is: "unary"; operator: "!" | "-" | "+"; of: Expression }
  | { is: "binary"; operator: BinaryOperator; left: Expression; right: Expression }
  | { is: "range"; from: Expression; to?: Expression; kind: ".." | "..<" | "..*" }
  | { is: "sequence"; items: Expression[] }
  | { is: "hash"; entries: { key: Expression; value: Expression }[] }
);

export type BinaryOperator = "+" | "-" | "*" | "/" | "%" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||";

/** An argument of a built-in: an expression, or `x -> expression` for `?map` and `?filter`. */
export type Argument = Expression | { is: "lambda"; at: number; parameter: string; body: Expression };

/** A piece of a template. */
export type TemplateNode =
  | { is: "text"; text: string }
  /** `loose`: the text between the braces when it could be a variable's name, such as `first-name`. */
  | { is: "print"; at: number; value: Expression; loose?: string }
  | { is: "if"; branches: { test: Expression; body: TemplateNode[] }[]; otherwise: TemplateNode[] }
  | { is: "list"; at: number; source: Expression; names: string[]; body: TemplateNode[]; otherwise: TemplateNode[] }
  | { is: "sep"; body: TemplateNode[] }
  | { is: "assign"; at: number; name: string; value: Expression }
  | { is: "capture"; at: number; name: string; body: TemplateNode[] }
  | { is: "break" | "continue"; at: number };

/** A parsed template. */
export interface Template {
  source: string;
  nodes: TemplateNode[];
}
