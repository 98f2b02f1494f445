import { RE2JS } from "re2js";

/** A compiled pattern of match() and search(). */
export interface Pattern {
  matches(text: string): boolean;
  isIn(text: string): boolean;
}

/** Compiles a pattern of RFC 9485 with linear run time. Undefined when invalid, which matches nothing (RFC 9535 §2.4.6). */
export function compilePattern(source: string): Pattern | undefined {
  try {
    const compiled = RE2JS.compile(withDots(source));
    return { matches: (text) => compiled.matcher(text).matches(), isIn: (text) => compiled.matcher(text).find() };
  } catch {
    return undefined;
  }
}

/** A dot matches anything except line feed and carriage return; RE2 excludes only the line feed. */
function withDots(source: string): string {
  let inClass = false;
  return source.replace(/\\.|[[\].]/gs, (piece) => {
    if (piece === "[") inClass = true;
    if (piece === "]") inClass = false;
    return piece === "." && !inClass ? "[^\\n\\r]" : piece;
  });
}
