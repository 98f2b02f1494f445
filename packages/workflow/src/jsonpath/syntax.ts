/** A parsed path: a query from the root (RFC 9535 §2.1). */
export interface JsonPath {
  source: string;
  query: Query;
}

/** Segments from the root `$` or the current node `@`. */
export interface Query {
  is: "query";
  from: "$" | "@";
  segments: Segment[];
}

/** One step: to the children or to all descendants (RFC 9535 §2.5). */
export interface Segment {
  descend: boolean;
  selectors: Selector[];
}

export type Selector =
  | { is: "name"; name: string }
  | { is: "wildcard" }
  | { is: "index"; index: number }
  | { is: "slice"; start?: number; end?: number; step: number }
  | { is: "filter"; test: Test };

/** A condition on a node (RFC 9535 §2.3.5). */
export type Test =
  | { is: "or" | "and"; tests: Test[] }
  | { is: "not"; test: Test }
  | { is: "compare"; operator: Comparison; left: Operand; right: Operand }
  | { is: "exists"; query: Query }
  | { is: "matches"; whole: boolean; text: Operand; pattern: Operand };

export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";

/** Something with one value, or nothing. */
export type Operand =
  | { is: "literal"; value: string | number | boolean | null }
  | { is: "single"; query: Query }
  | { is: "length"; of: Operand }
  | { is: "count" | "value"; query: Query };
