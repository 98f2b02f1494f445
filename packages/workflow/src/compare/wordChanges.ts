/** A piece of a text that two versions share, or that only one of them has. */
export interface WordChange {
  as: "same" | "added" | "removed";
  text: string;
}

/** Above this many pairs of words, the middle of a text is shown as replaced as a whole. */
const mostPairs = 1_000_000;

/** Compares two texts word by word. Put together, the pieces without the added ones are the earlier text. */
export function wordChanges(before: string, after: string): WordChange[] {
  const olds = wordsOf(before);
  const news = wordsOf(after);
  let head = 0;
  while (head < olds.length && head < news.length && olds[head] === news[head]) head++;
  let tail = 0;
  while (tail < Math.min(olds.length, news.length) - head && olds.at(-1 - tail) === news.at(-1 - tail)) tail++;
  const pieces: WordChange[] = [];
  const put = (as: WordChange["as"], text: string) => {
    const last = pieces.at(-1);
    if (text === "") return;
    if (last?.as === as) last.text += text;
    else pieces.push({ as, text });
  };
  put("same", olds.slice(0, head).join(""));
  for (const [as, text] of middle(olds.slice(head, olds.length - tail), news.slice(head, news.length - tail)))
    put(as, text);
  put("same", olds.slice(olds.length - tail).join(""));
  return pieces;
}

/** Words and the space between them, each as one piece. */
const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

/** The longest common subsequence. What was removed comes before what was added. */
function middle(olds: readonly string[], news: readonly string[]): [WordChange["as"], string][] {
  if (olds.length * news.length > mostPairs)
    return [
      ["removed", olds.join("")],
      ["added", news.join("")],
    ];
  const width = news.length + 1;
  const lengths = new Uint32Array((olds.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = olds.length - 1; row >= 0; row--)
    for (let column = news.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        olds[row] === news[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  const found: [WordChange["as"], string][] = [];
  let row = 0;
  let column = 0;
  while (row < olds.length || column < news.length) {
    const [old, next] = [olds[row] ?? "", news[column] ?? ""];
    if (row < olds.length && column < news.length && old === next) {
      found.push(["same", old]);
      row++;
      column++;
    } else if (row < olds.length && (column === news.length || at(row + 1, column) >= at(row, column + 1))) {
      found.push(["removed", old]);
      row++;
    } else {
      found.push(["added", next]);
      column++;
    }
  }
  return found;
}
