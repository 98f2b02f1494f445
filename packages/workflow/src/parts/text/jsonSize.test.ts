import { describe, expect, test } from "vitest";
import { jsonSizeProblem } from "./jsonSize.ts";

describe("the size of a JSON text", () => {
  test("refuses millions of brackets", () => {
    expect(jsonSizeProblem("[".repeat(4_800_000))).toBe("it is nested deeper than 200 levels");
    expect(jsonSizeProblem(`[${"1,".repeat(1_600_000)}`)).toBe("it has more than 250,000 values");
    expect(jsonSizeProblem(`[${"[],".repeat(1_600_000)}`)).toBe("it has more than 250,000 values");
  });

  test("counts no bracket in a text", () => {
    expect(
      jsonSizeProblem(JSON.stringify({ text: `\\"${"[".repeat(1000)}\\`, more: ["\\\\", "{".repeat(500)] })),
    ).toBeUndefined();
  });

  test("allows lists beside each other", () => {
    expect(jsonSizeProblem(JSON.stringify(Array.from({ length: 5_000 }, () => [])))).toBeUndefined();
  });
});
