/** Comments as blanks, and texts in quotes as letters, of the same length. */
export const blankQuoted = (text: string): string =>
  text.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"/g, (quoted) =>
    (/^['"]/.test(quoted) ? "x" : " ").repeat(quoted.length),
  );

/** Where the statement that begins at `start` ends: before the parenthesis around it closes, or with the text. */
export function endOf(bare: string, start: number): number {
  let depth = 0;
  for (let at = start; at < bare.length; at++) {
    if (bare[at] === "(") depth++;
    else if (bare[at] === ")") depth--;
    if (depth < 0 || (depth === 0 && bare[at] === ";")) return at;
  }
  return bare.length;
}

/** A statement without what is in parentheses. */
export function outerOf(bare: string): string {
  let depth = 0;
  let outer = "";
  for (const letter of bare) {
    if (letter === ")") depth--;
    if (depth === 0) outer += letter;
    if (letter === "(") depth++;
  }
  return outer;
}
