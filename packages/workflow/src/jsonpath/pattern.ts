import { RE2JS } from "re2js";

/** A compiled pattern of match() and search(). */
export interface Pattern {
  matches(text: string): boolean;
  isIn(text: string): boolean;
}

/** A pattern of RFC 9485 in linear time; undefined when it is none, which matches nothing (RFC 9535 §2.4.6). */
export function compilePattern(source: string): Pattern | undefined {
  try {
    const compiled = RE2JS.compile(withDots(source));
    return { matches: (text) => compiled.matcher(text).matches(), isIn: (text) => compiled.matcher(text).find() };
  } catch {
    return undefined;
  }
}

/** A dot stands for anything but line feed and carriage return; RE2 leaves out the line feed alone. */
function withDots(source: string): string {
  let inClass = false;
  return source.replace(/\\.|[[\].]/gs, (piece) => {
    if (piece === "[") inClass = true;
    if (piece === "]") inClass = false;
    return piece === "." && !inClass ? "[^\\n\\r]" : piece;
  });
}
