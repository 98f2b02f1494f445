import { describe, expect, it } from "vitest";
import { readKey } from "./singleKeys.ts";

const plain = { ctrlKey: false, metaKey: false, altKey: false };
const free = { isField: false, isCovered: false };

describe("the keys of the inbox (WCAG 2.1.4)", () => {
  it.each([
    ["j", plain, free, "j"],
    ["K", plain, free, "k"],
    ["?", plain, free, "?"],
    ["x", plain, free, undefined],
    ["constructor", plain, free, undefined],
    ["e", { ...plain, ctrlKey: true }, free, undefined],
    ["r", { ...plain, metaKey: true }, free, undefined],
    ["j", { ...plain, altKey: true }, free, undefined],
    ["e", plain, { ...free, isField: true }, undefined],
    ["e", plain, { ...free, isCovered: true }, undefined],
  ])("%s with %j in %j is %s", (key, modifiers, place, action) => {
    expect(readKey({ key, ...modifiers }, place)).toBe(action);
  });
});
