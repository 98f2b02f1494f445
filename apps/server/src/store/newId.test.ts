import { describe, expect, it } from "vitest";
import { newId } from "./newId.ts";

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
