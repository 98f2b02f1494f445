import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openSecrets, SealBroken, type SecretPlace } from "./secrets.ts";

const key = randomBytes(32);
const place: SecretPlace = { accountId: "a", table: "connection", row: "r", field: "authHeaders.Authorization" };

describe("sealed secrets (architecture, Security)", () => {
  it("open where they were sealed and are different each time", () => {
    const secrets = openSecrets(key);
    const sealed = secrets.seal(place, "Bearer töken");
    expect(sealed).not.toContain("Bearer");
    expect(secrets.open(place, sealed)).toBe("Bearer töken");
    expect(secrets.seal(place, "Bearer töken")).not.toBe(sealed);
  });

  it("do not open for another account, table, row or field", () => {
    const secrets = openSecrets(key);
    const sealed = secrets.seal(place, "x");
    for (const other of ["accountId", "table", "row", "field"] as const)
      expect(() => secrets.open({ ...place, [other]: "other" }, sealed)).toThrow(SealBroken);
  });

  it("are refused when a single character was changed", () => {
    const secrets = openSecrets(key);
    const sealed = secrets.seal(place, "a longer secret");
    const changed = `${sealed.slice(0, -3)}${sealed.at(-3) === "A" ? "B" : "A"}${sealed.slice(-2)}`;
    expect(() => secrets.open(place, changed)).toThrow("has been changed");
    expect(() => secrets.open(place, "plain")).toThrow("not a sealed secret");
  });

  it("of an older master key open with that key and are marked as old", () => {
    const sealed = openSecrets(key).seal(place, "x");
    const next = randomBytes(32);
    expect(openSecrets(next, [key]).open(place, sealed)).toBe("x");
    expect(openSecrets(next, [key]).isOld(sealed)).toBe(true);
    expect(openSecrets(key).isOld(sealed)).toBe(false);
    expect(() => openSecrets(next).open(place, sealed)).toThrow("another master key");
  });
});
