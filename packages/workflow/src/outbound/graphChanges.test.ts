import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { drawInbound } from "../inbound/drawing.ts";
import { readInbound } from "../inbound/readInbound.ts";
import { graphChanges } from "./graphChanges.ts";
import { readGraph } from "./readGraph.ts";
import { writeGraph } from "./writeGraph.ts";

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/wire/${name}.json`, import.meta.url), "utf8");
const text = fixture("smsSend");
const drawn = readGraph(text, { campaignName: "Spring" });
const nothing = { added: [], changed: [], removed: [] };
const [start] = drawn.nodes.values();
const sms = [...drawn.nodes.values()].find(({ kind }) => kind === "smsSend")!;
const withNode = (node: typeof sms) => ({ ...drawn, nodes: new Map(drawn.nodes).set(node.id, node) });

describe("the changes between two graphs", () => {
  test("are none for the same workflow read again, and for one whose nodes were only moved", () => {
    expect(graphChanges(drawn, readGraph(JSON.stringify(writeGraph(drawn)), { campaignName: "Spring" }))).toEqual(
      nothing,
    );
    expect(graphChanges(drawn, withNode({ ...sms, x: sms.x + 90, y: sms.y + 7 }))).toEqual(nothing);
  });

  test("name nodes that were added, changed and removed", () => {
    const named = withNode({ ...sms, name: "Welcome text" });
    expect(graphChanges(drawn, named)).toEqual({ ...nothing, changed: [`Welcome text, SMS Send ${sms.id}`] });
    const nodes = new Map(drawn.nodes);
    nodes.delete(sms.id);
    nodes.set(90, { ...sms, id: 90 });
    expect(graphChanges(drawn, { ...drawn, nodes })).toEqual({
      added: ["SMS Send 90"],
      changed: [],
      removed: [`SMS Send ${sms.id}`],
    });
  });

  test("include the settings as a change of the start node, and sticky notes", () => {
    const renamed = readGraph(text, { campaignName: "Summer" });
    expect(graphChanges(drawn, renamed)).toEqual({ ...nothing, changed: [`Start ${start?.id}`] });
    const note = {
      id: 1,
      text: "Ask Sam",
      x: 0,
      y: 0,
      width: 100,
      height: 50,
      color: "yellow" as const,
      section: "main",
    };
    expect(graphChanges(drawn, { ...drawn, notes: [note] }).changed).toEqual(["Sticky notes"]);
    expect(graphChanges({ ...drawn, notes: [note] }, { ...drawn, notes: [{ ...note, x: 40 }] })).toEqual(nothing);
  });

  test("are the same for the nodes of an inbound workflow, whatever their destinations are named", () => {
    const saved = fixture("inbound.voicemail");
    const before = drawInbound(readInbound(saved));
    const unnamed = saved.replace(/"routeDest": ?"[^"]*"/g, '"routeDest":""');
    expect(graphChanges(before, drawInbound(readInbound(unnamed), before))).toEqual(nothing);
    const nodes = new Map([...before.nodes].filter(([, { type }]) => type !== "callDestination"));
    expect(graphChanges(before, { ...before, nodes }).removed).toHaveLength(before.nodes.size - nodes.size);
  });
});
