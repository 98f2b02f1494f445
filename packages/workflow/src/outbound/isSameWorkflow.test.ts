import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { drawInbound } from "../inbound/drawing.ts";
import { readInbound } from "../inbound/readInbound.ts";
import { isSameWorkflow } from "./isSameWorkflow.ts";
import { readGraph } from "./readGraph.ts";
import { writeGraph } from "./writeGraph.ts";

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/wire/${name}.json`, import.meta.url), "utf8");
const text = fixture("smsSend");
const drawn = readGraph(text, { campaignName: "Spring" });
const sms = [...drawn.nodes.values()].find(({ kind }) => kind === "smsSend")!;
const withNode = (node: typeof sms) => ({ ...drawn, nodes: new Map(drawn.nodes).set(node.id, node) });
const note = { id: 1, text: "Ask Sam", x: 0, y: 0, width: 100, height: 50, color: "yellow" as const, section: "main" };

describe("the same workflow", () => {
  test("is one that was read again, and one whose nodes and notes were only moved", () => {
    const again = readGraph(JSON.stringify(writeGraph(drawn)), { campaignName: "Spring" });
    expect(isSameWorkflow(drawn, again)).toBe(true);
    expect(isSameWorkflow(drawn, withNode({ ...sms, x: sms.x + 90, y: sms.y + 7 }))).toBe(true);
    expect(isSameWorkflow({ ...drawn, notes: [note] }, { ...drawn, notes: [{ ...note, x: 40 }] })).toBe(true);
  });

  test("is not one with a node that was changed, added or removed", () => {
    const less = new Map(drawn.nodes);
    less.delete(sms.id);
    const other = new Map(less).set(90, { ...sms, id: 90 });
    expect(isSameWorkflow(drawn, withNode({ ...sms, name: "Welcome text" }))).toBe(false);
    expect(isSameWorkflow(drawn, { ...drawn, nodes: less })).toBe(false);
    expect(isSameWorkflow({ ...drawn, nodes: less }, drawn)).toBe(false);
    expect(isSameWorkflow(drawn, { ...drawn, nodes: other })).toBe(false);
  });

  test("is not one with other settings or other notes", () => {
    expect(isSameWorkflow(drawn, readGraph(text, { campaignName: "Summer" }))).toBe(false);
    expect(isSameWorkflow(drawn, { ...drawn, notes: [note] })).toBe(false);
  });

  test("is one of inbound nodes, whatever their destinations are named", () => {
    const saved = fixture("inbound.voicemail");
    const before = drawInbound(readInbound(saved));
    const unnamed = saved.replace(/"routeDest": ?"[^"]*"/g, '"routeDest":""');
    expect(isSameWorkflow(before, drawInbound(readInbound(unnamed), before))).toBe(true);
    const nodes = new Map([...before.nodes].slice(0, -1));
    expect(isSameWorkflow(before, { ...before, nodes })).toBe(false);
  });
});
