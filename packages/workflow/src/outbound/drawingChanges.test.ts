import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { drawingChanges } from "./drawingChanges.ts";
import type { SavedWorkflow } from "./savedWorkflow.ts";

const drawing = JSON.parse(
  readFileSync(new URL("../../fixtures/wire/smsSend.json", import.meta.url), "utf8"),
) as SavedWorkflow;
const changedBy = (change: (nodes: SavedWorkflow["nodes"]) => unknown): SavedWorkflow => {
  const copy = structuredClone(drawing);
  change(copy.nodes);
  return copy;
};
const text = drawing.nodes.findIndex(({ type }) => type === "smsSend");
const name = `SMS Send ${drawing.nodes[text]?.id}`;

describe("what a save made of a drawing", () => {
  test("names each node that was added, changed and removed", () => {
    const next = changedBy((nodes) => {
      Object.assign(nodes[text] as object, { smsTemplateName: "Another" });
      nodes.push({ id: 90, type: "control", x: 1, y: 1, children: [] });
    });
    expect(drawingChanges(drawing, next)).toEqual({ added: ["Stop 90"], changed: [name] });
    expect(drawingChanges(next, drawing)).toEqual({ changed: [name], removed: ["Stop 90"] });
    expect(drawingChanges({ nodes: [] }, drawing).added).toHaveLength(drawing.nodes.length);
  });

  test("says nothing of nodes that were only moved, and of what stayed", () => {
    const moved = changedBy((nodes) => Object.assign(nodes[text] as object, { x: 900, y: 900 }));
    expect(drawingChanges(drawing, moved)).toEqual({});
  });

  test("says of a node whose id was given to another kind that one went and one came", () => {
    const other = changedBy((nodes) => Object.assign(nodes[text] as object, { type: "timeDelay" }));
    expect(drawingChanges(drawing, other)).toEqual({ added: [`Time Delay ${name.split(" ")[2]}`], removed: [name] });
  });

  test("names ten and counts the others", () => {
    const many = changedBy((nodes) => {
      for (let id = 100; id < 125; id++) nodes.push({ id, type: "control", x: 0, y: 0, children: [] });
    });
    expect(drawingChanges(drawing, many).added?.slice(-2)).toEqual(["Stop 109", "and 15 more"]);
  });
});
