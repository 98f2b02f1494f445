import { drawInbound } from "@trunkline/workflow/inbound/drawing.ts";
import { emptyInbound } from "@trunkline/workflow/inbound/graph.ts";
import { nodesIn } from "@trunkline/workflow/outbound/graph.ts";
import { expect, test } from "vitest";
import { cardSize, inboundFewest, shownLines } from "./cardSize.ts";
import { sizeOf } from "./cards.ts";

test("a card has 8 px per character of its longest line, from 25 to 40 characters (spec 2 §2.1)", () => {
  expect(cardSize("Stop", []).width).toBe(200);
  expect(cardSize("SMS Send", ["Template Name: Spring reminder"]).width).toBe(30 * 8);
  expect(cardSize("Condition", ["x".repeat(90)]).width).toBe(320);
});

test("a card is wide enough for its whole title, with icon, mark and number", () => {
  expect(cardSize("Call and Transfer", []).width).toBe(30 * 8);
});

test("a card without lines has the default height of 60 (spec 2 §9)", () => {
  expect(cardSize("Stop", []).height).toBe(60);
});

test("a message makes a card higher and not wider", () => {
  const lines = ["Template Name: Spring reminder"];
  const { width, height } = cardSize("SMS Send", lines);
  expect(cardSize("SMS Send", lines, { hasMessage: true })).toEqual({ width, height: height + 40 });
});

test("a card shows only fields with a value (spec 2 §2.1)", () => {
  expect(
    shownLines([
      { label: "Title", value: "Spring" },
      { label: "Section", value: undefined },
    ]),
  ).toEqual(["Title: Spring"]);
});

test("an inbound card is 20 to 40 characters wide, with space for icon, mark and number (spec 1 §2.5)", () => {
  expect(cardSize("IVR", [], { fewest: inboundFewest }).width).toBe(20 * 8);
  expect(cardSize("Voicemail", [], { fewest: inboundFewest }).width).toBe(22 * 8);
  expect(cardSize("Start", ["Numbers: +12025550123"], { fewest: inboundFewest }).width).toBe(24 * 8);
  expect(cardSize("x".repeat(90), [], { fewest: inboundFewest }).width).toBe(40 * 8);
});

test("the fixed nodes of a new inbound workflow are evenly spaced (spec 1 §3.4)", () => {
  const middles = nodesIn(drawInbound(emptyInbound()), "main").map((node) => node.x + sizeOf(node).width / 2);
  expect(middles).toEqual([610, 330, 610, 890]);
});
