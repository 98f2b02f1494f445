/** Names of the built-ins of texts. The tables of implementations must have exactly these. */
const textNames = [
  "upper_case",
  "lower_case",
  "cap_first",
  "uncap_first",
  "capitalize",
  "trim",
  "length",
  "contains",
  "starts_with",
  "ends_with",
  "ensure_starts_with",
  "ensure_ends_with",
  "remove_beginning",
  "remove_ending",
  "replace",
  "split",
  "matches",
  "substring",
  "keep_before",
  "keep_before_last",
  "keep_after",
  "keep_after_last",
  "index_of",
  "last_index_of",
  "left_pad",
  "right_pad",
  "truncate",
  "word_list",
  "url",
  "html",
  "xhtml",
  "chop_linebreak",
  "xml",
  "json_string",
  "js_string",
  "number",
  "boolean",
  "eval_json",
] as const;
export type TextBuiltInName = (typeof textNames)[number];

/** Names of built-ins of numbers, booleans, dates, sequences and hashes. */
const otherNames = [
  "c",
  "cn",
  "string",
  "size",
  "join",
  "chunk",
  "abs",
  "round",
  "floor",
  "ceiling",
  "int",
  "long",
  "min",
  "max",
  "first",
  "last",
  "reverse",
  "sort",
  "sort_by",
  "seq_contains",
  "seq_index_of",
  "seq_last_index_of",
  "keys",
  "values",
  "date",
  "time",
  "datetime",
  "iso_utc",
  "iso_local",
  "iso",
  "number_to_datetime",
  "number_to_date",
  "is_string",
  "is_boolean",
  "is_number",
  "is_sequence",
  "is_enumerable",
  "is_indexable",
  "is_hash",
  "is_hash_ex",
  "is_date",
  "is_date_like",
  "is_datetime",
  "has_content",
] as const;
export type OtherBuiltInName = (typeof otherNames)[number];

const loopNames = new Set(["index", "counter", "has_next", "is_first", "is_last", "item_parity", "item_cycle"]);
const lazyNames = new Set(["then", "switch", "map", "filter", ...loopNames]);

/** Built-ins that evaluate their arguments themselves. */
export const isLazy = (name: string): boolean => lazyNames.has(name);

const names: ReadonlySet<string> = new Set([...textNames, ...otherNames, ...lazyNames]);

/** Whether a built-in with this name exists, so that a template can be checked before it is saved. */
export const isBuiltIn = (name: string): boolean => names.has(name);
