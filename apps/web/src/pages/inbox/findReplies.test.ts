import { describe, expect, it } from "vitest";
import { findReplies, readSlash } from "./findReplies.ts";

const reply = (title: string, text: string) => ({ replyId: title, title, text, created: "", updated: "" });
const replies = [
  reply("Address", "We are at 1 Main Street."),
  reply("Closing time", "We close at six."),
  reply("Opening hours", "Open from nine to six, at Main Street."),
];

describe("saved replies (decision 0099)", () => {
  it.each([
    ["", ["Address", "Closing time", "Opening hours"]],
    ["open", ["Opening hours"]],
    ["six", ["Closing time", "Opening hours"]],
    ["MAIN street", ["Address", "Opening hours"]],
    ["op", ["Opening hours"]],
    ["o", ["Opening hours", "Closing time"]],
    ["seven", []],
  ])("a search for %j finds %j", (search, titles) => {
    expect(findReplies(replies, search).map(({ title }) => title)).toEqual(titles);
  });

  it.each([
    ["/", ""],
    ["/open", "open"],
    ["/opening hours", "opening hours"],
    ["and/or", undefined],
    ["", undefined],
    ["/a\nb", undefined],
  ])("the reply %j searches for %j", (text, search) => {
    expect(readSlash(text)).toBe(search);
  });
});
