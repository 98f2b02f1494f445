import { expect, it } from "vitest";
import type { SavedNode } from "../savedNode.ts";
import { changeOf, matchNode } from "./matchNode.ts";
import { reachableFrom, sameSends } from "./sendsAgain.ts";

const node = (id: number, type: string, more: object = {}): SavedNode => ({
  id,
  type,
  x: 0,
  y: 0,
  children: [],
  ...more,
});

it("a node is matched by its number and kind", () => {
  expect(matchNode(node(3, "event"), [node(3, "event"), node(4, "event")])).toBe(3);
  expect(matchNode(node(3, "event"), [node(3, "smsSend")])).toBe(null);
});

it("a name that one node of the kind has goes before a number that was given again", () => {
  const newer = [node(3, "smsSend", { name: "Offer" }), node(9, "smsSend", { name: "Reminder" })];
  expect(matchNode(node(3, "smsSend", { name: "Reminder" }), newer)).toBe(9);
  expect(matchNode(node(7, "smsSend", { name: "Reminder" }), newer)).toBe(9);
  expect(matchNode(node(7, "event", { name: "Reminder" }), newer)).toBe(null);
});

it("a name that several nodes have says nothing", () => {
  const newer = [
    node(3, "smsSend"),
    node(8, "smsSend", { name: "Reminder" }),
    node(9, "smsSend", { name: "Reminder" }),
  ];
  expect(matchNode(node(3, "smsSend", { name: "Reminder" }), newer)).toBe(3);
  expect(matchNode(node(4, "smsSend", { name: "Reminder" }), newer)).toBe(null);
});

it("a node that was only moved on the drawing is unchanged", () => {
  expect(changeOf(node(3, "event"), { ...node(3, "event"), x: 40, y: 80 })).toBe("same");
  expect(changeOf(node(3, "event"), node(3, "event", { children: [5] }))).toBe("changed");
  expect(changeOf(node(3, "event"), undefined)).toBe("gone");
});

it("a send is the same where it is matched or has the same template", () => {
  const old = [
    node(2, "smsSend", { smsTemplateId: "a" }),
    node(3, "event"),
    node(4, "smsSend", { smsTemplateId: "b" }),
  ];
  const newer = [
    node(2, "smsSend", { smsTemplateId: "c" }),
    node(6, "smsSend", { smsTemplateId: "a" }),
    node(4, "event"),
  ];
  expect([...sameSends(old, newer)]).toEqual([
    [2, [2, 6]],
    [4, []],
  ]);
});

it("a section node leads to the first nodes of all sections", () => {
  const nodes = new Map(
    [
      node(1, "start", { children: [2] }),
      node(2, "section"),
      node(5, "sectionStart", { children: [6] }),
      node(6, "control"),
      node(7, "control"),
    ].map((one) => [one.id, one]),
  );
  expect([...reachableFrom(1, nodes, { main: 1, late: 5 })].sort()).toEqual([1, 2, 5, 6]);
});
