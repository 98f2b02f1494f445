import { expect, it } from "vitest";
import { nextOf } from "./useFinishSignIn.ts";

it("continues only to addresses of the product after signing in", () => {
  expect(nextOf("/contacts?q=ann")).toBe("/contacts?q=ann");
  for (const other of [undefined, "", "https://example.com", "//example.com", "/\\example.com", "/login?next=/x"]) {
    expect(nextOf(other)).toBe("/");
  }
});
