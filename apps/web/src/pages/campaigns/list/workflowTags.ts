interface Tagged {
  tags: readonly string[];
}

const same = (tag: string) => (other: string) => other.toLowerCase() === tag.toLowerCase();

/** All tags of these workflows in alphabetical order, with how many workflows have each. Capitals do not matter. */
export function countTags(rows: readonly Tagged[]): { tag: string; count: number }[] {
  const counts = new Map<string, { tag: string; count: number }>();
  for (const tag of rows.flatMap(({ tags }) => tags)) {
    const known = counts.get(tag.toLowerCase()) ?? { tag, count: 0 };
    counts.set(tag.toLowerCase(), { tag: known.tag, count: known.count + 1 });
  }
  return [...counts.values()].sort((a, b) => a.tag.localeCompare(b.tag, "en"));
}

/** Whether a workflow has a tag. */
export const hasTag = ({ tags }: Tagged, tag: string): boolean => tags.some(same(tag));

/** The tags that all of these workflows have. */
export function sharedTags([first, ...others]: readonly Tagged[]): string[] {
  return (first?.tags ?? []).filter((tag) => others.every((other) => hasTag(other, tag)));
}

/** The tags of one workflow after those that several share were changed from `before` to `after`. */
export const tagsAfter = (own: readonly string[], before: readonly string[], after: readonly string[]): string[] => {
  const kept = own.filter((tag) => !before.some(same(tag)) || after.some(same(tag)));
  return [...kept, ...after.filter((tag, at) => !kept.some(same(tag)) && after.findIndex(same(tag)) === at)];
};
