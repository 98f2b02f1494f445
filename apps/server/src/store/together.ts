import type { Query } from "./database.ts";

/** One write of several that go to the database in a single statement: a round trip saved is a transaction shortened. */
export interface Write {
  name: string;
  /** An INSERT or UPDATE with parameters from $1 on, without RETURNING. */
  text: string;
  values: readonly unknown[];
  /** Its rows are counted; keeping them for that costs as much as an index. */
  counts?: boolean;
}

const known = new Map<string, { name: string; text: string }>();

/** Runs writes to different rows as one statement and returns how many rows those touched that count them, 0 for the others. */
export async function writeTogether(q: Query, writes: readonly Write[]): Promise<number[]> {
  if (writes.length === 0) return [];
  // on a cluster each is a statement of its own anyway
  if (q.only !== undefined) return oneByOne(q, writes);
  const row = await q.one<Record<string, number>>(
    statementOf(writes),
    writes.flatMap((write) => write.values),
  );
  return writes.map((_, index) => row?.[`n${index}`] ?? 0);
}

async function oneByOne(q: Query, writes: readonly Write[]): Promise<number[]> {
  const counts: number[] = [];
  for (const { name, text, values, counts: isCounted } of writes) {
    const rows = await q.run({ name: `together.${name}`, text }, values);
    counts.push(isCounted ? rows : 0);
  }
  return counts;
}

/** Prepared once per combination: there are only a few of them. */
function statementOf(writes: readonly Write[]): { name: string; text: string } {
  const name = writes.map((write) => write.name).join("+");
  const found = known.get(name);
  if (found !== undefined) return found;
  let before = 0;
  const parts = writes.map(({ text, values, counts }, index) => {
    const shifted = text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`);
    before += values.length;
    return `w${index} as (${shifted}${counts ? " returning 1" : ""})`;
  });
  const counted = writes.flatMap(({ counts }, index) =>
    counts ? [`(select count(*)::int from w${index}) n${index}`] : [],
  );
  // a name of PostgreSQL's has 63 bytes
  const made = { name: `together.${known.size}`, text: `with ${parts.join(", ")} select ${counted.join(", ")}` };
  known.set(name, made);
  return made;
}
