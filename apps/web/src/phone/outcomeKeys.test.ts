import { describe, expect, it } from "vitest";
import { keyedOutcomes, placeOfKey } from "./outcomeKeys.ts";

const offered = "abcdefghijkl".split("").map((key) => ({ key }));
const held = { ctrlKey: false, metaKey: false, altKey: false };

describe("outcomes with a key", () => {
  it.each([
    ["the first nine if the account chose none", [], "abcdefghi"],
    ["the chosen ones in their order, ignoring case", ["K", "b"], "kb"],
    ["no chosen one that is not offered", ["z", "c"], "c"],
  ])("are %s", (_, chosen, keys) => {
    expect(
      keyedOutcomes(offered, chosen)
        .map(({ key }) => key)
        .join(""),
    ).toBe(keys);
  });

  it("are chosen by the digits 1 to 9, not in a key combination", () => {
    expect(["1", "9", "0", "a", "F1"].map((key) => placeOfKey({ ...held, key }))).toEqual([0, 8, null, null, null]);
    expect(placeOfKey({ ...held, key: "1", ctrlKey: true })).toBe(null);
  });
});
