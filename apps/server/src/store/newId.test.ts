import { describe, expect, it } from "vitest";
import { firstIdAt, firstIdOf, newId } from "./newId.ts";

describe("a new id (readings, Ids)", () => {
  it("is a UUID of version 7 with its time", () => {
    const id = newId(Date.parse("2026-03-12T13:32:00.123Z"));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(Date.parse("2026-03-12T13:32:00.123Z"));
  });

  it("comes after those that were made before it, however many a millisecond", () => {
    const ids = Array.from({ length: 20_000 }, () => newId());
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("keeps its order when the clock steps back a little", () => {
    const now = Date.now() + 60_000;
    const before = newId(now);
    expect(newId(now - 500) > before).toBe(true);
  });
});

describe("the first id of a moment (readings, Ids)", () => {
  const dayMs = 24 * 60 * 60 * 1_000;
  const atMs = Date.parse("2031-03-12T13:32:00.123Z");

  it("comes after the ids before that moment, and not after its own", () => {
    const [before, at] = [newId(atMs - 2_000), newId(atMs)];
    expect(before < firstIdAt(atMs)).toBe(true);
    expect(firstIdAt(atMs) < at).toBe(true);
  });

  it("comes before what belongs to a thing, also where another machine's clock is a day behind", () => {
    const run = newId(atMs + 10 * dayMs);
    expect(firstIdOf(run) < newId(atMs + 9 * dayMs)).toBe(true);
    expect(firstIdOf(run) > newId(atMs + 8 * dayMs)).toBe(true);
  });

  it("comes before every id where the thing's id has no time", () => {
    expect(firstIdOf("5d3f8f0a-3b7c-4c0e-9a51-0e6f1f1c7a11") < "00000000-0001-7000-8000-000000000000").toBe(true);
  });
});
