import { expect, it } from "vitest";
import { isTypedBack } from "./largeSend.ts";

it("accepts the number of contacts as people write it, and nothing else", () => {
  for (const typed of ["12345", "12,345", " 12 345 ", "12.345"]) expect(isTypedBack(typed, 12_345)).toBe(true);
  for (const typed of ["", "12344", "12345 yes", "-12345", ",12345"]) expect(isTypedBack(typed, 12_345)).toBe(false);
});
