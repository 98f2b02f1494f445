/** What matches a typed text: labels that begin with it first, then those that contain it, then other words. */
export function bestFirst<Item extends { label: string; words?: string | undefined }>(
  items: readonly Item[],
  text: string,
): Item[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [...items];
  const ranked = items.flatMap((item) => {
    const rank = rankOf(item.label.toLowerCase(), (item.words ?? "").toLowerCase(), wanted);
    return rank === undefined ? [] : [{ item, rank }];
  });
  // a stable sort: equal matches stay in their order
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}

function rankOf(label: string, words: string, wanted: string): number | undefined {
  if (label.startsWith(wanted)) return 0;
  if (label.includes(wanted)) return 1;
  if (words.startsWith(wanted) || words.includes(` ${wanted}`)) return 2;
  return words.includes(wanted) ? 3 : undefined;
}
