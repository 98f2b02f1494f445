import { describe, expect, it } from "vitest";
import { scanBackwards } from "./scan.ts";

/** Rows 1 to `count` by id, of which every `every`-th fits. */
const walkOf = (count: number, every: number, before?: string) => ({
  limit: 5,
  before,
  idOf: (id: number) => String(id),
  endOf: async (from: string | undefined, size: number) => {
    const end = (from === undefined ? count + 1 : Number(from)) - size;
    return end >= 1 ? String(end) : null;
  },
  read: async (page: { limit: number; before: string | undefined; since: string | undefined }) => {
    const found: number[] = [];
    for (let id = page.before === undefined ? count : Number(page.before) - 1; id >= Number(page.since ?? 1); id--)
      if (id % every === 0 && found.length < page.limit) found.push(id);
    return found;
  },
});

describe("a list that is searched back (decision 0013)", () => {
  it("answers a full page, and continues after its last row", async () => {
    expect(await scanBackwards(walkOf(20_000, 1_000))).toEqual({
      rows: [20_000, 19_000, 18_000, 17_000, 16_000],
      next: "16000",
      searchedTo: null,
    });
  });

  it("says how far back it has searched when the time budget is used up, and continues there", async () => {
    expect(await scanBackwards(walkOf(20_000, 19_999), 0)).toEqual({
      rows: [19_999],
      next: "15001",
      searchedTo: "15001",
    });
    expect(await scanBackwards(walkOf(20_000, 19_999, "15001"), 0)).toMatchObject({ rows: [], searchedTo: "10001" });
  });

  it("ends where the list ends", async () => {
    expect(await scanBackwards(walkOf(20_000, 30_000))).toEqual({ rows: [], next: null, searchedTo: null });
    expect(await scanBackwards(walkOf(0, 1))).toEqual({ rows: [], next: null, searchedTo: null });
  });

  it.each([1, 7, 999, 4_999, 5_000, 5_001, 12_345])(
    "page by page finds every row once, whatever the time budget: every %i",
    async (every) => {
      const found: number[] = [];
      let before: string | undefined;
      for (let page = 0; page < 30_000; page++) {
        const { rows, next } = await scanBackwards(walkOf(23_456, every, before), page % 2);
        found.push(...rows);
        if (next === null) break;
        before = next;
      }
      expect(found).toEqual(Array.from({ length: Math.floor(23_456 / every) }, (_, n) => (n + 1) * every).reverse());
    },
  );
});
