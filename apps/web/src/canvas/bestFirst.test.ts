import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { palette } from "@trunkline/workflow/outbound/sections.ts";
import { expect, test } from "vitest";
import { bestFirst } from "./bestFirst.ts";

const entries = palette(readGraph(null, {}), "main");
const found = (text: string) => bestFirst(entries, text).map(({ label }) => label);

test("node types are found by the words that people use for them", () => {
  expect(found("wait")).toEqual(expect.arrayContaining(["Event", "Time Delay", "Rate Limit"]));
  expect(found("if")[0]).toBe("Condition");
  expect(found("split")).toEqual(["Percent"]);
  expect(found("text")[0]).toBe("SMS Send");
  expect(found("http")).toEqual(["Webhook"]);
});

test("a label that begins with the text comes before one that contains it", () => {
  expect(found("dnc")).toEqual(["DNC", "DNC Check"]);
  expect(found("stop")[0]).toBe("Stop");
  expect(found("call").slice(0, 3)).toEqual(["Call", "Call XML", "Call and Transfer"]);
});

test("nothing is found for a text without a match", () => {
  expect(found("zzzz")).toEqual([]);
});
