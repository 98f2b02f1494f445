/** Keys for outcomes. */
const mostKeys = 9;

/** The dispositions that have a digit key, in order: those of the account that are offered, or the first ones. */
export function keyedOutcomes<One extends { key: string }>(offered: readonly One[], chosen: readonly string[]): One[] {
  if (chosen.length === 0) return offered.slice(0, mostKeys);
  return chosen
    .flatMap((key) => offered.find((one) => one.key.toLowerCase() === key.toLowerCase()) ?? [])
    .slice(0, mostKeys);
}

/** The place of the outcome of a pressed key: 0 for 1. Null for other keys, and while a key combination is pressed. */
export function placeOfKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): number | null {
  return !ctrlKey && !metaKey && !altKey && /^[1-9]$/.test(key) ? Number(key) - 1 : null;
}
