/** Deepest allowed nesting. */
const mostLevels = 200;
/** Most values in a text. Parsing and checking more would block other requests. */
const mostValues = 250_000;
const tooMany = `it has more than ${mostValues.toLocaleString("en-US")} values`;

/** Why a JSON text must not be parsed, from one pass over its characters, or undefined. */
export function jsonSizeProblem(text: string): string | undefined {
  let level = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = endOfString(text, at);
    } else if (code === 0x5b || code === 0x7b) {
      level++;
      values++;
      if (level > mostLevels) return `it is nested deeper than ${mostLevels} levels`;
      if (values > mostValues) return tooMany;
    } else if (code === 0x2c) {
      if (++values > mostValues) return tooMany;
    } else if (code === 0x5d || code === 0x7d) level--;
  }
  return undefined;
}

/** The closing quote of the string that starts here, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return at;
  }
}
