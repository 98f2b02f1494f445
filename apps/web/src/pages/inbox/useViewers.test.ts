import { expect, it } from "vitest";
import { describeViewers } from "./useViewers.ts";

const viewer = (name: string, typing = false) => ({ id: name, name, typing });

it.each([
  ["no one", [], ""],
  ["one who reads", [viewer("Ann")], "Ann is also here."],
  ["one who types", [viewer("Ann", true)], "Ann is writing a reply."],
  [
    "several",
    [viewer("Ann"), viewer("Bob", true), viewer("Cem"), viewer("Dia")],
    "Bob is writing a reply. Ann, Cem and Dia are also here.",
  ],
  ["two who type", [viewer("Ann", true), viewer("Bob", true)], "Ann and Bob are writing replies."],
])("%s in a conversation is described", (_, viewers, words) => {
  expect(describeViewers(viewers)).toBe(words);
});
